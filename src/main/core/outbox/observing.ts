// Compares confirmed creates with every list or document read: does our reference come back, and how late? A
// contradiction ends the reliance on a behaviour, and resends based on it need attention.
import { z } from 'zod';
import type { AppState } from '../../../shared/bridge/app.ts';
import { byKind, isKindName, type KindName } from '../../../shared/document/kinds.ts';
import { mayBeShownAs, lengthOf } from '../../../shared/domain/shown-text.ts';
import { referenceIn, roomBeside } from '../../../shared/domain/reference.ts';
import {
	behaviourInForce,
	documentKindOf,
	textLimit,
	type BehaviourInForce,
	type RevocableFlag,
} from '../../../shared/service/behaviour.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { DocumentKind } from '../../../shared/service/profile.ts';
import { observedTable } from '../store/observed.ts';
import type { Store } from '../store/open.ts';
import { twinTables, type UnseenRow } from '../store/twins.ts';
import type { ActionRow, LaneRow } from './action.ts';
import { textIn } from './document-view.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import { labelOf } from './lane-label.ts';
import { program, type Moving } from './moving.ts';
import { readPayload } from './payload.ts';
import { keptOr } from '../store/kept-json.ts';

export interface ShownList {
	/** The document as listed; `null` if it is missing, `unknown` if the list cannot tell. */
	find(serverId: string): Payload | null | 'unknown';
	complete: boolean;
	locationId: string | null;
	readNo: number;
	/** Epoch ms. */
	begunAt: number;
}

/** @returns the behaviour to rely on for a kind of document, minus what observations contradict */
export function createTrust({ durable }: Pick<Store, 'durable'>) {
	const observed = observedTable(durable);
	return (
		{ accountId, profile, learned }: OutboxAccount,
		kind: DocumentKind | null,
		text?: string,
	): BehaviourInForce => {
		const seen = kind === null ? undefined : observed.of(accountId, kind, profile.reference[kind]);
		return behaviourInForce(profile, learned, kind, seen, text);
	};
}

/** @returns UTF-16 units left for a person in the reference field, by kind of document; null if unknown */
export function textRooms({ durable }: Pick<Store, 'durable'>) {
	const observed = observedTable(durable);
	const roomOf = (account: OutboxAccount | null, kind: DocumentKind): number | null => {
		if (account === null) return null;
		const { accountId, profile } = account;
		const field = profile.reference[kind];
		const limit = textLimit(profile, kind, observed.of(accountId, kind, field));
		return limit === null ? null : field === null ? limit : roomBeside(limit);
	};
	return (account: OutboxAccount | null): AppState['textRoom'] =>
		byKind((kind) => roomOf(account, kind));
}

interface Unseen {
	readonly watch: UnseenRow;
	readonly row: ActionRow;
	readonly lane: LaneRow;
	readonly serverId: string;
}

export class Observing {
	readonly #options: EngineOptions;
	readonly #moving: Moving;
	readonly #observed;
	readonly #twins;
	readonly #records;
	readonly #pulls;
	readonly #trust;

	constructor(options: EngineOptions, moving: Moving) {
		const { store } = options;
		this.#options = options;
		this.#moving = moving;
		this.#observed = observedTable(store.durable);
		this.#twins = twinTables(store.durable);
		this.#records = store.records;
		this.#pulls = store.pulls;
		this.#trust = createTrust(store);
	}

	/** A list was read, by a lookup or a pull. */
	list(kind: DocumentKind, read: ShownList): void {
		const account = this.#options.account();
		if (account === null || !isKindName(kind)) return;
		const created = this.#unseen(account.accountId, kind).filter(
			({ row, lane }) =>
				read.readNo > (row.confirmed_read_no ?? 0) &&
				(read.locationId === null || labelOf(lane).locationId === read.locationId),
		);
		if (created.length === 0) return;
		this.#inTransaction(() => {
			for (const each of created) this.#compareWithList(account, kind, each, read);
		});
	}

	copies(kind: KindName, begunAt: number): void {
		const accountId = this.#options.account()?.accountId ?? '';
		const pull = this.#pulls.get(accountId, kind);
		if (!pull?.complete) return;
		const { readNo } = pull;
		this.list(kind, {
			complete: true,
			locationId: null,
			readNo,
			begunAt,
			find: (serverId) => {
				const writtenBy = this.#records.writtenBy(accountId, kind, serverId);
				if (writtenBy === null) return null;
				// A later read of this document alone overwrote what the list showed.
				return writtenBy > readNo ? 'unknown' : this.#payloadOf(accountId, kind, serverId);
			},
		});
	}

	/** One document was fetched alone: proves nothing about lists. */
	copy(kind: KindName, serverId: string): void {
		const account = this.#options.account();
		if (account === null) return;
		const { accountId } = account;
		const created = this.#unseen(accountId, kind).find((each) => each.serverId === serverId);
		const writtenBy = this.#records.writtenBy(accountId, kind, serverId);
		if (created === undefined || writtenBy === null) return;
		if (writtenBy <= (created.row.confirmed_read_no ?? 0)) return;
		const shown = this.#payloadOf(accountId, kind, serverId);
		if (shown === null) return;
		this.#inTransaction(() => {
			this.#compareText(account, kind, created, shown, false);
		});
	}

	#inTransaction(work: () => void): void {
		this.#options.store.durable.transaction(work).immediate();
	}

	#unseen(accountId: string, kind: KindName): Unseen[] {
		const { tables } = this.#moving;
		return this.#twins.unseen(accountId, kind).flatMap((watch) => {
			const row = tables.byId(watch.action_id);
			const lane = row && tables.lane(row.lane_id);
			const serverId = lane?.server_id ?? null;
			return row && lane && serverId !== null ? [{ watch, row, lane, serverId }] : [];
		});
	}

	#compareWithList(account: OutboxAccount, kind: KindName, created: Unseen, list: ShownList): void {
		const { watch, row, serverId } = created;
		const { times } = this.#moving;
		const shown = list.find(serverId);
		if (shown === 'unknown' || (shown === null && !list.complete)) return;
		const byTheWall = Math.max(0, list.begunAt - row.since);
		const confirmedAgo = times.msSinceConfirmed(row.action_id) ?? byTheWall;
		if (shown === null) {
			const { listDelayMs } = this.#trust(account, kind);
			// It may have been deleted, so each document contradicts only once.
			const isFirst = watch.missed_at === null || watch.missed_at - row.since < listDelayMs;
			this.#twins.missed(row.action_id, list.begunAt);
			if (isFirst && confirmedAgo >= listDelayMs) {
				this.#contradict(account, kind, created, 'listsAreCurrent');
			}
			return;
		}
		if (watch.missed_at !== null) {
			this.#observed.shownAfter(account.accountId, kind, confirmedAgo);
		}
		this.#compareText(account, kind, created, shown, true);
		this.#twins.shown(row.action_id, this.#options.ports.clock.now());
		times.forget(row.action_id);
	}

	#compareText(
		account: OutboxAccount,
		kind: KindName,
		created: Unseen,
		shown: Payload,
		inList: boolean,
	): void {
		const { row, lane } = created;
		const field = account.profile.reference[kind];
		const payload = readPayload(row, lane);
		// If a person named the document, it may be another one: its text proves nothing.
		if (field === null || typeof payload === 'string' || row.confirmed_by === 'person') return;
		const sent = textIn(payload.body ?? {}, field);
		if (referenceIn(sent) !== row.reference) return;
		const text = textIn(shown, field);
		if (referenceIn(text) === row.reference) {
			if (inList) this.#observed.keptText(account.accountId, kind, field, lengthOf(sent));
			return;
		}
		const isCut = text.trim() !== '' && mayBeShownAs(sent, text);
		if (!isCut && referenceIn(text) !== null) return;
		this.#observed.lostReference(account.accountId, kind, field, isCut ? text.length : null);
		this.#contradict(account, kind, created, 'keepsReferences');
	}

	/** Ends the reliance on a behaviour, and asks a person about the steps that were sent again because of it. */
	#contradict(
		account: OutboxAccount,
		kind: KindName,
		{ row, lane }: Unseen,
		flag: RevocableFlag,
	): void {
		const { tables } = this.#moving;
		const { clock, log } = this.#options.ports;
		// Only a behaviour that was relied on can be contradicted.
		const reliedOn = this.#trust(account, kind);
		if (reliedOn[flag] !== true && !(flag === 'listsAreCurrent' && reliedOn.listsCatchUp)) return;
		const field = flag === 'keepsReferences' ? (account.profile.reference[kind] ?? '') : '';
		const at = clock.now();
		const example = { document: kind, flag, action_id: row.action_id, found_at: at };
		if (!this.#observed.contradict(account.accountId, field, example)) return;
		const code = flag === 'keepsReferences' ? 'reference-lost' : 'list-left-out';
		const told = { at, by: program, from: 'confirmed', to: 'confirmed', why: { code } } as const;
		tables.record(row.action_id, told);
		log.warn('The service does not do what was relied on', { flag, kind });
		const waiting = tables
			.unfinished()
			.filter(
				(each) =>
					each.account_id === account.accountId &&
					each.state === 'queued' &&
					reliesOn(each, kind) &&
					tables.mayHaveBeenApplied(each.action_id) &&
					tables.lastEventOf(each.action_id)?.by === program,
			);
		for (const each of waiting) {
			this.#moving.move(each, 'attention', {
				attention: 'not-confirmed-undecided',
				why: { code: 'relied-on-no-longer' },
			});
		}
		this.#moving.announce([lane.lane_id, ...waiting.map(({ lane_id }) => lane_id)]);
	}

	#payloadOf(accountId: string, kind: KindName, serverId: string): Payload | null {
		const copy = this.#records.get(accountId, kind, serverId);
		return copy && keptOr(z.record(z.string(), z.unknown()), copy.json, null);
	}
}

/** Whether a step is resent only because of what is known about this kind of document. */
function reliesOn({ operation: name }: ActionRow, kind: DocumentKind): boolean {
	const operation = findOperation(name);
	const proof = operation?.replay?.proof;
	return (
		operation !== undefined &&
		documentKindOf(operation) === kind &&
		(proof === 'reference' || proof === 'state')
	);
}
