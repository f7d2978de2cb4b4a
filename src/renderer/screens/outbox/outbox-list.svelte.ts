// The documents of the outbox as the screen shows them: which are asked for, which one is in hand.
import type { CallInput, CallOutput } from '../../../shared/bridge/contract.ts';
import type { Lane } from '../../../shared/bridge/outbox.ts';
import type { Failure, Reply } from '../../../shared/bridge/reply.ts';

export type Filter = CallInput<'outbox.list'>['filter'];
export type Listing = CallOutput<'outbox.list'>;

export const filters: readonly Filter[] = ['needs-you', 'waiting', 'done', 'all'];

export class OutboxList {
	filter = $state<Filter>('all');
	listing = $state.raw<Listing | null>(null);
	failure = $state.raw<Failure | null>(null);
	#chosen = $state<string | null>(null);
	readonly #ask: (filter: Filter) => Promise<Reply<Listing>>;
	#asking = false;
	#askAgain = false;
	#filterChanged = false;
	#left = false;

	/** `opened`: the id of a lane, or of the document behind one, that is in hand from the start. */
	constructor(ask: (filter: Filter) => Promise<Reply<Listing>>, filter: Filter, opened?: string) {
		this.#ask = ask;
		this.filter = opened === undefined ? filter : 'all';
		this.#chosen = opened ?? null;
	}

	readonly lanes: readonly Lane[] = $derived(this.listing?.lanes ?? []);

	/** The document in hand: the chosen one, else the first. Several lanes of a document: the latest is listed first. */
	readonly lane: Lane | null = $derived(
		this.lanes.find(({ laneId }) => laneId === this.#chosen) ??
			this.lanes.find(({ documentId }) => documentId === this.#chosen) ??
			this.lanes[0] ??
			null,
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

	async show(filter: Filter): Promise<void> {
		this.filter = filter;
		this.#filterChanged = true;
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
				const inHand = this.filter === 'all' || this.#filterChanged ? null : this.lane;
				this.#filterChanged = false;
				const reply = await this.#ask(this.filter);
				if (this.#left) return;
				if (reply.ok) this.listing = await this.#withInHand(reply.value, inHand);
				this.failure = reply.ok ? null : reply;
			}
		} finally {
			this.#asking = false;
		}
	};

	/** Who looks at a document while it gets done sees it done: it stays until another is looked for. */
	async #withInHand(listing: Listing, inHand: Lane | null): Promise<Listing> {
		if (inHand === null || listing.lanes.some(({ laneId }) => laneId === inHand.laneId))
			return listing;
		const all = await this.#ask('all');
		if (this.#left) return listing;
		const now = all.ok ? all.value.lanes.find(({ laneId }) => laneId === inHand.laneId) : undefined;
		if (now === undefined) return listing;
		this.#chosen = now.laneId;
		const at = this.lanes.findIndex(({ laneId }) => laneId === now.laneId);
		return { ...listing, lanes: listing.lanes.toSpliced(at, 0, now) };
	}

	#wanted(): boolean {
		const wanted = this.#askAgain && !this.#left;
		this.#askAgain = false;
		return wanted;
	}
}
