// Imports a work file that the screen passes in pieces, or reports what an import would do.
import Database from 'better-sqlite3';
import type { ImportedFile } from '../../../shared/bridge/rescue.ts';
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { actionTables } from '../store/actions.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import type { Sqlite } from '../store/open.ts';
import { pcIdentity } from '../store/pc-identity.ts';
import { rescueRecords } from '../store/rescue-records.ts';
import { workTables } from '../store/work-tables.ts';
import { inTurns } from '../turns.ts';
import type { ChooseDraft } from './import-draft.ts';
import { importWork } from './import-work.ts';
import type { MergeRule } from './merge-count.ts';
import { partWords } from './part-words.ts';
import type { TravellingPhoto, TravellingPhotos } from './travelling-photos.ts';
import { readingWorkFile, withoutPassword, type WorkFile } from './work-file.ts';

export interface ImportRules {
	together: MergeRule;
	choose: ChooseDraft;
	/** A person says that the other account is at the same service. */
	sameService: boolean;
}

interface ReadFile {
	readonly name: string;
	readonly file: WorkFile;
}

/** Characters; far more than a restaurant's waiting work. */
const largestFile = 64 * 1024 * 1024;

export class GivenFile {
	readonly #context: CoreContext;
	readonly #photos: TravellingPhotos;
	readonly #tables;
	readonly #unsent;
	readonly #elsewhere;
	readonly #records;
	readonly #words;
	#given: { name: string; text: string } | null = null;

	constructor(context: CoreContext, photos: TravellingPhotos) {
		const { store } = context;
		this.#context = context;
		this.#photos = photos;
		this.#tables = actionTables(store.durable);
		this.#unsent = workTables(store.durable);
		this.#elsewhere = alsoElsewhere(store.durable);
		this.#records = rescueRecords(store.durable);
		this.#words = partWords(store);
	}

	/** @param first the first piece replaces an earlier file */
	add(name: string, first: boolean, text: string): Reply<Record<string, never>> {
		this.#given = { name, text: first ? text : (this.#given?.text ?? '') + text };
		if (this.#given.text.length > largestFile) {
			this.forget();
			return fail('not-a-rescue-file', 'The file is too large to be work from Stillroom.');
		}
		return succeed({});
	}

	forget(): void {
		this.#given = null;
	}

	async read(): Promise<Reply<ReadFile>> {
		const { account, ports } = this.#context;
		if (account() === null) return notConnected();
		const { name, text } = this.#given ?? { name: '', text: '' };
		const read = await inTurns(readingWorkFile(text), ports.clock);
		if (read.ok) return succeed({ name, file: read.file });
		return fail(
			read.why,
			read.why === 'newer-file'
				? 'The file was written by a newer Stillroom.'
				: 'This is not a file of work from Stillroom.',
		);
	}

	/** @param really false: only reports what would happen */
	import({ name, file }: ReadFile, really: boolean, rules: ImportRules): Reply<ImportedFile> {
		const { store, account, ports } = this.#context;
		const of = account();
		if (of === null) return notConnected();
		const other = otherAccount(of, file);
		const knownHere = file.documents.some(
			({ lane }) => (this.#tables.lane(lane.lane_id)?.account_id ?? of.accountId) !== of.accountId,
		);
		if (other !== null && (knownHere || (really && !rules.sameService))) {
			return fail('other-account', `The work belongs to ${other.clientId} at ${other.serviceUrl}.`);
		}
		const kept: TravellingPhoto[] = [];
		try {
			const taken = inTransaction(
				store.durable,
				() => {
					const imported = this.#importFor(of, file, really ? kept : null, rules);
					if (really && !imported.undecided) this.#record(name, imported);
					return imported;
				},
				({ undecided }) => really && !undecided,
			);
			if (!really || !taken.undecided) return succeed(taken);
			return fail(
				'changed-meanwhile',
				'Something was entered on both PCs, and it is not decided what to keep.',
			);
		} catch (error) {
			this.#photos.takeBack(kept);
			if (
				!(error instanceof Database.SqliteError) ||
				!/^SQLITE_(CONSTRAINT|MISMATCH)/.test(error.code)
			) {
				throw error;
			}
			ports.log.warn('A file of work breaks the rules of the data', { error: error.message });
			return fail('not-a-rescue-file', 'The content of this file is invalid.');
		}
	}

	#importFor(
		of: ActiveAccount,
		file: WorkFile,
		kept: TravellingPhoto[] | null,
		{ together, choose }: ImportRules,
	): ImportedFile {
		const { store, ports, settings } = this.#context;
		const { mode, by, at } = file.written;
		const pc = pcIdentity(store.durable);
		const own = file.written.pc === pc;
		const other = otherAccount(of, file);
		const amount = importWork(file, {
			tables: this.#tables,
			unsent: this.#unsent,
			elsewhere: this.#elsewhere,
			accountId: of.accountId,
			pc,
			// Another account may have sent it too.
			asks: own || other !== null,
			moved: new Set(this.#records.movedAway()),
			together,
			choose,
			words: this.#words,
			at: ports.clock.now(),
			by: settings().person,
		});
		const came = this.#photos.importWork(of.accountId, file);
		if (kept !== null && !amount.undecided) {
			kept.push(...came);
			this.#photos.keep(came);
		}
		const told = { mode, from: by, writtenAt: Date.parse(at), own, otherAccount: other };
		return { ...told, ...amount, photos: came.length };
	}

	#record(name: string, imported: ImportedFile): void {
		const { mode, from, writtenAt, documents, drafts, counts, known, photos, kept } = imported;
		if (documents + drafts + counts + photos + kept === 0) return;
		const told = { mode, from, writtenAt, documents, drafts, counts, known, photos, kept };
		const { ports, settings } = this.#context;
		const entry = { kind: 'imported', file: name, ...told } as const;
		this.#records.add(ports.clock.now(), settings().person, entry, true);
	}
}

function otherAccount(of: ActiveAccount, { account }: WorkFile) {
	const { serviceUrl, clientId } = account;
	const same = serviceUrl === withoutPassword(of.serviceUrl) && clientId === of.clientId;
	return same ? null : { serviceUrl, clientId };
}

function inTransaction<Result>(
	db: Sqlite,
	work: () => Result,
	toKeep: (result: Result) => boolean,
): Result {
	db.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		db.exec(toKeep(result) ? 'COMMIT' : 'ROLLBACK');
		return result;
	} catch (error) {
		if (db.inTransaction) db.exec('ROLLBACK');
		throw error;
	}
}

const notConnected = (): Failure =>
	fail('not-connected', 'Connect to the service of this work first.');
