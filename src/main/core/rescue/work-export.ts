// Exports work to a file for another PC. Moved work is closed here, so that only the other PC continues it.
import type { ExportMode } from '../../../shared/bridge/rescue.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { finished, movedAway } from '../outbox/action.ts';
import { actionTables } from '../store/actions.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { pcIdentity } from '../store/pc-identity.ts';
import { rescueRecords } from '../store/rescue-records.ts';
import { abandon, finishFiles, prepare, publish, workFileName } from '../store/work-files.ts';
import { workTables, type Work } from '../store/work-tables.ts';
import type { TravellingPhotos } from './travelling-photos.ts';
import { writeWorkFile } from './work-file.ts';

interface ExportParts {
	readonly dataFolder: string;
	/** The session's secrets, to keep them out of files. */
	secrets(): readonly string[];
	readonly photos: TravellingPhotos;
}

export class WorkExport {
	readonly #context: CoreContext;
	readonly #parts: ExportParts;
	readonly #tables;
	readonly #unsent;
	readonly #elsewhere;
	readonly #records;

	/** Finishes files of exports that were committed before a crash, and removes the others. */
	constructor(context: CoreContext, parts: ExportParts) {
		const db = context.store.durable;
		this.#context = context;
		this.#parts = parts;
		this.#tables = actionTables(db);
		this.#unsent = workTables(db);
		this.#elsewhere = alsoElsewhere(db);
		this.#records = rescueRecords(db);
		finishFiles(parts.dataFolder, (name) => this.#records.wasExported(name));
	}

	/** Fails with `not-possible-now` without work, and with `disk-full` if moved work cannot be written to the disk. */
	export(of: ActiveAccount, mode: ExportMode, work: Work): Reply<{ file: string; text: string }> {
		const { store, ports, settings } = this.#context;
		const { dataFolder, photos } = this.#parts;
		const at = ports.clock.now();
		const amount = { ...amountOf(work), photos: photos.amount(of.accountId, work).photos };
		if (amount.documents + amount.drafts + amount.counts + amount.kept === 0) {
			return fail('not-possible-now', 'There is nothing to move.');
		}
		const file = workFileName(dataFolder, at);
		const text = this.#textOf(of, mode, work, at);
		// Written before the work is removed here, published after that: a crash leaves the work or the file, not both.
		const kept = this.#tryTo('prepare', () => {
			prepare(dataFolder, file, text);
		});
		if (!kept && mode === 'move') {
			return fail('disk-full', 'The file could not be written, so nothing was moved.');
		}
		const ids = idsOf(work);
		const all = [...ids.drafts, ...ids.counts];
		try {
			store.durable
				.transaction(() => {
					if (mode === 'move') this.#close(work, at, file);
					for (const id of all) this.#elsewhere.add(id, at);
					const moved = mode === 'move' ? all : [];
					const entry = { kind: 'exported', file, mode, ...amount, moved } as const;
					this.#records.add(at, settings().person, entry, true);
				})
				.immediate();
		} catch (error) {
			abandon(dataFolder, file);
			throw error;
		}
		if (kept) {
			this.#tryTo('publish', () => {
				publish(dataFolder, file);
			});
		}
		return succeed({ file, text });
	}

	#textOf(of: ActiveAccount, mode: ExportMode, work: Work, at: number): string {
		const { store, ports, settings } = this.#context;
		const { secrets, photos } = this.#parts;
		return writeWorkFile(
			{
				at: new Date(at).toISOString(),
				by: settings().person,
				program: ports.version,
				pc: pcIdentity(store.durable),
				mode,
			},
			{ serviceUrl: of.serviceUrl, clientId: of.clientId, name: of.name },
			{
				...work,
				photos: photos.of(of.accountId, work),
				deleted: photos.deleted(of.accountId, work),
			},
			secrets(),
		);
	}

	#close(work: Work, at: number, file: string): void {
		const by = this.#context.settings().person;
		const why = { code: 'moved-away', args: { file } } as const;
		for (const { steps } of work.documents) {
			for (const { action } of steps) {
				if (finished.includes(action.state)) continue;
				this.#tables.move(action, 'superseded', { at, by, why, resolution: movedAway });
			}
		}
		const { drafts, counts } = idsOf(work);
		this.#unsent.close(drafts, counts, at, 'Moved to another PC');
	}

	#tryTo(step: 'prepare' | 'publish', work: () => void): boolean {
		try {
			work();
			return true;
		} catch (error) {
			this.#context.ports.log.error('The file could not be kept here', {
				step,
				error: String(error),
			});
			return false;
		}
	}
}

const idsOf = ({ drafts, counts }: Work) => ({
	drafts: drafts.map((draft) => String(draft['draft_id'])),
	counts: counts.map(({ stocktake }) => String(stocktake['stocktake_id'])),
});

/** Submitted drafts and counts travel with their documents, so only open ones count. */
export const amountOf = ({ documents, drafts, counts, kept }: Work) => ({
	documents: documents.length,
	drafts: drafts.filter(({ state }) => state === 'open').length,
	counts: counts.filter(({ stocktake }) => stocktake['state'] === 'open').length,
	kept: Object.values(kept).flat().length,
});
