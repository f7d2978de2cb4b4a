// What a person enters on a sheet for receiving: saved one after the other, undone and redone.
import type { EntryChange } from '../../shared/bridge/receiving.ts';
import type { Reply } from '../../shared/bridge/reply.ts';
import { receivings, type ReceivingDraft } from '../../shared/document/receiving.ts';
import type { App } from '../app.svelte.ts';
import { EditHistory } from '../document/edit-history.ts';
import type { Turned, Which } from '../ui/grid/turn.ts';
import { columnOf } from '../ui/grid/unit-boxes.ts';
import type { Loaded } from '../ui/loaded.svelte.ts';
import { receivingCalls, type ReceivingDocument, type ReceivingLine } from './receiving-sheet.ts';

/** A box of a line, or of the `invoice`. */
export interface Place {
	readonly key: string;
	readonly column: string;
}

type Input = Readonly<Record<string, unknown>>;

interface Kept {
	/** What to change. */
	history: EditHistory<readonly EntryChange[], Place>;
	/** Of lines that were there. */
	readonly names: Map<string, string>;
	/** The last call: it may still be on its way when the page is opened again. */
	last: Promise<unknown>;
}

/** Since the program was loaded, by document. */
const kept = new WeakMap<App, Map<string, Kept>>();

export class ReceivingEntries<Document extends ReceivingDocument> {
	readonly #app: App;
	readonly #name: () => ReceivingDraft;
	readonly #documentId: string;
	readonly #loaded: Pick<Loaded<Document>, 'value' | 'change'>;

	constructor(
		app: App,
		name: () => ReceivingDraft,
		documentId: string,
		loaded: Pick<Loaded<Document>, 'value' | 'change'>,
	) {
		this.#app = app;
		this.#name = name;
		this.#documentId = documentId;
		this.#loaded = loaded;
	}

	/** Saves an entry. @param input a function is called once the entries before it are saved */
	ask(verb: string, input: Input | (() => Input) = {}): Promise<Reply<Document>> {
		return this.#next(async () => {
			const before = this.#loaded.value?.lines ?? [];
			const reply = await this.#save(verb, typeof input === 'function' ? input() : input);
			if (!reply.ok) return reply;
			const { changed = [], lines } = reply.value;
			const at = placeOf(verb, changed, [...lines, ...before]);
			if (at !== null) this.#kept.history.add({ before: inverse(changed), after: changed, at });
			return reply;
		});
	}

	/** Sends the entries. After that, they can only be undone together, with Alt Z. */
	send(intentId: string): Promise<Reply<unknown>> {
		return this.#next(async () => {
			const reply = await this.#call(receivings[this.#name()].verb, { intentId });
			if (reply.ok) this.#kept.history = new EditHistory();
			return reply;
		});
	}

	/**
	 * Undoes or redoes the last entry. Changes made elsewhere in the meantime stay.
	 *
	 * @returns null if there is none
	 */
	turn(which: Which, goTo: (place: Place) => void): Promise<Turned | null> {
		return this.#next(() =>
			this.#kept.history.stepBy(which, async ({ to: changes, at }): Promise<Turned> => {
				const reply = await this.#save('change', { changes });
				if (!reply.ok) return { ok: false, message: this.#app.explain(reply) };
				const changed = partsOf(reply.value.changed ?? []);
				const left = [...partsOf(changes)].filter((part) => !changed.has(part));
				return { ok: true, go: () => goTo(at), left: left.map((part) => this.#nameOf(part)) };
			}),
		);
	}

	#next<Answer>(run: () => Promise<Answer>): Promise<Answer> {
		const ofThis = this.#kept;
		const answered = ofThis.last.then(() => {
			for (const { lineId, item } of this.#loaded.value?.lines ?? [])
				ofThis.names.set(lineId, item.name);
			return run();
		});
		ofThis.last = answered.catch(() => undefined);
		return answered;
	}

	get #kept(): Kept {
		const ofAll = kept.get(this.#app) ?? new Map<string, Kept>();
		const known = ofAll.get(this.#documentId);
		if (known !== undefined) return known;
		const begun: Kept = {
			history: new EditHistory(),
			names: new Map(),
			last: Promise.resolve(),
		};
		kept.set(this.#app, ofAll.set(this.#documentId, begun));
		return begun;
	}

	#nameOf(part: string): string {
		return this.#kept.names.get(part) ?? this.#app.t('delivery.invoice');
	}

	#call(verb: string, input: object): Promise<Reply<never>> {
		return receivingCalls(this.#app, this.#name(), () => this.#documentId)(verb, input);
	}

	#save(verb: string, input: object): Promise<Reply<Document>> {
		return this.#loaded.change(this.#call(verb, input));
	}
}

const inverse = (changes: readonly EntryChange[]): readonly EntryChange[] =>
	changes.map(({ was, to, ...of }) => ({ ...of, was: to, to: was }));

const partsOf = (changes: readonly EntryChange[]): ReadonlySet<string> =>
	new Set(changes.map(({ part }) => part));

/** The columns of entries that fill no box. A weight is confirmed beside its box. */
const columns: Readonly<Record<string, string>> = {
	price: 'price',
	weigh: 'weight',
	confirmWeight: 'why',
	explain: 'why',
	settle: 'then',
};

/** Where an entry was made, or the first box that it filled; null if it changed nothing. */
function placeOf(
	verb: string,
	changes: readonly EntryChange[],
	lines: readonly ReceivingLine[],
): Place | null {
	const first = changes.find(({ field }) => field.startsWith('boxes/')) ?? changes[0];
	if (first === undefined) return null;
	const { part: key, field } = first;
	if (key === 'invoice') return { key, column: field };
	const item = lines.find(({ lineId }) => lineId === key)?.item;
	const box = item && columnOf(item, field.replace('boxes/', ''));
	return { key, column: columns[verb] ?? box ?? '' };
}
