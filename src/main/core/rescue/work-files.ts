// Bridge calls that export work to a file for another PC, and import such a file.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { ExportMode, ImportedFile } from '../../../shared/bridge/rescue.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { actionTables } from '../store/actions.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import {
	abandon,
	finishFiles,
	workFileName,
	prepare,
	publish,
	readWorkFile,
} from '../store/work-files.ts';
import { workTables, type Work } from '../store/work-tables.ts';
import { photoFiles } from '../store/photos.ts';
import { pcIdentity } from '../store/pc-identity.ts';
import { rescueRecords } from '../store/rescue-records.ts';
import type { MergeRule } from './merge-count.ts';
import { inTurns } from '../turns.ts';
import { partWords } from './part-words.ts';
import type { ChooseDraft } from './import-draft.ts';
import { movedAway, importWork } from './import-work.ts';
import { travellingPhotos, type TravellingPhoto } from './travelling-photos.ts';
import { readingWorkFile, withoutPassword, writeWorkFile, type WorkFile } from './work-file.ts';
import { finished } from '../outbox/action.ts';

export interface WorkFileParts {
	dataFolder: string;
	/** The session's secrets, to keep them out of files. */
	secrets(): readonly string[];
	/** Runs the work while nothing is in flight, and announces it afterwards. */
	paused<Result>(work: () => Result): Promise<Result>;
	changed(): void;
}

type WorkFileCalls = Pick<
	Handlers<'rescue'>,
	| 'rescue.waiting'
	| 'rescue.exportWork'
	| 'rescue.exportCount'
	| 'rescue.continueCount'
	| 'rescue.file'
	| 'rescue.giveFile'
	| 'rescue.lookAtFile'
	| 'rescue.importWork'
>;

interface Rules {
	together: MergeRule;
	choose: ChooseDraft;
	sameService: boolean;
}

/** Characters; far more than a restaurant's waiting work. */
const largestFile = 64 * 1024 * 1024;

export function workFileCalls(
	{ store, ports, settings, account, emit, appChanged }: CoreContext,
	{ dataFolder, secrets, paused, changed }: WorkFileParts,
): WorkFileCalls {
	const db = store.durable;
	const tables = actionTables(db);
	const unsent = workTables(db);
	const elsewhere = alsoElsewhere(db);
	const records = rescueRecords(db);
	const pc = () => pcIdentity(db);
	const words = partWords(store);
	const photos = travellingPhotos(db, photoFiles(join(dataFolder, 'photos')));
	let given: { name: string; text: string } | null = null;

	const write = (work: Work, of: ActiveAccount, mode: ExportMode, at: number): string =>
		writeWorkFile(
			{
				at: new Date(at).toISOString(),
				by: settings().person,
				program: ports.version,
				pc: pc(),
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

	const markMoved = (work: Work, at: number, file: string): void => {
		for (const { steps } of work.documents) {
			for (const { action } of steps) {
				if (finished.includes(action.state)) continue;
				tables.move(action, 'superseded', {
					at,
					by: settings().person,
					why: { code: 'moved-away', args: { file } },
					resolution: movedAway,
				});
			}
		}
		const { drafts, counts } = idsOf(work);
		unsent.close(drafts, counts, at, 'Moved to another PC');
	};

	const exportWork = (
		of: ActiveAccount,
		mode: ExportMode,
		work: Work,
	): Reply<{ file: string; text: string }> => {
		const at = ports.clock.now();
		const amount = { ...amountOf(work), photos: photos.amount(of.accountId, work).photos };
		if (amount.documents + amount.drafts + amount.counts === 0) {
			return fail('not-possible-now', 'There is nothing to hand over.');
		}
		const file = workFileName(dataFolder, at);
		const text = write(work, of, mode, at);
		// Written before the work is removed here, published after that: a crash leaves the work or the file, not both.
		const kept = tryTo('prepare', () => {
			prepare(dataFolder, file, text);
		});
		if (!kept && mode === 'move') {
			return fail('disk-full', 'The file could not be written, so nothing was moved.');
		}
		try {
			db.transaction(() => {
				if (mode === 'move') markMoved(work, at, file);
				const { drafts, counts } = idsOf(work);
				for (const id of [...drafts, ...counts]) elsewhere.add(id, at);
				const moved = mode === 'move' ? [...drafts, ...counts] : [];
				const entry = { kind: 'exported', file, mode, ...amount, moved } as const;
				records.add(at, settings().person, entry, true);
			}).immediate();
		} catch (error) {
			abandon(dataFolder, file);
			throw error;
		}
		if (kept) {
			tryTo('publish', () => {
				publish(dataFolder, file);
			});
		}
		return succeed({ file, text });
	};

	const countChanged = (stocktakeId: string): void => {
		emit('stocktake.changed', { stocktakeId, line: null });
		emit('documents.changed', { area: 'stocktake' });
		appChanged();
	};

	const tryTo = (step: 'prepare' | 'publish', work: () => void): boolean => {
		try {
			work();
			return true;
		} catch (error) {
			ports.log.error('The file could not be kept here', { step, error: String(error) });
			return false;
		}
	};

	finishFiles(dataFolder, (name) => records.wasExported(name));

	const readGiven = async (): Promise<Reply<GivenFile>> => {
		if (account() === null) return notConnected();
		const { name, text } = given ?? { name: '', text: '' };
		const read = await inTurns(readingWorkFile(text), ports.clock);
		if (read.ok) return succeed({ name, file: read.file });
		return fail(
			read.why,
			read.why === 'newer-file'
				? 'The file was written by a newer Stillroom.'
				: 'This is not a file of work from Stillroom.',
		);
	};

	const otherAccount = (of: ActiveAccount, { account: its }: WorkFile) => {
		const { serviceUrl, clientId } = its;
		const same = serviceUrl === withoutPassword(of.serviceUrl) && clientId === of.clientId;
		return same ? null : { serviceUrl, clientId };
	};

	const importWorkFor = (
		of: ActiveAccount,
		file: WorkFile,
		{ kept, ...rules }: { kept: TravellingPhoto[] | null } & Rules,
	): ImportedFile => {
		const { mode, by, at } = file.written;
		const own = file.written.pc === pc();
		const other = otherAccount(of, file);
		const amount = importWork(file, {
			tables,
			unsent,
			elsewhere,
			accountId: of.accountId,
			pc: pc(),
			// Another account may have sent it too.
			asks: own || other !== null,
			moved: new Set(records.movedAway()),
			...rules,
			words,
			at: ports.clock.now(),
			by: settings().person,
		});
		const came = photos.importWork(of.accountId, file);
		if (kept !== null && !amount.undecided) {
			kept.push(...came);
			photos.keep(came);
		}
		const told = { mode, from: by, writtenAt: Date.parse(at), own, otherAccount: other };
		return { ...told, ...amount, photos: came.length };
	};

	/** @param really false: only reports what would happen */
	const tryToImport = (
		{ name, file }: GivenFile,
		really: boolean,
		rules: Rules,
	): Reply<ImportedFile> => {
		const of = account();
		if (of === null) return notConnected();
		const other = otherAccount(of, file);
		const knownHere = file.documents.some(
			({ lane }) => (tables.lane(lane.lane_id)?.account_id ?? of.accountId) !== of.accountId,
		);
		if (other !== null && (knownHere || (really && !rules.sameService))) {
			return fail('other-account', `The work belongs to ${other.clientId} at ${other.serviceUrl}.`);
		}
		const kept: TravellingPhoto[] = [];
		try {
			const taken = inTransaction(
				() => {
					const taken = importWorkFor(of, file, { kept: really ? kept : null, ...rules });
					const {
						own: _own,
						both: _both,
						forks: _forks,
						otherAccount: _other,
						undecided,
						...told
					} = taken;
					if (really && !undecided && comesOf(taken) > 0) {
						records.add(
							ports.clock.now(),
							settings().person,
							{ kind: 'imported', file: name, ...told },
							true,
						);
					}
					return taken;
				},
				({ undecided }) => really && !undecided,
			);
			if (!really || !taken.undecided) return succeed(taken);
			return fail(
				'changed-meanwhile',
				'Something was entered at both PCs, and nobody said what becomes of it.',
			);
		} catch (error) {
			photos.takeBack(kept);
			if (
				!(error instanceof Database.SqliteError) ||
				!/^SQLITE_(CONSTRAINT|MISMATCH)/.test(error.code)
			) {
				throw error;
			}
			ports.log.warn('A file of work breaks the rules of the data', { error: error.message });
			return fail('not-a-rescue-file', 'The file does not hold what it should.');
		}
	};

	const inTransaction = <Result>(
		work: () => Result,
		toKeep: (result: Result) => boolean,
	): Result => {
		db.exec('BEGIN IMMEDIATE');
		try {
			const result = work();
			db.exec(toKeep(result) ? 'COMMIT' : 'ROLLBACK');
			return result;
		} catch (error) {
			if (db.inTransaction) db.exec('ROLLBACK');
			throw error;
		}
	};

	return {
		'rescue.waiting'() {
			const of = account();
			if (of === null) {
				return succeed({ documents: 0, drafts: 0, counts: 0, photos: 0, photosLeft: 0 });
			}
			const work = unsent.waiting(of.accountId);
			return succeed({ ...amountOf(work), ...photos.amount(of.accountId, work) });
		},

		async 'rescue.exportWork'({ mode }) {
			const of = account();
			if (of === null) return fail('not-connected', 'Stillroom is not connected to a service yet.');
			const all = () => exportWork(of, mode, unsent.waiting(of.accountId));
			const reply = mode === 'move' ? await paused(all) : all();
			changed();
			return reply;
		},

		'rescue.exportCount'({ stocktakeId, mode }) {
			const of = account();
			if (of === null) return fail('not-connected', 'Stillroom is not connected to a service yet.');
			const count = unsent.count(stocktakeId);
			if (count?.stocktake['account_id'] !== of.accountId) {
				return fail('not-found', 'This count is not here.');
			}
			if (count.stocktake['state'] !== 'open' || count.stocktake['recount_of'] !== null) {
				return fail('not-possible-now', 'This is not an open count.');
			}
			const counts = unsent.countWithRecounts(stocktakeId);
			const reply = exportWork(of, mode, { documents: [], drafts: [], counts });
			changed();
			if (mode === 'move') countChanged(stocktakeId);
			return reply;
		},

		'rescue.continueCount'({ stocktakeId }) {
			const of = account();
			const count = unsent.count(stocktakeId);
			if (of === null || count?.stocktake['account_id'] !== of.accountId) {
				return fail('not-found', 'This count is not here.');
			}
			if (count.stocktake['moved_at'] === null) {
				return fail('not-possible-now', 'This count was not moved to another PC.');
			}
			db.transaction(() => {
				for (const { stocktake } of unsent.countWithRecounts(stocktakeId)) {
					if (stocktake['moved_at'] === null) continue;
					const { stocktake_id } = stocktake;
					unsent.changeCount({ stocktake_id, state: 'open', moved_at: null, closed_why: '' });
				}
			}).immediate();
			countChanged(stocktakeId);
			return succeed({});
		},

		'rescue.file'({ file }) {
			const text = readWorkFile(dataFolder, file);
			return text === null
				? fail('not-found', 'This file is not here any more.')
				: succeed({ text });
		},

		'rescue.giveFile'({ file, first, text }) {
			given = { name: file, text: first ? text : (given?.text ?? '') + text };
			if (given.text.length > largestFile) {
				given = null;
				return fail('not-a-rescue-file', 'The file is too large to be work from Stillroom.');
			}
			return succeed({});
		},

		async 'rescue.lookAtFile'() {
			const read = await readGiven();
			const rules = { together: null, choose: () => null, sameService: false };
			return read.ok ? tryToImport(read.value, false, rules) : read;
		},

		async 'rescue.importWork'({ drafts, parts, ...rules }) {
			const chosen = new Map(
				parts.map(({ draftId, part, stays }) => [`${draftId} ${part}`, stays]),
			);
			const choose: ChooseDraft = (draftId, part) => chosen.get(`${draftId} ${part}`) ?? drafts;
			const read = await readGiven();
			const reply = read.ok
				? await paused(() => tryToImport(read.value, true, { ...rules, choose }))
				: read;
			if (reply.ok) given = null;
			changed();
			return reply;
		},
	};
}

interface GivenFile {
	name: string;
	file: WorkFile;
}

const notConnected = () => fail('not-connected', 'Connect to the service of this work first.');

const idsOf = ({ drafts, counts }: Work) => ({
	drafts: drafts.map((draft) => String(draft['draft_id'])),
	counts: counts.map(({ stocktake }) => String(stocktake['stocktake_id'])),
});

const comesOf = ({ documents, drafts, counts, photos }: ImportedFile): number =>
	documents + drafts + counts + photos;

/** Submitted drafts and counts travel with their documents, so only open ones count. */
const amountOf = ({ documents, drafts, counts }: Work) => ({
	documents: documents.length,
	drafts: drafts.filter(({ state }) => state === 'open').length,
	counts: counts.filter(({ stocktake }) => stocktake['state'] === 'open').length,
});
