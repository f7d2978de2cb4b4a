// What a person enters on a sheet for receiving: saved one after the other, undone and redone.
import type { ChangedField } from '../../shared/bridge/receiving.ts';
import { isUnanswered, type Reply } from '../../shared/bridge/reply.ts';
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

interface Made {
	readonly entryId: string;
	readonly verb: string;
	/** Without an answer, it may not have arrived. */
	readonly answered: boolean;
}

interface Kept {
	/** The core undoes entries by their ids. */
	readonly history: EditHistory<Made, Place | null>;
	/** Of lines that were there. */
	readonly names: Map<string, string>;
}

/** Since the program was loaded, by document: a call may still be on its way when the page is opened again. */
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
		return this.#next(async ({ history }) => {
			const before = this.#loaded.value?.lines ?? [];
			const entryId = crypto.randomUUID();
			const typed = typeof input === 'function' ? input() : input;
			const reply = await this.#save(verb, { entryId, ...typed });
			const at = reply.ok ? placeOf(verb, reply.value, before) : null;
			const made = { entryId, verb, answered: reply.ok };
			if (at !== null || isUnanswered(reply)) history.add({ before: made, after: made, at });
			return reply;
		});
	}

	/** Sends the entries. After that, they can only be undone together, with Alt Z. */
	send(intentId: string): Promise<Reply<unknown>> {
		return this.#next(async ({ history }) => {
			const reply = await this.#call(receivings[this.#name()].verb, { intentId });
			if (reply.ok) history.clear();
			return reply;
		});
	}

	/**
	 * Undoes or redoes the last entry. Changes made elsewhere in the meantime stay.
	 *
	 * @returns null if there is none
	 */
	turn(which: Which, goTo: (place: Place) => void): Promise<Turned | null> {
		const { t, explain } = this.#app;
		return this.#next(({ history }) =>
			history.stepBy(which, async ({ to: { entryId, verb, answered }, at }) => {
				const before = this.#loaded.value?.lines ?? [];
				const reply = await this.#save('turn', { entryId, which });
				const tooLate = () => {
					return { ok: false, message: t(`common.tooLateTo-${which}`), isFinal: true } as const;
				};
				if (!reply.ok) {
					if (reply.code === 'not-possible-now') return tooLate();
					return { ok: false, message: explain(reply) };
				}
				const { changed = [], left = [] } = reply.value;
				if (changed.length + left.length === 0) return answered ? tooLate() : 'never-made';
				const place = at ?? placeOf(verb, reply.value, before);
				const go = () => place && goTo(place);
				return { ok: true, go, left: left.map((part) => this.#nameOf(part)) } satisfies Turned;
			}),
		);
	}

	#next<Answer>(run: (ofThis: Kept) => Promise<Answer>): Promise<Answer> {
		const ofThis = this.#kept;
		return ofThis.history.inTurn(() => {
			for (const { lineId, item } of this.#loaded.value?.lines ?? [])
				ofThis.names.set(lineId, item.name);
			return run(ofThis);
		});
	}

	get #kept(): Kept {
		const ofAll = kept.get(this.#app) ?? new Map<string, Kept>();
		const known = ofAll.get(this.#documentId);
		if (known !== undefined) return known;
		const begun: Kept = { history: new EditHistory(), names: new Map() };
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
	{ changed = [], lines }: Pick<ReceivingDocument, 'changed' | 'lines'>,
	before: readonly ReceivingLine[],
): Place | null {
	const isBox = ({ field }: ChangedField): boolean => field.startsWith('boxes/');
	const first = changed.find(isBox) ?? changed[0];
	if (first === undefined) return null;
	const { part: key, field } = first;
	if (key === 'invoice') return { key, column: field };
	const item = [...lines, ...before].find(({ lineId }) => lineId === key)?.item;
	const box = item && columnOf(item, field.replace('boxes/', ''));
	return { key, column: columns[verb] ?? box ?? '' };
}
