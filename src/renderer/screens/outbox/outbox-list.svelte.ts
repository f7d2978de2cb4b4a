// The documents of the outbox as the screen shows them: which are asked for, how many, and which one is in hand.
import type { CallInput, CallOutput } from '../../../shared/bridge/contract.ts';
import { lane, type Lane } from '../../../shared/bridge/outbox.ts';
import type { Failure, Reply } from '../../../shared/bridge/reply.ts';
import type { Query } from '../../shell/route.svelte.ts';

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
	/** The document in hand while the list does not have it: it got done meanwhile, or is older than what is shown. */
	#unlisted = $state.raw<Lane | null>(null);
	/** Where the document in hand stood in the list before it left it. */
	#stoodAt = $state(0);
	readonly #calls: OutboxCalls;
	/** The document that another screen named, until it was found. */
	#opened: string | null;
	/** The one that was looked at last, of those that waited long. */
	#looked: string | null = null;
	#wantedRows = pageSize;
	#asking: Promise<void> | null = null;
	#askAgain = false;
	#filterChanged = false;
	/** Nobody asked for this standing yet. */
	#guessed: boolean;
	/** A person chose what is shown, here or by the address. */
	#narrowedByPerson = $state(false);
	#left = false;

	/**
	 * @param filter where there is probably something: the first list that is not empty stays
	 * @param opened the id of a lane, or of the document behind one, that is in hand from the start
	 * @param query the filters in the address
	 */
	constructor(calls: OutboxCalls, filter: Filter, opened?: string, query: Query = {}) {
		this.#calls = calls;
		const shown = filters.find((each) => each === query['show']);
		this.filter = shown ?? (opened === undefined ? filter : 'all');
		this.document = kinds.find((each) => each === query['kind']) ?? '';
		this.text = query['text'] ?? '';
		this.day = query['day'] ?? '';
		this.#guessed = opened === undefined && shown === undefined;
		this.#narrowedByPerson = Object.keys(query).length > 0;
		this.#opened = opened ?? null;
	}

	/** The filters for the address; empty until a person chose some. */
	readonly query: Query = $derived(
		this.#narrowedByPerson
			? {
					show: this.filter,
					...(this.document === '' ? {} : { kind: this.document }),
					...(this.text.trim() === '' ? {} : { text: this.text.trim() }),
					...(this.day === '' ? {} : { day: this.day }),
				}
			: {},
	);

	readonly lanes: readonly Lane[] = $derived(this.listing?.lanes ?? []);

	/** Whether there are more to show. */
	readonly hasOlder: boolean = $derived((this.listing?.next ?? null) !== null);

	/** Whether something beside the standing is asked for. */
	readonly narrowed: boolean = $derived(
		this.document !== '' || this.text.trim() !== '' || this.day !== '',
	);

	/** The document in hand: the chosen one, else the first. */
	readonly lane: Lane | null = $derived(
		this.lanes.find(({ laneId }) => laneId === this.#chosen) ??
			this.#unlisted ??
			this.lanes[0] ??
			null,
	);

	/** The document of the list that Tab comes to: the one in hand, or what took its place in the list. */
	readonly tabStop: string | null = $derived(
		(this.#unlisted === null
			? this.lane
			: this.lanes[Math.min(this.#stoodAt, this.lanes.length - 1)]
		)?.laneId ?? null,
	);

	choose(laneId: string): void {
		this.#chosen = laneId;
		this.#unlisted = null;
	}

	/** Takes the document before or after the one in hand. */
	move(by: number): void {
		const listed = this.lanes.findIndex(({ laneId }) => laneId === this.lane?.laneId);
		const at = listed >= 0 ? listed : by > 0 ? this.#stoodAt - 1 : this.#stoodAt;
		const next = this.lanes[Math.min(this.lanes.length - 1, Math.max(0, at + by))];
		if (next !== undefined) this.choose(next.laneId);
	}

	/** Takes the next document that waited too long to go unseen, beginning with the one in hand. @returns whether there is one */
	async toNextStale(): Promise<boolean> {
		if (this.filter !== 'needs-you' || this.narrowed) {
			this.filter = 'needs-you';
			await this.clear();
			if (this.#left) return false;
		}
		const inHand = this.lane?.laneId ?? null;
		// The one in hand comes first, unless it was just this one.
		const listed = this.lanes.findIndex(({ laneId }) => laneId === inHand);
		const from = listed < 0 ? this.#stoodAt : listed + (this.#looked === inHand ? 1 : 0);
		const onward = [...this.lanes.slice(from), ...this.lanes.slice(0, from)];
		const next = onward.find(({ steps }) => steps.some(({ state }) => state === 'stale-review'));
		if (next === undefined) return false;
		this.#looked = next.laneId;
		this.choose(next.laneId);
		return true;
	}

	async show(filter: Filter): Promise<void> {
		this.filter = filter;
		await this.changed();
	}

	/** Something else is asked for: it is shown from its newest on. */
	async changed(): Promise<void> {
		this.#opened = null;
		this.#guessed = false;
		this.#narrowedByPerson = true;
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

	/**
	 * Asks for the list. While one question is under way, any number of others become a single one after it; fulfilled once
	 * that is answered.
	 */
	load = (): Promise<void> => {
		this.#askAgain = true;
		this.#asking ??= this.#askAll();
		return this.#asking;
	};

	async #askAll(): Promise<void> {
		try {
			while (this.#wanted()) {
				const anew = this.#filterChanged;
				if (anew) this.#wantedRows = pageSize;
				this.#filterChanged = false;
				const reply = await this.#ask();
				if (this.#left) return;
				// Only now: another may have been taken in hand meanwhile.
				const inHand = anew ? null : (this.#opened ?? this.lane?.laneId ?? null);
				if (reply.ok && inHand === null && this.#guessedWrong(reply.value)) continue;
				if (reply.ok) {
					await this.#keepInHand(reply.value, inHand);
					this.listing = reply.value;
				}
				this.failure = reply.ok ? null : reply;
			}
		} finally {
			this.#asking = null;
		}
	}

	/** What waited needs a person by now, or is done: the list goes where there is something. */
	#guessedWrong({ lanes, counts }: Listing): boolean {
		if (!this.#guessed || lanes.length > 0) return false;
		const filter = mostUrgent(counts);
		if (filter === this.filter) return false;
		this.filter = filter;
		this.#askAgain = true;
		return true;
	}

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

	/**
	 * Who looks at a document while it gets done sees it done: it stays in hand until another is looked for, though the
	 * list, which is what was asked for, has it no more.
	 */
	async #keepInHand(listing: Listing, inHand: string | null): Promise<void> {
		if (inHand === null) {
			this.#unlisted = null;
			return;
		}
		const listed = (id: string) => listing.lanes.find(({ laneId }) => laneId === id);
		let now = listed(inHand) ?? null;
		if (now === null) {
			const one = await this.#calls.one(inHand);
			now = one.ok ? one.value.lane : null;
		}
		if (this.#left || now === null) return;
		this.#opened = null;
		const stoodAt = this.lanes.findIndex(({ laneId }) => laneId === now.laneId);
		if (stoodAt >= 0) this.#stoodAt = stoodAt;
		this.#chosen = now.laneId;
		this.#unlisted = listed(now.laneId) === undefined ? now : null;
	}

	#wanted(): boolean {
		const wanted = this.#askAgain && !this.#left;
		this.#askAgain = false;
		return wanted;
	}
}

/** The standing that is looked at first: what needs a person, else what waits. */
export const mostUrgent = ({ needsYou, waiting }: { needsYou: number; waiting: number }): Filter =>
	needsYou > 0 ? 'needs-you' : waiting > 0 ? 'waiting' : 'all';

/** When a day begins and ends where this PC is, in epoch ms; nulls for a day that is not written out. */
function instantsOf(day: string): [number, number] | [null, null] {
	const [year, month, date] = day.split('-').map(Number);
	if (year === undefined || month === undefined || date === undefined) return [null, null];
	return [new Date(year, month - 1, date).getTime(), new Date(year, month - 1, date + 1).getTime()];
}
