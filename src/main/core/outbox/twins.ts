// Finds possible duplicates: every confirmed create is watched for a day, in each complete list of its kind. Each
// find is saved once and shown to a person. Nothing is sent, deleted or decided here.
import { z } from 'zod';
import { referenceIn } from '../../../shared/domain/reference.ts';
import { findOperation } from '../../../shared/service/index.ts';
import {
	grainOf,
	itemsKey,
	likeness,
	wholeDay,
	type Grain,
} from '../../../shared/service/likeness.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { cacheRecords, type CachedDocument } from '../store/cache-records.ts';
import { locationTable, type Location } from '../store/locations.ts';
import { pullTable } from '../store/pulls.ts';
import { twinTables, type TwinDecision, type TwinTables, type WatchedRow } from '../store/twins.ts';
import { finished, type ActionRow } from './action.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import type { Moving } from './moving.ts';
import { createTrust } from './observing.ts';
import { keptOr } from '../store/kept-json.ts';
import { baselineOf } from './baseline.ts';
import { compareShown, viewOf, type DocumentView } from './document-view.ts';
import { ofItsField, provedBy } from './kept-settings.ts';
import { labelOf } from './lane-label.ts';
import { readPayload } from './payload.ts';
import type { RuleOf } from './probe.ts';
import { laneDocumentOf } from './twin-watch.ts';

export interface Twins {
	/** Searches the copies of a kind for duplicates. Call it after a complete list. */
	lookForTwins(kind: CachedDocument): Promise<void>;
	/** Saves a person's decision. `changed-meanwhile` if somebody decided before. */
	decideTwin(
		twin: { twinId: string } & Pick<TwinDecision, 'says' | 'reason'>,
		by: string,
	): Reply<Record<string, never>>;
	readonly twins: TwinTables;
}

const workMs = 16;

const listed = z.looseObject({ id: z.string() });

interface Copy extends DocumentView {
	readonly id: string;
	readonly readNo: number;
	readonly reference: string | null;
}

/** The copies at a location, indexed so that each watch meets only possible twins. */
interface Shelf {
	readonly grain: Grain;
	readonly byId: ReadonlyMap<string, Copy>;
	readonly byReference: ReadonlyMap<string, readonly Copy[]>;
	readonly byItems: ReadonlyMap<string, readonly Copy[]>;
}

interface Look {
	readonly watch: WatchedRow;
	readonly row: ActionRow;
	readonly location: Location;
	readonly sent: DocumentView & { readonly reference: string };
	readonly shelf: Shelf;
	readonly relied: boolean;
}

export function createTwins(options: EngineOptions, { tables, announce, move }: Moving): Twins {
	const { store, ports } = options;
	const { clock, newId } = ports;
	const twins = twinTables(store.durable);
	const records = cacheRecords(store.cache);
	const pulls = pullTable(store.cache);
	const locations = locationTable(store.cache);
	const trust = createTrust(store);

	let known = new Map<string, Copy>();
	let knownOf = '';
	/** When each watch was last checked, by the monotonic clock. */
	const lookedAt = new Map<string, number>();

	/** @returns yields the thread now and then; false if the files were closed meanwhile */
	const turns = () => {
		let since = clock.monotonic();
		return async (): Promise<boolean> => {
			if (clock.monotonic() - since >= workMs) {
				await new Promise<void>((resolve) => clock.after(0, resolve));
				since = clock.monotonic();
			}
			return store.durable.open;
		};
	};

	const shelfOf = async (
		{ accountId, profile }: OutboxAccount,
		kind: CachedDocument,
		location: Location,
		rule: RuleOf<'reference'>,
		field: string | null,
		takeTurn: () => Promise<boolean>,
	): Promise<Shelf | null> => {
		if (knownOf !== accountId) known = new Map();
		knownOf = accountId;
		const copies: Copy[] = [];
		for (const { id, readNo } of records.versionsAt(accountId, kind, location.locationId)) {
			const key = `${kind} ${field ?? ''} ${id}`;
			let copy = known.get(key);
			if (copy?.readNo !== readNo) {
				const json = records.get(accountId, kind, id)?.json;
				if (json === undefined) continue;
				const record = keptOr(listed, json, null);
				if (record === null) continue;
				const view = viewOf(record, rule, field);
				copy = { ...view, id, readNo, reference: referenceIn(view.text) };
				known.set(key, copy);
			}
			copies.push(copy);
			if (!(await takeTurn())) return null;
		}
		const grain = grainOf(
			copies.map(({ content }) => content),
			location,
			profile.quantityScale,
		);
		return {
			grain,
			byId: new Map(copies.map((copy) => [copy.id, copy])),
			byReference: Map.groupBy(copies, ({ reference }) => reference ?? ''),
			byItems: Map.groupBy(copies, ({ content }) => itemsKey(content)),
		};
	};

	/** Copies that were not there before the first attempt, and carry our reference or have the same content. */
	const twinsOf = ({ row, location, sent, shelf, watch, relied }: Look): string[] => {
		const before = baselineIds(row);
		const ours = watch.server_id === null ? undefined : shelf.byId.get(watch.server_id);
		const carried = ours === undefined ? relied : ours.reference === row.reference;
		// An answer may have named a stranger's document.
		const isOurs =
			ours !== undefined && compareShown(sent, ours, shelf.grain, location).like !== 'other';
		// If our document carries our reference, so does its twin. Without one, only the same time of day counts.
		const onTheDay = { ...shelf.grain, stepMs: wholeDay };
		const alike = (shelf.byItems.get(itemsKey(sent.content)) ?? []).filter((copy) => {
			const { like, otherReference } = compareShown(sent, copy, shelf.grain, location);
			if (otherReference !== null) return false;
			if (like === 'same' || carried) return like === 'same';
			const onDay = compareShown(sent, copy, onTheDay, location);
			// Where quantities are rounded as well, a text of ours that was cut within the reference tells, and so does a
			// document that is shown exactly as ours is.
			return (
				onDay.like === 'same-day' ||
				onDay.ours ||
				(isOurs && isShownAs(ours, copy, shelf.grain, location))
			);
		});
		const marked = shelf.byReference.get(row.reference) ?? [];
		return [...new Set([...marked, ...alike].map(({ id }) => id))].filter((id) => !before.has(id));
	};

	const lookFor = (account: OutboxAccount, kind: CachedDocument, look: Look): (() => boolean) => {
		const { watch, row } = look;
		const alike = twinsOf(look);
		// If nobody named our document, the first match counts as ours.
		const ours = watch.server_id ?? alike.at(0);
		const document = laneDocumentOf[kind];
		const others = alike.filter(
			(id) => id !== ours && !tables.madeHere(account.accountId, document, id),
		);
		// Another entry of ours with the same content may still be waiting to learn that this is its document.
		const settled = others.length === 0 || !sameContentIsOpen(look);
		const copyOf = (id: string) => records.get(account.accountId, kind, id)?.json ?? '{}';
		const now = clock.monotonic();
		const left = watch.left_ms - Math.ceil(now - (lookedAt.get(row.action_id) ?? now));
		lookedAt.set(row.action_id, now);
		return () => {
			const fresh = others.filter(
				(id) =>
					settled &&
					ours !== undefined &&
					twins.record({
						twin_id: newId(),
						account_id: account.accountId,
						kind,
						action_id: row.action_id,
						our_server_id: ours,
						server_id: id,
						ours: copyOf(ours),
						other: copyOf(id),
						found_at: clock.now(),
					}),
			);
			if (left > 0 || !settled) twins.goOn(row.action_id, Math.max(0, left));
			else twins.endWatch(row.action_id, clock.now());
			return fresh.length > 0;
		};
	};

	/** @returns saves the result for a discarded create; true if its document turned up after all */
	const lookForDiscarded = (account: OutboxAccount, kind: CachedDocument, look: Look) => {
		const { watch, row, shelf } = look;
		const there = shelf.byReference
			.get(row.reference)
			?.find(({ id }) => !tables.madeHere(account.accountId, laneDocumentOf[kind], id));
		const goesOtherwise = tables
			.ofLane(row.lane_id)
			.some(({ state }) => state === 'confirmed' || !finished.includes(state));
		const now = clock.monotonic();
		const left = watch.left_ms - Math.ceil(now - (lookedAt.get(row.action_id) ?? now));
		lookedAt.set(row.action_id, now);
		return () => {
			if (there === undefined && left > 0) {
				twins.goOn(row.action_id, left);
				return false;
			}
			twins.endWatch(row.action_id, clock.now());
			if (there === undefined || goesOtherwise) return false;
			const { id: record, readNo } = there;
			const read = { read: `${kind}.list`, startedAt: clock.now(), serverDate: null };
			// The document belongs to this entry, whatever a person decides: screens show the two as one.
			tables.setServer(row.lane_id, record, null);
			return move(row, 'attention', {
				attention: 'not-confirmed-undecided',
				why: { code: 'reference-found', args: { reference: row.reference } },
				lookup: { ...read, readNo, record, rows: null },
			});
		};
	};

	const sameContentIsOpen = ({ row, sent, shelf, location }: Look): boolean =>
		tables.live(row.account_id, row.operation).some((other) => {
			if (!tables.mayHaveBeenApplied(other.action_id)) return false;
			const lane = tables.lane(other.lane_id);
			const payload = lane ? readPayload(other, lane) : null;
			const rule = ruleOf(other);
			if (payload === null || typeof payload === 'string' || rule === null) return false;
			const grain = { ...shelf.grain, stepMs: wholeDay };
			const { content } = viewOf(payload.body ?? {}, rule, null);
			return likeness(sent.content, content, grain, location) !== 'other';
		});

	const lookForAll = async (account: OutboxAccount, kind: CachedDocument): Promise<void> => {
		const { accountId } = account;
		const pull = pulls.get(accountId, kind);
		if (!pull?.complete) return;
		const takeTurn = turns();
		const shelves = new Map<string, Shelf>();
		const writes: (() => string | null)[] = [];
		for (const watch of twins.watched(accountId, kind)) {
			const row = tables.byId(watch.action_id);
			const lane = tables.lane(watch.lane_id);
			const rule = row ? ruleOf(row) : null;
			const payload = row && lane ? readPayload(row, lane) : null;
			if (!row || !lane || !rule || payload === null || typeof payload === 'string') {
				writes.push(() => {
					twins.endWatch(watch.action_id, clock.now());
					return null;
				});
				continue;
			}
			// A list begun before the confirmation may be older than the document.
			if (pull.readNo <= (row.confirmed_read_no ?? 0)) continue;
			const location = locations.get(accountId, labelOf(lane).locationId);
			// The reference is in the field that was named when it was sent.
			const proved = provedBy(row, kind, account);
			const field = proved.referenceField;
			const shelfName = `${location.locationId} ${field ?? ''}`;
			const shelf =
				shelves.get(shelfName) ?? (await shelfOf(account, kind, location, rule, field, takeTurn));
			if (shelf === null) return;
			shelves.set(shelfName, shelf);
			const view = viewOf(payload.body ?? {}, rule, field);
			const sent = { ...view, reference: row.reference };
			const behaviour = ofItsField(proved, trust(account, kind, sent.text));
			const relied = behaviour.keepsReferences === true;
			const look = { watch, row, location, sent, shelf, relied };
			const write =
				row.state === 'discarded'
					? lookForDiscarded(account, kind, look)
					: lookFor(account, kind, look);
			writes.push(() => (write() ? lane.lane_id : null));
			if (!(await takeTurn())) return;
		}
		if (writes.length === 0) return;
		const told = store.durable
			.transaction(() => writes.flatMap((write) => write() ?? []))
			.immediate();
		if (told.length > 0) announce(told);
	};

	return {
		twins,

		async lookForTwins(kind) {
			const account = options.account();
			if (account !== null) await lookForAll(account, kind);
		},

		decideTwin({ twinId, says, reason }, by) {
			const twin = twins.get(options.account()?.accountId ?? '', twinId);
			if (!twin) return fail('not-found', 'This is not among the possible duplicates.');
			if (twin.says !== null) {
				return fail('changed-meanwhile', 'Somebody has decided this meanwhile.');
			}
			twins.decide(twinId, { says, reason, by, at: clock.now() });
			announce([twin.lane_id]);
			return succeed({});
		},
	};
}

const isShownAs = (ours: Copy, copy: Copy, grain: Grain, location: Location): boolean =>
	ours.text === copy.text &&
	['same-day', 'same'].includes(likeness(ours.content, copy.content, grain, location));

/** Documents that were there before the first attempt are no twins. */
function baselineIds(row: ActionRow): ReadonlySet<string> {
	const before = baselineOf(row);
	return new Set(before?.kind === 'documents' ? before.ids : []);
}

const ruleOf = ({ operation }: ActionRow): RuleOf<'reference'> | null => {
	const rule = findOperation(operation)?.replay;
	return rule?.proof === 'reference' ? rule : null;
};
