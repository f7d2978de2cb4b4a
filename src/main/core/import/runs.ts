// Runs: each record of a preview becomes a draft that is sent, one after the other, at the pace of the profile. The
// journal is written first, so a run can be stopped, go on after a restart, and be undone.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import type { ImportRun, RowState } from '../../../shared/bridge/import.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { apply, type Change } from '../../../shared/record/merge.ts';
import { headingsKey } from '../../../shared/record/preview-columns.ts';
import { recordDocument, type RecordTypeName } from '../../../shared/record/records.ts';
import { actAs } from '../acting-person.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { RecordNames, type Names } from '../record/names.ts';
import { inUse, type RecordParts } from '../record/record.ts';
import {
	importRuns,
	keptChanges,
	type ImportRowRow,
	type ImportRowStands,
	type WrittenRun,
} from '../store/import-runs.ts';
import { keptOr } from '../store/kept-json.ts';
import { giveWay } from '../turns.ts';
import type { Planned, Preview } from './preview.ts';

/** How often a run that waits for the network looks for it. */
const LOOK_MS = 2_000;

/** Rows of the journal in one transaction. */
const rowsPerPart = 250;

type Shown = CallOutput<'import.run'>;

/** `waits`: for the network. */
type Settled = { readonly state: RowState; readonly said?: string } | 'waits';

export class ImportRuns {
	readonly #context: CoreContext;
	readonly #parts: () => RecordParts;
	readonly #tables;
	/** Runs that wait for the network. */
	readonly #waiting = new Set<string>();
	#mayRun = false;
	#cancel: (() => void) | null = null;
	#work: Promise<void> = Promise.resolve();
	#writing: Promise<unknown> = Promise.resolve();

	constructor(context: CoreContext, parts: () => RecordParts) {
		this.#context = context;
		this.#parts = parts;
		this.#tables = importRuns(context.store.durable);
	}

	/** Runs that were going when the program ended go on. Nothing was sent of those that it had not written whole. */
	start(): void {
		this.#tables.removeUnwritten();
		this.#mayRun = true;
		this.#next(0);
	}

	async stop(): Promise<void> {
		this.#mayRun = false;
		this.#cancel?.();
		this.#cancel = null;
		await this.#writing;
		await this.#work;
	}

	/** The columns chosen last for these headings. */
	columnsFor(accountId: string, headings: readonly string[]): string | null {
		return this.#tables.columnsFor(accountId, headingsKey(headings));
	}

	/** The journal, saved whole before anything is sent: in parts, so that the window is never blocked for long. */
	add(preview: Preview, planned: readonly Planned[]): Promise<string> {
		const written = this.#write(preview, planned);
		this.#writing = Promise.allSettled([this.#writing, written]);
		return written;
	}

	async #write(preview: Preview, planned: readonly Planned[]): Promise<string> {
		const { store, ports, settings } = this.#context;
		const runId = ports.newId();
		const [sheet] = preview.sheets;
		const isKnown = sheet !== undefined && preview.sheets.length === 1;
		this.#tables.add({
			run_id: runId,
			account_id: preview.accountId,
			source: preview.source,
			title: preview.title,
			headings: isKnown ? headingsKey(sheet.headings) : null,
			columns: isKnown ? JSON.stringify(sheet.columns) : null,
			undoes: preview.undoes,
			state: 'writing',
			created_at: ports.clock.now(),
			created_by: settings().person,
		});
		for (let from = 0; from < planned.length; from += rowsPerPart) {
			const part = planned.slice(from, from + rowsPerPart);
			store.durable
				.transaction(() => {
					for (const [at, each] of part.entries()) this.#addRow(runId, from + at, each, preview);
				})
				.immediate();
			await giveWay(ports.clock);
		}
		this.#tables.setState('running', runId);
		this.#changed(runId);
		this.#next(0);
		return runId;
	}

	#addRow(runId: string, number: number, planned: Planned, { accountId }: Preview): void {
		const { drafts, records } = this.#parts();
		const { type, id, now, desired, changes } = planned;
		const draftId = planned.draftId ?? this.#context.ports.newId();
		const revision = drafts.get(accountId, inUse(type), draftId)?.revision ?? 1;
		this.#tables.addRow({
			run_id: runId,
			number,
			type,
			record_id: id,
			draft_id: draftId,
			revision,
			title: records.titleOf(inUse(type), { ...now, ...desired }),
			changes: JSON.stringify(changes),
			state: 'planned',
			said: '',
			intent_id: `${draftId}/${String(revision)}/${runId}`,
			lane_id: null,
		});
	}

	all({ accountId }: ActiveAccount, limit: number): readonly ImportRun[] {
		return this.#tables.all(accountId, limit).map((run) => this.#view(run));
	}

	get({ accountId }: ActiveAccount, asked: CallArguments<'import.run'>): Reply<Shown> {
		const run = this.#tables.get(accountId, asked.runId);
		if (run === null) return notHere();
		const rows = this.#tables.rows({ run: run.run_id, from: asked.from, limit: asked.limit });
		const view = this.#view(run);
		const titles = new RecordNames(this.#parts().shown, accountId);
		const names: Names = {};
		for (const { type, changes } of rows) {
			const { fields } = inUse(type);
			for (const { at, was, to } of keptOr(keptChanges, changes, []))
				for (const value of [was, to]) {
					const record = apply(fields, {}, [{ at, was: null, to: value }]);
					Object.assign(names, titles.of(inUse(type), record));
				}
		}
		return succeed({
			run: view,
			total: view.records,
			rows: rows.map((row) => this.#rowView(accountId, row)),
			names,
		});
	}

	/** What the outbox took over, as it is undone. */
	sentRows(accountId: string, runId: string): readonly ImportRowRow[] | null {
		return this.#tables.get(accountId, runId) === null ? null : this.#tables.sent(runId);
	}

	/** Answers once the record that it is at is settled, so that an undo misses none. */
	async stopRun({ accountId }: ActiveAccount, runId: string): Promise<Reply<ImportRun>> {
		const stopped = this.#turn(accountId, runId, { from: 'running', to: 'stopped' });
		if (!stopped.ok) return stopped;
		await this.#work;
		const run = this.#tables.get(accountId, runId);
		return run === null ? notHere() : succeed(this.#view(run));
	}

	resume({ accountId }: ActiveAccount, runId: string): Reply<ImportRun> {
		const reply = this.#turn(accountId, runId, { from: 'stopped', to: 'running' });
		this.#next(0);
		return reply;
	}

	#turn(
		accountId: string,
		runId: string,
		{ from, to }: Record<'from' | 'to', WrittenRun['state']>,
	): Reply<ImportRun> {
		const run = this.#tables.get(accountId, runId);
		if (run === null) return notHere();
		if (run.state !== from) return succeed(this.#view(run));
		this.#tables.setState(to, runId);
		this.#changed(runId);
		return succeed(this.#view({ ...run, state: to }));
	}

	#view(run: WrittenRun): ImportRun {
		const tally = { left: 0, waiting: 0, applied: 0, failed: 0 };
		const types = new Set<RecordTypeName>();
		for (const { type, state, action_state: action, count } of this.#tables.counts({
			run: run.run_id,
		})) {
			types.add(type);
			tally[tallied(state, action)] += count;
		}
		const { left, waiting, applied, failed } = tally;
		const isWaiting = run.state === 'running' && this.#waiting.has(run.run_id);
		return {
			runId: run.run_id,
			source: run.source,
			title: run.title,
			types: [...types],
			state: isWaiting ? 'waiting' : run.state,
			startedAt: run.created_at,
			by: run.created_by,
			records: left + waiting + applied + failed,
			...tally,
			canUndo: waiting + applied > 0,
		};
	}

	#rowView(accountId: string, row: ImportRowStands): Shown['rows'][number] {
		const { shown, records } = this.#parts();
		const found = shown.get(accountId, row.type, row.record_id ?? row.draft_id);
		return {
			number: row.number,
			type: row.type,
			id: found?.id ?? row.record_id,
			title: found === null ? row.title : records.fullTitleOf(inUse(row.type), found.record),
			changes: [...keptOr(keptChanges, row.changes, [])],
			state: row.state,
			action: row.action_state,
			said: row.said === '' ? (row.service_said ?? '') : row.said,
		};
	}

	#next(ms: number): void {
		if (!this.#mayRun) return;
		this.#cancel?.();
		this.#cancel = this.#context.ports.clock.after(ms, () => {
			this.#cancel = null;
			this.#work = this.#work.then(() => this.#turnOfWork());
		});
	}

	/** One record of the oldest run that can go on. */
	async #turnOfWork(): Promise<void> {
		const account = this.#context.account();
		if (!this.#mayRun || account === null) return;
		for (const run of this.#tables.running(account.accountId)) {
			const row = this.#tables.nextPlanned(run.run_id);
			if (row === null) {
				this.#tables.setState('done', run.run_id);
				this.#changed(run.run_id);
				continue;
			}
			if (await this.#handOver(account, run, row)) {
				this.#next(60_000 / account.profile.importsPerMinute);
				return;
			}
		}
		if (this.#waiting.size > 0) this.#next(LOOK_MS);
	}

	/** @returns false while it waits for the network */
	async #handOver(account: ActiveAccount, run: WrittenRun, row: ImportRowRow): Promise<boolean> {
		const { log } = this.#context.ports;
		try {
			const settled = await actAs(run.created_by, () => this.#send(account, row));
			if (settled === 'waits') {
				if (!this.#waiting.has(run.run_id)) {
					this.#waiting.add(run.run_id);
					this.#changed(run.run_id);
				}
				return false;
			}
			this.#waiting.delete(run.run_id);
			const { state, said = '' } = settled;
			const document = recordDocument(row.type);
			const lane =
				state === 'sent'
					? this.#context.outbox.laneOf(document, this.#laneDocument(account, row))
					: null;
			this.#tables.settle({ ...row, state, said, lane_id: lane?.laneId ?? null });
		} catch (error) {
			// The run stops where it is; going on looks first whether the record was sent.
			log.error('A run of records stopped', { error: String(error) });
			this.#tables.setState('stopped', run.run_id);
		}
		this.#changed(run.run_id);
		return true;
	}

	#laneDocument({ accountId }: ActiveAccount, { type, record_id, draft_id }: ImportRowRow): string {
		const found = record_id === null ? null : this.#parts().shown.get(accountId, type, record_id);
		return found?.laneDocument ?? draft_id;
	}

	/** Sends the draft of a row, which it makes first unless a restart left one. */
	async #send(account: ActiveAccount, row: ImportRowRow): Promise<Settled> {
		const { sending, drafts, shown, records } = this.#parts();
		const { type, record_id: id, draft_id: draftId, revision, run_id: runId } = row;
		const found = id === null ? null : shown.get(account.accountId, type, id);
		if (id !== null && found === null) return { state: 'gone' };
		const route = records.routes(type, id === null ? 'create' : 'change');
		if (route?.goes === 'online-only' && !this.#context.outbox.maySend()) return 'waits';
		const isOpen = () => drafts.get(account.accountId, inUse(type), draftId) !== null;
		if (!isOpen()) {
			const changes: Change[] = keptOr(keptChanges, row.changes, []);
			const kept = drafts.keep(
				account.accountId,
				inUse(type),
				{ id: found?.id ?? null, draftId, revision: 0, changes, typed: {} },
				found?.record ?? null,
			);
			// Another draft of the record is open.
			if (!kept.ok && kept.code === 'changed-meanwhile' && !isOpen()) return { state: 'busy' };
		}
		const sent = await sending.save(
			account,
			{ step: 'send', type, id, draftId, revision, choices: {}, intentId: runId },
			{ isOfRun: true },
		);
		if (!sent.ok) return sent.code === 'needs-network' ? 'waits' : { state: 'busy' };
		switch (sent.value.state) {
			case 'queued':
			case 'applied':
			case 'not-confirmed':
				return { state: 'sent' };
			case 'discarded':
				return { state: 'unchanged' };
			case 'refused':
				return { state: 'refused', said: sent.value.said };
			case 'clash':
				return { state: 'clash' };
			case 'kept':
			case 'stopped':
				return { state: 'stopped' };
		}
	}

	#changed(runId: string): void {
		this.#context.emit('import.changed', { runId });
	}
}

function tallied(
	state: RowState,
	action: ImportRowStands['action_state'],
): 'left' | 'waiting' | 'applied' | 'failed' {
	if (state === 'planned') return 'left';
	if (state === 'unchanged') return 'applied';
	if (state !== 'sent') return 'failed';
	switch (action) {
		// The outbox shortens its history; what it forgot was done.
		case null:
		case 'confirmed':
		case 'superseded':
			return 'applied';
		case 'attention':
		case 'cancelled':
		case 'discarded':
			return 'failed';
		default:
			return 'waiting';
	}
}

const notHere = () => fail('not-found', 'This run is not here.');
