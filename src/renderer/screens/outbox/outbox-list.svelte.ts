// The outbox screen's list of documents: filters, paging and the current document.
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
	/** By the id of a lane or its document. */
	one(id: string): Promise<Reply<CallOutput<'outbox.lane'>>>;
}

/** Page size, also for "show older". */
const pageSize = 100;
/** Maximum rows per call. */
const mostAtOnce = 1_000;

export class OutboxList {
	filter = $state<Filter>('all');
	/** Empty for all. */
	document = $state<Lane['document'] | ''>('');
	text = $state('');
	/** YYYY-MM-DD in this PC's zone; empty for any day. */
	day = $state('');
	listing = $state.raw<Listing | null>(null);
	failure = $state.raw<Failure | null>(null);
	#chosen = $state<string | null>(null);
	/** The current document if it is not in the list: done meanwhile, or older than the rows shown. */
	#unlisted = $state.raw<Lane | null>(null);
	/** Last position of the current document in the list. */
	#stoodAt = $state(0);
	readonly #calls: OutboxCalls;
	/** The document requested by another screen, until found. */
	#opened: string | null;
	/** The stale document reviewed last. */
	#looked: string | null = null;
	#wantedRows = pageSize;
	#asking: Promise<void> | null = null;
	#askAgain = false;
	#filterChanged = false;
	/** The filter is our guess, not a person's choice. */
	#guessed: boolean;
	/** A person set filters, here or by URL. */
	#narrowedByPerson = $state(false);
	#left = false;

	/**
	 * @param filter the first guess: a nonempty list stays
	 * @param opened initial current document: id of a lane or its document
	 * @param query filters from the URL
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

	/** Filters for the URL; empty until a person sets some. */
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

	readonly hasOlder: boolean = $derived((this.listing?.next ?? null) !== null);

	/** Whether filters beside the status are set. */
	readonly narrowed: boolean = $derived(
		this.document !== '' || this.text.trim() !== '' || this.day !== '',
	);

	/** A possible duplicate needs attention, and belongs to no listed document. */
	readonly mayShowTwins: boolean = $derived(
		!this.narrowed && (this.filter === 'needs-you' || this.filter === 'all'),
	);

	/** The current document: the chosen one, else the first. */
	readonly lane: Lane | null = $derived(
		this.lanes.find(({ laneId }) => laneId === this.#chosen) ??
			this.#unlisted ??
			this.lanes[0] ??
			null,
	);

	/** The list's tab stop: the current document, or the one in its place. */
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

	/** Selects the previous or next document. */
	move(by: number): void {
		const listed = this.lanes.findIndex(({ laneId }) => laneId === this.lane?.laneId);
		const at = listed >= 0 ? listed : by > 0 ? this.#stoodAt - 1 : this.#stoodAt;
		const next = this.lanes[Math.min(this.lanes.length - 1, Math.max(0, at + by))];
		if (next !== undefined) this.choose(next.laneId);
	}

	/** Selects the next stale document, starting with the current one. @returns whether there is one */
	async toNextStale(): Promise<boolean> {
		if (this.filter !== 'needs-you' || this.narrowed) {
			this.filter = 'needs-you';
			await this.clear();
			if (this.#left) return false;
		}
		const inHand = this.lane?.laneId ?? null;
		// Start with the current one, unless it was just reviewed.
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

	/** The filters changed: show from the newest. */
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

	/** Ignores answers that arrive after leaving the screen. */
	leave(): void {
		this.#left = true;
	}

	/** Loads the list. Requests during a load are merged into one after it; resolves when that is answered. */
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
				// Read late: the person may have selected another meanwhile.
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

	/** The waiting documents now need attention or are done: show a filter that has some. */
	#guessedWrong({ lanes, counts }: Listing): boolean {
		if (!this.#guessed || lanes.length > 0) return false;
		const filter = mostUrgent(counts);
		if (filter === this.filter) return false;
		this.filter = filter;
		this.#askAgain = true;
		return true;
	}

	/** As many rows as are shown, in as few calls as possible. */
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

	/** A person watching a document sees it finish: it stays current although the filtered list no longer has it. */
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

/** The first filter: documents needing attention, else waiting ones. */
export const mostUrgent = ({ needsYou, waiting }: { needsYou: number; waiting: number }): Filter =>
	needsYou > 0 ? 'needs-you' : waiting > 0 ? 'waiting' : 'all';

/** Start and end of a day in this PC's zone, epoch ms; nulls for an incomplete date. */
function instantsOf(day: string): [number, number] | [null, null] {
	const [year, month, date] = day.split('-').map(Number);
	if (year === undefined || month === undefined || date === undefined) return [null, null];
	return [new Date(year, month - 1, date).getTime(), new Date(year, month - 1, date + 1).getTime()];
}
