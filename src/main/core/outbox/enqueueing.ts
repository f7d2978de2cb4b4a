// Adds actions to the outbox, frozen as they are, in the caller's transaction.
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import {
	fitted,
	isUuid,
	shortReference,
	trailingReference,
} from '../../../shared/domain/reference.ts';
import { documentKindOf, textLimit } from '../../../shared/service/behaviour.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { stateWordOf } from '../../../shared/service/profile.ts';
import type { ActionTables } from '../store/actions.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { observedTable } from '../store/observed.ts';
import { finished, fromCopy, originOf, waited, type ActionRow, type LaneRow } from './action.ts';
import { hashOfRecord } from './record-hash.ts';
import type { Baseline } from './baseline.ts';
import { coalesce, type Coalesced } from './coalescing.ts';
import { holdMs, type EngineOptions, type OutboxAccount } from './engine-options.ts';
import { provedBy, settingsOf } from './kept-settings.ts';
import { laneWords } from './lane-words.ts';
import type { Moving } from './moving.ts';
import type { EnqueueChoice, NewAction, NewLane, Outbox } from './outbox.ts';
import { payloadVersion, withoutMoment } from './payload.ts';
import { readKept } from '../store/kept-json.ts';

export class Enqueueing {
	readonly #options: EngineOptions;
	readonly #tables: ActionTables;
	readonly #committed: (laneId: string) => void;
	readonly #wordsOf;
	readonly #observed;
	readonly #elsewhere;

	/** @param committed called once the caller's transaction is over */
	constructor(options: EngineOptions, { tables }: Moving, committed: (laneId: string) => void) {
		const { store } = options;
		this.#options = options;
		this.#tables = tables;
		this.#committed = committed;
		this.#wordsOf = laneWords(store);
		this.#observed = observedTable(store.durable);
		this.#elsewhere = alsoElsewhere(store.durable);
	}

	enqueue(
		newLane: NewLane,
		actions: readonly NewAction[],
		{ mayWait: byChoice = false, isOfRun = false }: EnqueueChoice = {},
	): ReturnType<Outbox['enqueue']> {
		const { ports } = this.#options;
		const account = this.#options.account();
		if (!account) throw new Error('Nothing can be queued without an account.');
		const [first] = actions;
		const { document, documentId } = newLane;
		const known = this.#tables.laneOfDocument(account.accountId, document, documentId);
		const laneId = known?.lane_id ?? ports.newId();
		if (known && first && this.#isQueued(laneId, first, account)) return succeed({ laneId });
		const waits = actions.every(({ operation }) =>
			mayWait(operation, byChoice, () => this.#options.maySend()),
		);
		if (!waits) return fail('needs-network', 'This is sent only while the service answers.');
		const ids = actions.map(ports.newId);
		if (known) this.#updateLane(known, newLane, actions, ids);
		else this.#addLane(laneId, newLane, account);
		for (const [at, action] of actions.entries()) {
			this.#add(account, laneId, action, {
				actionId: ids[at] ?? ports.newId(),
				undoMs: isOfRun ? 0 : holdMs(this.#options, account.profile),
			});
		}
		// Once the caller's transaction is over.
		ports.clock.after(0, () => {
			this.#committed(laneId);
		});
		return succeed({ laneId });
	}

	/**
	 * Adds a step that a person waits for, as `sending`, in the caller's transaction. @returns null if the lane has other
	 * work
	 */
	addSending(
		newLane: NewLane,
		action: NewAction,
		{ account, baseline }: { account: OutboxAccount; baseline: Baseline | null },
	): string | null {
		const { document, documentId } = newLane;
		const known = this.#tables.laneOfDocument(account.accountId, document, documentId);
		if (known !== null && known.standing !== 'done') return null;
		const laneId = known?.lane_id ?? this.#options.ports.newId();
		const actionId = this.#options.ports.newId();
		if (known) this.#updateLane(known, newLane, [action], [actionId]);
		else this.#addLane(laneId, newLane, account);
		const state = { state: 'sending', next_at: null, resolution: waited } as const;
		this.#tables.insertAction({
			...this.#rowOf(account, laneId, action, { actionId, ...state }),
			baseline: baseline && JSON.stringify(baseline),
		});
		return actionId;
	}

	#addLane(laneId: string, newLane: NewLane, { accountId }: OutboxAccount): void {
		const { clock } = this.#options.ports;
		this.#tables.insertLane({
			lane_id: laneId,
			account_id: accountId,
			document: newLane.document,
			document_id: newLane.documentId,
			label: JSON.stringify(newLane.label),
			server_id: newLane.server?.id ?? null,
			server_number: newLane.server?.number ?? null,
			created_at: clock.now(),
			created_by: this.#options.person(),
			standing: 'waiting',
			words: '',
			waits_for: newLane.waitsFor ?? null,
		});
	}

	#updateLane(
		known: LaneRow,
		newLane: NewLane,
		actions: readonly NewAction[],
		ids: readonly string[],
	): void {
		const words = this.#wordsOf(known.account_id, newLane, {
			known: known.words,
			by: this.#options.person(),
			bodies: actions.map(({ payload }) => payload.body ?? {}),
			references: actions.map((action, at) => referenceOf(action, ids[at] ?? '')),
		});
		// A lane without words gets all of them later (filling-words.ts).
		const label = JSON.stringify(newLane.label);
		this.#tables.relabel(known.lane_id, label, known.words === '' ? '' : words);
		if (newLane.waitsFor !== undefined) this.#tables.setWaitsFor(known.lane_id, newLane.waitsFor);
	}

	#isQueued(laneId: string, action: NewAction, account: OutboxAccount): boolean {
		return isAlreadyQueued(
			this.#tables,
			{ laneId, intentId: action.intentId },
			(row, payload) =>
				withoutMoment(readKept(payload)) ===
				withoutMoment(this.#frozen(action, row.reference, account, row)),
		);
	}

	#folded(laneId: string, action: NewAction): Coalesced | null {
		const unfinished = () =>
			this.#tables.ofLane(laneId).filter(({ state }) => !finished.includes(state));
		// A step from a copy, or one that is also on another PC, may have been sent without a trace in this file.
		const isUnsent = (row: ActionRow) =>
			this.#tables.attempts(row.action_id) === 0 &&
			row.resolution !== fromCopy &&
			!this.#elsewhere.has(originOf(row));
		return coalesce(unfinished, action, isUnsent);
	}

	#add(
		account: OutboxAccount,
		laneId: string,
		asked: NewAction,
		{ actionId, undoMs }: { actionId: string; undoMs: number },
	): void {
		const coalesced = this.#folded(laneId, asked);
		const action = coalesced?.action ?? asked;
		const now = this.#options.ports.clock.now();
		const state = undoMs > 0 ? 'held' : 'queued';
		const next_at = state === 'held' ? now + undoMs : null;
		this.#tables.insertAction(
			this.#rowOf(account, laneId, action, { actionId, state, next_at, resolution: null }),
		);
		if (coalesced === null) return;
		this.#tables.move(coalesced.supersedes, 'superseded', {
			at: now,
			by: this.#options.person(),
			why: coalesced.why,
			resolution: actionId,
		});
	}

	#rowOf(
		account: OutboxAccount,
		laneId: string,
		action: NewAction,
		{
			actionId,
			...state
		}: Pick<ActionRow, 'state' | 'next_at' | 'resolution'> & { actionId: string },
	): Omit<ActionRow, 'seq'> {
		const now = this.#options.ports.clock.now();
		const reference = referenceOf(action, actionId);
		return {
			action_id: actionId,
			intent_id: action.intentId,
			lane_id: laneId,
			account_id: account.accountId,
			actor: this.#options.person(),
			operation: action.operation,
			payload_version: payloadVersion,
			payload: JSON.stringify(this.#frozen(action, reference, account)),
			base: action.base === undefined ? null : JSON.stringify(action.base),
			base_hash: action.base === undefined ? null : hashOfRecord(action.base),
			reference,
			...state,
			attention: null,
			revision: 1,
			since: now,
			unsent_count: 0,
			baseline: null,
			absent_probes: 0,
			service_status: null,
			service_said: '',
			confirmed_by: null,
			confirmed_read_no: null,
			created_at: now,
			fresh_from: now,
			settings: JSON.stringify(settingsOf(action.operation, account.profile)),
		};
	}

	/**
	 * Freezes the payload, with our reference or the state that the operation sets. @param queued names the reference
	 * field as this step does, to compare with it
	 */
	#frozen(
		{ operation: name, payload }: NewAction,
		reference: string,
		account: OutboxAccount,
		queued?: ActionRow,
	): unknown {
		const { accountId, profile } = account;
		const operation = findOperation(name);
		const kind = operation === undefined ? null : documentKindOf(operation);
		const today = kind === null ? null : profile.reference[kind];
		const field = queued ? provedBy(queued, kind, account).referenceField : today;
		const proof = operation?.replay?.proof;
		if (kind === null || payload.body === undefined) return payload;
		if (operation?.sets !== undefined) {
			const status = stateWordOf(profile, kind, operation.sets);
			return { ...payload, body: { ...payload.body, status } };
		}
		if (field === null) return payload;
		if (proof !== 'reference' && proof !== 'equality') return payload;
		const given = payload.body[field];
		const text = typeof given === 'string' ? given : '';
		const limit = textLimit(profile, kind, this.#observed.of(accountId, kind, field));
		const carried = proof === 'reference' ? reference : trailingReference(text);
		if (carried === null && text === '') return payload;
		return { ...payload, body: { ...payload.body, [field]: fitted(text, carried, limit) } };
	}
}

/** Whether a step may be queued now. @param byChoice a person lets it wait offline */
function mayWait(name: string, byChoice: boolean, maySend: () => boolean): boolean {
	switch (findOperation(name)?.replay?.offline) {
		case 'queue':
			return true;
		case 'by-choice':
			return byChoice || maySend();
		case 'never':
		case undefined:
			return false;
	}
}

/**
 * Whether the intent has a live or confirmed step with the same content. Discarded and cancelled steps do not count.
 */
export function isAlreadyQueued(
	tables: Pick<ActionTables, 'ofIntent' | 'byId' | 'firstPayload'>,
	{ laneId, intentId }: { laneId: string; intentId: string },
	isSame: (row: ActionRow, payload: string) => boolean,
): boolean {
	const counts = (row: ActionRow | null): boolean => {
		if (row?.state !== 'superseded') {
			return row !== null && row.state !== 'cancelled' && row.state !== 'discarded';
		}
		// A discard that cancelled out is done; a superseded step counts as its successor.
		return row.resolution === null || counts(tables.byId(row.resolution));
	};
	return tables
		.ofIntent(laneId, intentId)
		.some(
			(row) =>
				counts(row) &&
				(isSame(row, row.payload) ||
					isSame(row, tables.firstPayload(row.action_id) ?? row.payload)),
		);
}

/** A new document uses its draft's reference, the same wherever the draft is sent from. Any other step has its own. */
function referenceOf({ operation, intentId }: NewAction, actionId: string): string {
	const draftId = originOf({ intent_id: intentId });
	const makesDocument = findOperation(operation)?.replay?.proof === 'reference';
	return shortReference(makesDocument && isUuid(draftId) ? draftId : actionId);
}
