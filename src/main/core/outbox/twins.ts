// Finds possible duplicates: every confirmed create is watched for a day, in each complete list of its kind. Each
// find is saved once and shown to a person. Nothing is sent, deleted or decided here.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { KindName } from '../../../shared/document/kinds.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { likeness, wholeDay } from '../../../shared/service/likeness.ts';
import type { Clock } from '../ports.ts';
import { twinTables, type TwinDecision, type TwinTables, type WatchedRow } from '../store/twins.ts';
import { giveWay } from '../turns.ts';
import { finished, type ActionRow, type LaneRow } from './action.ts';
import { baselineOf } from './baseline.ts';
import { viewOf } from './document-view.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import { ofItsField, provedBy } from './kept-settings.ts';
import { labelOf } from './lane-label.ts';
import type { Moving } from './moving.ts';
import { createTrust } from './observing.ts';
import { readPayload } from './payload.ts';
import type { RuleOf } from './probe.ts';
import { CopyIndexes, twinsOf, type Sent, type CopyIndex } from './copy-index.ts';

/** ms of work before the thread is yielded. */
const workMs = 16;

interface Look {
	readonly accountId: string;
	readonly kind: KindName;
	readonly watch: WatchedRow;
	readonly row: ActionRow;
	readonly sent: Sent;
	readonly index: CopyIndex;
}

/** Saves a look, in a transaction. @returns whether a person must be told */
type Save = () => boolean;

export class Twins {
	readonly tables: TwinTables;
	readonly #options: EngineOptions;
	readonly #moving: Moving;
	readonly #records;
	readonly #pulls;
	readonly #locations;
	readonly #trust;
	readonly #indexes: CopyIndexes;
	readonly #lookedAt = new Map<string, number>();

	constructor(options: EngineOptions, moving: Moving) {
		const { store } = options;
		this.#options = options;
		this.#moving = moving;
		this.tables = twinTables(store.durable);
		this.#records = store.records;
		this.#pulls = store.pulls;
		this.#locations = store.locations;
		this.#trust = createTrust(store);
		this.#indexes = new CopyIndexes(store);
	}

	/** `changed-meanwhile` if someone has decided before. */
	decide(
		{ twinId, says, reason }: { twinId: string } & Pick<TwinDecision, 'says' | 'reason'>,
		by: string,
	): Reply<Record<string, never>> {
		const twin = this.tables.get(this.#options.account()?.accountId ?? '', twinId);
		if (!twin) return fail('not-found', 'This is not among the possible duplicates.');
		if (twin.says !== null) {
			return fail('changed-meanwhile', 'Someone else has already decided this.');
		}
		this.tables.decide(twinId, { says, reason, by, at: this.#options.ports.clock.now() });
		this.#moving.announce([twin.lane_id]);
		return succeed({});
	}

	/** Call it after a complete list. */
	async lookFor(kind: KindName): Promise<void> {
		const account = this.#options.account();
		if (account === null) return;
		const { store, ports } = this.#options;
		const pull = this.#pulls.get(account.accountId, kind);
		if (!pull?.complete) return;
		const takeTurn = turnsOf(ports.clock, () => store.durable.open);
		const indexes = new Map<string, CopyIndex>();
		const writes: (() => string | null)[] = [];
		for (const watch of this.tables.watched(account.accountId, kind)) {
			const create = this.#createOf(watch);
			if (create === null) {
				writes.push(() => {
					this.tables.endWatch(watch.action_id, ports.clock.now());
					return null;
				});
				continue;
			}
			const { row, lane } = create;
			// A list begun before the confirmation may be older than the document.
			if (pull.readNo <= (row.confirmed_read_no ?? 0)) continue;
			const location = this.#locations.get(account.accountId, labelOf(lane).locationId);
			// The reference is in the field that was named when it was sent.
			const proved = provedBy(row, kind, account);
			const field = proved.referenceField;
			const indexKey = `${location.locationId} ${field ?? ''}`;
			const read = { rule: create.rule, field };
			const index =
				indexes.get(indexKey) ?? (await this.#indexes.at(location, account, kind, read, takeTurn));
			if (index === null) return;
			indexes.set(indexKey, index);
			const sent = this.#sentAs(create, proved, kind, account);
			const look = { accountId: account.accountId, kind, watch, row, sent, index };
			const save = row.state === 'discarded' ? this.#searchLate(look) : this.#search(look);
			writes.push(() => (save() ? lane.lane_id : null));
			if (!(await takeTurn())) return;
		}
		if (writes.length === 0) return;
		const told = store.durable
			.transaction(() => writes.flatMap((write) => write() ?? []))
			.immediate();
		if (told.length > 0) this.#moving.announce(told);
	}

	/** null if it cannot be read. */
	#createOf(watch: WatchedRow): Create | null {
		const { tables } = this.#moving;
		const row = tables.byId(watch.action_id);
		const lane = tables.lane(watch.lane_id);
		const rule = row ? ruleOf(row) : null;
		const payload = row && lane ? readPayload(row, lane) : null;
		if (!row || !lane || !rule || payload === null || typeof payload === 'string') return null;
		return { watch, row, lane, rule, body: payload.body ?? {} };
	}

	#sentAs(
		{ watch, row, rule, body }: Create,
		proved: ReturnType<typeof provedBy>,
		kind: KindName,
		account: OutboxAccount,
	): Sent {
		const view = viewOf(body, rule, proved.referenceField);
		const before = baselineOf(row);
		return {
			...view,
			reference: row.reference,
			serverId: watch.server_id,
			before: new Set(before?.kind === 'documents' ? before.ids : []),
			relied: ofItsField(proved, this.#trust(account, kind, view.text)).keepsReferences === true,
		};
	}

	#search(look: Look): Save {
		const { tables } = this.#moving;
		const { ports } = this.#options;
		const { accountId, kind, row, sent, index } = look;
		const alike = twinsOf(sent, index);
		// If nobody named our document, the first match counts as ours.
		const ours = sent.serverId ?? alike.at(0);
		const others = alike.filter((id) => id !== ours && !tables.madeHere(accountId, kind, id));
		// Another entry of ours with the same content may still be waiting to learn that this is its document.
		const settled = others.length === 0 || !this.#sameContentIsOpen(look);
		const copyOf = (id: string) => this.#records.get(accountId, kind, id)?.json ?? '{}';
		const left = this.#leftOf(look);
		return () => {
			const fresh = others.filter(
				(id) =>
					settled &&
					ours !== undefined &&
					this.tables.record({
						twin_id: ports.newId(),
						account_id: accountId,
						kind,
						action_id: row.action_id,
						our_server_id: ours,
						server_id: id,
						ours: copyOf(ours),
						other: copyOf(id),
						found_at: ports.clock.now(),
					}),
			);
			if (left > 0 || !settled) this.tables.goOn(row.action_id, Math.max(0, left));
			else this.tables.endWatch(row.action_id, ports.clock.now());
			return fresh.length > 0;
		};
	}

	/** A discarded create: did its document turn up after all? */
	#searchLate(look: Look): Save {
		const { tables } = this.#moving;
		const { clock } = this.#options.ports;
		const { accountId, kind, row, index } = look;
		const there = index.byReference
			.get(row.reference)
			?.find(({ id }) => !tables.madeHere(accountId, kind, id));
		const goesOtherwise = tables
			.ofLane(row.lane_id)
			.some(({ state }) => state === 'confirmed' || !finished.includes(state));
		const left = this.#leftOf(look);
		return () => {
			if (there === undefined && left > 0) {
				this.tables.goOn(row.action_id, left);
				return false;
			}
			this.tables.endWatch(row.action_id, clock.now());
			if (there === undefined || goesOtherwise) return false;
			const { id: record, readNo } = there;
			const read = { read: `${kind}.list`, startedAt: clock.now(), serverDate: null };
			// The document belongs to this entry, whatever a person decides: screens show the two as one.
			tables.setServer(row.lane_id, record, null);
			return this.#moving.move(row, 'attention', {
				attention: 'not-confirmed-undecided',
				why: { code: 'reference-found', args: { reference: row.reference } },
				lookup: { ...read, readNo, record, rows: null },
			});
		};
	}

	#leftOf({ watch, row }: Look): number {
		const now = this.#options.ports.clock.monotonic();
		const left = watch.left_ms - Math.ceil(now - (this.#lookedAt.get(row.action_id) ?? now));
		this.#lookedAt.set(row.action_id, now);
		return left;
	}

	#sameContentIsOpen({ row, sent, index }: Look): boolean {
		const { tables } = this.#moving;
		const grain = { ...index.grain, stepMs: wholeDay };
		return tables.live(row.account_id, row.operation).some((other) => {
			if (!tables.mayHaveBeenApplied(other.action_id)) return false;
			const lane = tables.lane(other.lane_id);
			const payload = lane ? readPayload(other, lane) : null;
			const rule = ruleOf(other);
			if (payload === null || typeof payload === 'string' || rule === null) return false;
			const { content } = viewOf(payload.body ?? {}, rule, null);
			return likeness(sent.content, content, grain, index.location) !== 'other';
		});
	}
}

interface Create {
	watch: WatchedRow;
	row: ActionRow;
	lane: LaneRow;
	rule: RuleOf<'reference'>;
	body: Readonly<Record<string, unknown>>;
}

/** @returns a function that yields the thread when due; it resolves to false if the files were closed */
function turnsOf(clock: Clock, isOpen: () => boolean): () => Promise<boolean> {
	let since = clock.monotonic();
	return async () => {
		if (clock.monotonic() - since >= workMs) {
			await giveWay(clock);
			since = clock.monotonic();
		}
		return isOpen();
	};
}

const ruleOf = ({ operation }: ActionRow): RuleOf<'reference'> | null => {
	const rule = findOperation(operation)?.replay;
	return rule?.proof === 'reference' ? rule : null;
};
