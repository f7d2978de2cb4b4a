// Possible duplicates. A create that was confirmed while a second document may have come of it is watched for a day:
// each whole list of its kind is searched for a document that can only be its twin. What is found is written down once
// and put before a person. Nothing is sent, deleted or decided here.
import { z } from 'zod';
import { referenceIn } from '../../../shared/domain/reference.ts';
import { behaviourInForce } from '../../../shared/service/behaviour.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { onItsDay } from '../document/dates.ts';
import { cacheRecords, type CachedDocument } from '../store/cache-records.ts';
import { locations } from '../store/locations.ts';
import { pullTable } from '../store/pulls.ts';
import { twinTables, type TwinDecision, type TwinTables, type WatchedRow } from '../store/twins.ts';
import type { ActionRow } from './action.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import type { Moving } from './moving.ts';
import { readKept } from '../store/kept-json.ts';
import { labelOf } from './lane-label.ts';
import { readPayload } from './payload.ts';
import { evidence } from './probe.ts';
import { laneDocumentOf } from './twin-watch.ts';

export interface Twins {
	/** Looks through the copies of a kind for twins of what is watched. Call it when a list of them came whole. */
	lookForTwins(kind: CachedDocument): Promise<void>;
	/** What a person says of a possible duplicate. `changed-meanwhile` where somebody said it before. */
	decideTwin(
		twin: { twinId: string } & Pick<TwinDecision, 'says' | 'reason'>,
		by: string,
	): Reply<Record<string, never>>;
	readonly twins: TwinTables;
}

/** ms of looking before others get the thread. */
const workMs = 16;

const listed = z.looseObject({ id: z.string() });

/** What of a copy tells whose it is. */
interface Looks {
	content: string;
	reference: string | null;
}

export function createTwins(options: EngineOptions, { tables, announce }: Moving): Twins {
	const { store, ports } = options;
	const { clock, newId } = ports;
	const twins = twinTables(store.durable);
	const records = cacheRecords(store.cache);
	const pulls = pullTable(store.cache);
	const places = locations(store.cache);

	/** By kind and id, the copies that were read once, with the read that wrote them. */
	let known = new Map<string, { readNo: number; looks: Looks }>();
	let knownOf = '';
	/** When each watch was last looked after, by the monotonic clock. */
	const lookedAt = new Map<string, number>();

	/** The copies at a location that look as asked for. */
	const copiesAt = async (
		account: OutboxAccount,
		kind: CachedDocument,
		locationId: string,
		content: (record: Payload) => string,
	): Promise<Map<string, Looks>> => {
		const { accountId, profile } = account;
		if (knownOf !== accountId) known = new Map();
		knownOf = accountId;
		const found = new Map<string, Looks>();
		const field = profile.reference[kind];
		let since = clock.monotonic();
		for (const { id, readNo } of records.versionsAt(accountId, kind, locationId)) {
			const key = `${kind} ${id}`;
			let copy = known.get(key);
			if (copy?.readNo !== readNo) {
				const json = records.get(accountId, kind, id)?.json;
				if (json === undefined) continue;
				const record = listed.parse(JSON.parse(json));
				const text = field === null ? undefined : record[field];
				const reference = typeof text === 'string' ? referenceIn(text) : null;
				copy = { readNo, looks: { content: content(record), reference } };
				known.set(key, copy);
			}
			found.set(id, copy.looks);
			if (clock.monotonic() - since < workMs) continue;
			await new Promise<void>((resolve) => clock.after(0, resolve));
			if (!store.durable.open) return found;
			since = clock.monotonic();
		}
		return found;
	};

	const lookFor = async (
		account: OutboxAccount,
		kind: CachedDocument,
		watch: WatchedRow,
	): Promise<void> => {
		const row = tables.byId(watch.action_id);
		const lane = tables.lane(watch.lane_id);
		const rule = (row && findOperation(row.operation))?.replay;
		const sent = row && lane ? readPayload(row, lane) : null;
		if (!row || !lane || rule?.proof !== 'reference' || sent === null || typeof sent === 'string') {
			twins.endWatch(watch.action_id, clock.now());
			return;
		}
		const pull = pulls.get(account.accountId, kind);
		// A list that began before the answer may be older than the document.
		if (!pull?.complete || pull.readNo <= (row.confirmed_read_no ?? 0)) return;
		const { locationId } = labelOf(lane);
		const place = places.get(account.accountId, locationId);
		const content = (record: Payload) => rule.fingerprint(onItsDay(record, place));
		const wanted = content(sent.body ?? {});
		const copies = await copiesAt(account, kind, locationId, content);
		if (!store.durable.open) return;
		const keeps = behaviourInForce(account.profile, account.learned, kind).keepsReferences === true;
		const before = evidenceIds(row);
		const alike = [...copies]
			.filter(
				([id, looks]) =>
					!before.has(id) &&
					(looks.reference === row.reference || (!keeps && looks.content === wanted)),
			)
			.map(([id]) => id);
		// Where nobody named the document that was made, the first that fits counts as ours.
		const ours = watch.server_id ?? alike.at(0);
		const document = laneDocumentOf[kind];
		const others = alike.filter(
			(id) => id !== ours && !tables.madeHere(account.accountId, document, id),
		);
		// The other one may be what an entry of ours with the same content is still waiting to hear of.
		const settled = others.length === 0 || !sameContentIsOpen(row, content, wanted);
		const copyOf = (id: string) => records.get(account.accountId, kind, id)?.json ?? '{}';
		const write = (): boolean => {
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
			const now = clock.monotonic();
			const left = watch.left_ms - Math.ceil(now - (lookedAt.get(row.action_id) ?? now));
			lookedAt.set(row.action_id, now);
			if (left > 0 || !settled) twins.goOn(row.action_id, Math.max(0, left));
			else twins.endWatch(row.action_id, clock.now());
			return fresh.length > 0;
		};
		if (store.durable.transaction(write).immediate()) announce([lane.lane_id]);
	};

	const sameContentIsOpen = (
		row: ActionRow,
		content: (body: Payload) => string,
		wanted: string,
	): boolean =>
		tables.live(row.account_id, row.operation).some((other) => {
			if (!tables.mayHaveBeenApplied(other.action_id)) return false;
			const lane = tables.lane(other.lane_id);
			const sent = lane ? readPayload(other, lane) : null;
			return sent !== null && typeof sent !== 'string' && content(sent.body ?? {}) === wanted;
		});

	return {
		twins,

		async lookForTwins(kind) {
			const account = options.account();
			if (account === null) return;
			for (const watch of twins.watched(account.accountId, kind)) {
				await lookFor(account, kind, watch);
				if (!store.durable.open || options.account()?.accountId !== account.accountId) return;
			}
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

/** What stood there before the first try is none of it. */
function evidenceIds({ evidence: json }: ActionRow): ReadonlySet<string> {
	const read = json === null ? null : evidence.safeParse(readKept(json));
	return new Set(read?.success && read.data.kind === 'documents' ? read.data.ids : []);
}
