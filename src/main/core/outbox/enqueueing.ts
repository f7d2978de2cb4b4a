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
import type { ActionTables } from '../store/actions.ts';
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { observedTable } from '../store/observed.ts';
import { finished, fromCopy, madeOf, type ActionRow } from './action.ts';
import { hashOfRecord } from './base.ts';
import { coalesce, type Coalesced } from './coalescing.ts';
import { holdMs, type EngineOptions, type OutboxAccount } from './engine-options.ts';
import { provedBy, settingsOf } from './kept-settings.ts';
import { laneWords } from './lane-words.ts';
import type { Moving } from './moving.ts';
import type { NewAction, Outbox } from './outbox.ts';
import { payloadVersion, withoutMoment } from './payload.ts';
import { readKept } from '../store/kept-json.ts';

export function createEnqueueing(
	options: EngineOptions,
	{ tables }: Moving,
	committed: (laneId: string) => void,
): Outbox['enqueue'] {
	const { clock, newId } = options.ports;
	const wordsOf = laneWords(options.store);
	const observed = observedTable(options.store.durable);
	const elsewhere = alsoElsewhere(options.store.durable);

	/** The frozen payload with our reference. @param queued compares with this step, by the field named at its time */
	const withOurReference = (
		{ operation: name, payload }: NewAction,
		reference: string,
		account: OutboxAccount,
		queued?: ActionRow,
	): unknown => {
		const { accountId, profile } = account;
		const operation = findOperation(name);
		const kind = operation === undefined ? null : documentKindOf(operation);
		const today = kind === null ? null : profile.reference[kind];
		const field = queued ? provedBy(queued, kind, account).referenceField : today;
		const proof = operation?.replay?.proof;
		if (kind === null || field === null || payload.body === undefined) return payload;
		if (proof !== 'reference' && proof !== 'equality') return payload;
		const given = payload.body[field];
		const text = typeof given === 'string' ? given : '';
		const limit = textLimit(profile, kind, observed.of(accountId, kind, field));
		const carried = proof === 'reference' ? reference : trailingReference(text);
		if (carried === null && text === '') return payload;
		return { ...payload, body: { ...payload.body, [field]: fitted(text, carried, limit) } };
	};

	const enqueue: Outbox['enqueue'] = (newLane, actions, choice = { mayWait: false }) => {
		const account = options.account();
		if (!account) throw new Error('Nothing can be queued without an account.');
		const [first] = actions;
		const known = tables.laneOfDocument(account.accountId, newLane.document, newLane.documentId);
		const laneId = known?.lane_id ?? newId();
		if (known && first && isQueued(laneId, first, account)) return succeed({ laneId });
		const waits = actions.every(
			// A step that cancels out with waiting ones needs no network.
			(action) => folded(laneId, action)?.action === null || mayWait(action.operation, choice),
		);
		if (!waits) return fail('needs-network', 'This goes only while the service answers.');
		const ids = actions.map(newId);
		const label = JSON.stringify(newLane.label);
		if (known) {
			const words = wordsOf(account.accountId, newLane, {
				known: known.words,
				by: options.person(),
				bodies: actions.map(({ payload }) => payload.body ?? {}),
				references: actions.map((action, at) => referenceOf(action, ids[at] ?? '')),
			});
			// A lane without words gets all of them later (filling-words.ts).
			tables.relabel(laneId, label, known.words === '' ? '' : words);
			if (newLane.waitsFor !== undefined) tables.setWaitsFor(laneId, newLane.waitsFor);
		} else {
			tables.insertLane({
				lane_id: laneId,
				account_id: account.accountId,
				document: newLane.document,
				document_id: newLane.documentId,
				label,
				server_id: newLane.server?.id ?? null,
				server_number: newLane.server?.number ?? null,
				created_at: clock.now(),
				created_by: options.person(),
				standing: 'waiting',
				words: '',
				waits_for: newLane.waitsFor ?? null,
			});
		}
		for (const [at, action] of actions.entries()) add(account, laneId, action, ids[at] ?? newId());
		// The caller's transaction is still open: look at the lane once it is over.
		clock.after(0, () => {
			committed(laneId);
		});
		return succeed({ laneId });
	};

	/** Whether this intent with this content is queued or was sent. Discarded and cancelled steps do not count. */
	const isQueued = (laneId: string, action: NewAction, account: OutboxAccount): boolean => {
		return goesAlready(
			tables,
			{ laneId, intentId: action.intentId },
			(row) =>
				withoutMoment(readKept(row.payload)) ===
				withoutMoment(withOurReference(action, row.reference, account, row)),
		);
	};

	const folded = (laneId: string, action: NewAction): Coalesced | null => {
		const unfinished = () => tables.ofLane(laneId).filter(({ state }) => !finished.includes(state));
		// A step from a copy, or one that is also on another PC, may have been sent without a trace in this file.
		const isUnsent = (row: ActionRow) =>
			tables.attempts(row.action_id) === 0 &&
			row.resolution !== fromCopy &&
			!elsewhere.has(madeOf(row));
		return coalesce(unfinished, action, isUnsent);
	};

	const add = (
		account: OutboxAccount,
		laneId: string,
		asked: NewAction,
		actionId: string,
	): void => {
		const coalesced = folded(laneId, asked);
		const action = coalesced?.action ?? asked;
		const now = clock.now();
		const actor = options.person();
		const reference = referenceOf(action, actionId);
		const hold = holdMs(options, account.profile);
		const state = coalesced?.action === null ? 'superseded' : hold > 0 ? 'held' : 'queued';
		tables.insertAction({
			action_id: actionId,
			intent_id: action.intentId,
			lane_id: laneId,
			account_id: account.accountId,
			actor,
			operation: action.operation,
			payload_version: payloadVersion,
			payload: JSON.stringify(withOurReference(action, reference, account)),
			base: action.base === undefined ? null : JSON.stringify(action.base),
			base_hash: action.base === undefined ? null : hashOfRecord(action.base),
			reference,
			state,
			attention: null,
			revision: 1,
			since: now,
			next_at: state === 'held' ? now + hold : null,
			unsent_count: 0,
			baseline: null,
			absent_probes: 0,
			service_status: null,
			service_said: '',
			confirmed_by: null,
			confirmed_read_no: null,
			resolution: null,
			created_at: now,
			fresh_from: now,
			settings: JSON.stringify(settingsOf(action.operation, account.profile)),
		});
		if (coalesced === null) return;
		for (const row of coalesced.supersedes) {
			tables.move(row, 'superseded', {
				at: now,
				by: actor,
				why: coalesced.why,
				resolution: actionId,
			});
		}
	};

	const mayWait = (name: string, choice: { mayWait: boolean }): boolean => {
		const operation = findOperation(name);
		switch (operation?.replay?.offline) {
			case 'queue':
				return true;
			case 'by-choice':
				return choice.mayWait || options.maySend();
			case 'never':
			case undefined:
				return false;
		}
	};

	return enqueue;
}

/** Whether the intent has a live or confirmed step that asks for the same. Discarded and cancelled steps do not count. */
export function goesAlready(
	tables: Pick<ActionTables, 'ofIntent' | 'byId'>,
	{ laneId, intentId }: { laneId: string; intentId: string },
	asksForTheSame: (row: ActionRow) => boolean,
): boolean {
	const goes = (row: ActionRow | undefined): boolean => {
		if (row?.state !== 'superseded') {
			return row !== undefined && row.state !== 'cancelled' && row.state !== 'discarded';
		}
		// A discard that cancelled out is done; a superseded step counts as its successor.
		return row.resolution === null || goes(tables.byId(row.resolution));
	};
	return tables.ofIntent(laneId, intentId).some((row) => goes(row) && asksForTheSame(row));
}

/** A new document uses its draft's reference, the same wherever the draft is sent from. Any other step has its own. */
function referenceOf({ operation, intentId }: NewAction, actionId: string): string {
	const draftId = madeOf({ intent_id: intentId });
	const makesDocument = findOperation(operation)?.replay?.proof === 'reference';
	return shortReference(makesDocument && isUuid(draftId) ? draftId : actionId);
}
