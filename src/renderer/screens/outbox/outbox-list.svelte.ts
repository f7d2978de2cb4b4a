// The documents of the outbox as the screen shows them: which are asked for, how many, and which one is in hand.
import type { CallInput, CallOutput } from '../../../shared/bridge/contract.ts';
import { lane, type Lane } from '../../../shared/bridge/outbox.ts';
import type { Failure, Reply } from '../../../shared/bridge/reply.ts';

export type Filter = CallInput<'outbox.list'>['filter'];
export type Listing = CallOutput<'outbox.list'>;

export const filters: readonly Filter[] = ['needs-you', 'waiting', 'done', 'all'];
export const kinds = lane.shape.document.options;

export interface OutboxCalls {
	list(asked: CallInput<'outbox.list'>): Promise<Reply<Listing>>;
	/** By the id of a lane or of its document. */
	one(id: string): Promise<Reply<CallOutput<'outbox.lane'>>>;
}

/** Documents that come at once, and with each "show older". */
const pageSize = 100;
/** The most that one call gives. */
const mostAtOnce = 1_000;

export class OutboxList {
	filter = $state<Filter>('all');
	/** Empty for all. */
	document = $state<Lane['document'] | ''>('');
	text = $state('');
	/** YYYY-MM-DD where this PC is; empty for any day. */
	day = $state('');
	listing = $state.raw<Listing | null>(null);
	failure = $state.raw<Failure | null>(null);
	#chosen = $state<string | null>(null);
	readonly #calls: OutboxCalls;
	/** The document that another screen named, until it was found. */
	#opened: string | null;
	/** The one that was looked at last, of those that waited long. */
	#looked: string | null = null;
	#wantedRows = pageSize;
	#asking = false;
	#askAgain = false;
	#filterChanged = false;
	#left = false;

	/** `opened`: the id of a lane, or of the document behind one, that is in hand from the start. */
	constructor(calls: OutboxCalls, filter: Filter, opened?: string) {
		this.#calls = calls;
		this.filter = opened === undefined ? filter : 'all';
		this.#opened = opened ?? null;
	}

	readonly lanes: readonly Lane[] = $derived(this.listing?.lanes ?? []);

	/** Whether there are more to show. */
	readonly hasOlder: boolean = $derived((this.listing?.next ?? null) !== null);

	/** Whether something beside the standing is asked for. */
	readonly narrowed: boolean = $derived(
		this.document !== '' || this.text.trim() !== '' || this.day !== '',
	);

	/** The document in hand: the chosen one, else the first. */
	readonly lane: Lane | null = $derived(
		this.lanes.find(({ laneId }) => laneId === this.#chosen) ?? this.lanes[0] ?? null,
	);

	choose(laneId: string): void {
		this.#chosen = laneId;
	}

	/** Takes the document before or after the one in hand. */
	move(by: number): void {
		const at = this.lanes.findIndex(({ laneId }) => laneId === this.lane?.laneId);
		const next = this.lanes[Math.min(this.lanes.length - 1, Math.max(0, at + by))];
		if (next !== undefined) this.#chosen = next.laneId;
	}

	/** Takes the next document that waited too long to go unseen, beginning with the one in hand. @returns whether there is one */
	async toNextStale(): Promise<boolean> {
		if (this.filter !== 'needs-you' || this.narrowed) {
			this.filter = 'needs-you';
			await this.clear();
		}
		const inHand = this.lane?.laneId ?? null;
		// The one in hand comes first, unless it was just this one.
		const from =
			this.lanes.findIndex(({ laneId }) => laneId === inHand) + (this.#looked === inHand ? 1 : 0);
		const onward = [...this.lanes.slice(from), ...this.lanes.slice(0, from)];
		const next = onward.find(({ steps }) => steps.some(({ state }) => state === 'stale-review'));
		if (next === undefined) return false;
		this.#looked = this.#chosen = next.laneId;
		return true;
	}

	async show(filter: Filter): Promise<void> {
		this.filter = filter;
		await this.changed();
	}

	/** Something else is asked for: it is shown from its newest on. */
	async changed(): Promise<void> {
		this.#opened = null;
		this.#filterChanged = true;
		await this.load();
	}

	async clear(): Promise<void> {
		this.document = '';
		this.text = '';
		this.day = '';
		await this.changed();
	}

	async showOlder(): Promise<void> {
		this.#wantedRows += pageSize;
		await this.load();
	}

	/** Nobody looks at it any more: an answer that comes now is nobody's. */
	leave(): void {
		this.#left = true;
	}

	/** Asks for the list. While one question is under way, any number of others become a single one after it. */
	load = async (): Promise<void> => {
		this.#askAgain = true;
		if (this.#asking) return;
		this.#asking = true;
		try {
			while (this.#wanted()) {
				const inHand = this.#filterChanged ? null : (this.#opened ?? this.lane?.laneId ?? null);
				if (this.#filterChanged) this.#wantedRows = pageSize;
				this.#filterChanged = false;
				const reply = await this.#ask();
				if (this.#left) return;
				if (reply.ok) this.listing = await this.#withInHand(reply.value, inHand);
				this.failure = reply.ok ? null : reply;
			}
		} finally {
			this.#asking = false;
		}
	};

	/** As many as are shown, in as few calls as that takes. */
	async #ask(): Promise<Reply<Listing>> {
		const [from, until] = instantsOf(this.day);
		const asked = {
			filter: this.filter,
			document: this.document === '' ? null : this.document,
			text: this.text,
			from,
			until,
		};
		const page = (after: string | null, limit: number) =>
			this.#calls.list({ ...asked, after, limit: Math.min(mostAtOnce, limit) });
		let reply = await page(null, this.#wantedRows);
		while (reply.ok && reply.value.next !== null && reply.value.lanes.length < this.#wantedRows) {
			const { lanes } = reply.value;
			const more = await page(reply.value.next, this.#wantedRows - lanes.length);
			reply = more.ok
				? { ok: true, value: { ...more.value, lanes: [...lanes, ...more.value.lanes] } }
				: more;
		}
		return reply;
	}

	/** Who looks at a document while it gets done sees it done: it stays until another is looked for. */
	async #withInHand(listing: Listing, inHand: string | null): Promise<Listing> {
		if (inHand === null) return listing;
		const listed = (id: string) => listing.lanes.find(({ laneId }) => laneId === id);
		let now = listed(inHand) ?? null;
		if (now === null) {
			const one = await this.#calls.one(inHand);
			now = one.ok ? one.value.lane : null;
		}
		if (this.#left || now === null) return listing;
		this.#opened = null;
		this.#chosen = now.laneId;
		if (listed(now.laneId) !== undefined) return listing;
		const shownAt = this.lanes.findIndex(({ laneId }) => laneId === now.laneId);
		return { ...listing, lanes: listing.lanes.toSpliced(Math.max(0, shownAt), 0, now) };
	}

	#wanted(): boolean {
		const wanted = this.#askAgain && !this.#left;
		this.#askAgain = false;
		return wanted;
	}
}

/** When a day begins and ends where this PC is, in epoch ms; nulls for a day that is not written out. */
function instantsOf(day: string): [number, number] | [null, null] {
	const [year, month, date] = day.split('-').map(Number);
	if (year === undefined || month === undefined || date === undefined) return [null, null];
	return [new Date(year, month - 1, date).getTime(), new Date(year, month - 1, date + 1).getTime()];
}
