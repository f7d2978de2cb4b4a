// What a person enters on a sheet for receiving: saved one after the other, undone and redone.
import type { Reply } from '../../shared/bridge/reply.ts';
import { receivings, type ReceivingDraft } from '../../shared/document/receiving.ts';
import type { App } from '../app.svelte.ts';
import { EditHistory } from '../document/edit-history.ts';
import type { Loaded } from '../ui/loaded.svelte.ts';
import type { Which } from '../ui/grid/turn.ts';
import {
	actOf,
	filledIn,
	inOrder,
	typedInvoice,
	type Asked,
	type Part,
	type Parts,
	type Place,
} from './filled.ts';
import { receivingCalls, type ReceivingDocument } from './receiving-sheet.ts';

interface Kept {
	readonly history: EditHistory<Parts, Place>;
	/** Lines that were removed and added again have another id. */
	readonly renamed: Map<string, string>;
}

/** Since the program was loaded, by document. */
const kept = new WeakMap<App, Map<string, Kept>>();

type Turning =
	{ readonly ok: true; readonly at: Place } | { readonly ok: false; readonly message: string };

export class ReceivingEntries<Document extends ReceivingDocument> {
	readonly #app: App;
	readonly #name: () => ReceivingDraft;
	readonly #documentId: string;
	readonly #loaded: Pick<Loaded<Document>, 'value' | 'load' | 'change'>;
	#last: Promise<unknown> = Promise.resolve();
	#known: { readonly of: Document; readonly parts: ReadonlyMap<string, Part> } | null = null;

	constructor(
		app: App,
		name: () => ReceivingDraft,
		documentId: string,
		loaded: Pick<Loaded<Document>, 'value' | 'load' | 'change'>,
	) {
		this.#app = app;
		this.#name = name;
		this.#documentId = documentId;
		this.#loaded = loaded;
	}

	/** Saves an entry. */
	ask(verb: string, input: Asked['input'] = {}): Promise<Reply<Document>> {
		return this.#next(async () => {
			const before = this.#filled();
			const reply = await this.#save({ verb, input });
			const act = reply.ok ? actOf({ verb, input }, before, this.#filled()) : null;
			if (act !== null) this.#kept.history.add(act);
			return reply;
		});
	}

	/** Sends the entries. After that, they can only be undone together, with Alt Z. */
	send(intentId: string): Promise<Reply<unknown>> {
		return this.#next(async () => {
			const reply = await this.#call({ verb: receivings[this.#name()].verb, input: { intentId } });
			if (reply.ok) kept.get(this.#app)?.delete(this.#documentId);
			return reply;
		});
	}

	/**
	 * Undoes or redoes the last entry, and leaves fields that were changed elsewhere since.
	 *
	 * @returns null if there is none
	 */
	turn(which: Which): Promise<Turning | null> {
		return this.#next(async () => {
			const { t, format, notices, explain } = this.#app;
			const { history } = this.#kept;
			const act = which === 'undo' ? history.undo() : history.redo();
			if (act === null) return null;
			await this.#loaded.load();
			const [from, to] = which === 'undo' ? [act.after, act.before] : [act.before, act.after];
			const changed: string[] = [];
			for (const [key, wanted] of to) {
				const old = from.get(key) ?? null;
				if (this.#isChanged(key, old, wanted)) {
					changed.push((old ?? wanted)?.name ?? '');
					continue;
				}
				const reply = await this.#put(key, wanted);
				if (reply.ok) continue;
				// It failed, so it can be tried again.
				if (which === 'undo') history.redo();
				else history.undo();
				return { ok: false, message: explain(reply) };
			}
			if (changed.length > 0)
				notices.show(t(`common.changed-${which}`, { names: format.list(changed) }), 'amber');
			return { ok: true, at: { ...act.at, key: this.#idOf(act.at.key) } };
		});
	}

	#next<Answer>(run: () => Promise<Answer>): Promise<Answer> {
		const answered = this.#last.then(run);
		this.#last = answered.catch(() => undefined);
		return answered;
	}

	get #kept(): Kept {
		const ofAll = kept.get(this.#app) ?? new Map<string, Kept>();
		const known = ofAll.get(this.#documentId);
		if (known !== undefined) return known;
		const begun: Kept = { history: new EditHistory(), renamed: new Map() };
		kept.set(this.#app, ofAll.set(this.#documentId, begun));
		return begun;
	}

	#idOf(key: string): string {
		const id = this.#kept.renamed.get(key);
		return id === undefined ? key : this.#idOf(id);
	}

	#filled(): ReadonlyMap<string, Part> {
		const { t, language } = this.#app;
		const { value } = this.#loaded;
		if (value === null) return new Map();
		if (this.#known?.of !== value) {
			const words = { invoice: t('delivery.invoice'), locale: language.locale };
			this.#known = { of: value, parts: filledIn(value, words) };
		}
		return this.#known.parts;
	}

	#part(key: string): Part | undefined {
		return this.#filled().get(this.#idOf(key));
	}

	/** Whether the part was changed elsewhere: it has neither its old nor its wanted text. */
	#isChanged(key: string, old: Part | null, wanted: Part | null): boolean {
		const now = this.#part(key);
		if (now === undefined) return old !== null && wanted !== null;
		const fields = [...(old ?? wanted ?? now).fields.keys()];
		const isAs = (part: Part | null, column: string) =>
			part?.fields.get(column)?.text === now.fields.get(column)?.text;
		return !fields.every((column) => isAs(old, column) || isAs(wanted, column));
	}

	/** Fills a part as wanted, with the calls that a person's entries make. */
	async #put(key: string, wanted: Part | null): Promise<Reply<unknown>> {
		let reply: Reply<unknown> = { ok: true, value: null };
		if (wanted === null) {
			if (this.#part(key) === undefined) return reply;
			return this.#save({ verb: 'remove', input: { lineId: this.#idOf(key) } });
		}
		if (this.#part(key) === undefined && wanted.adding !== null) {
			const before = this.#filled();
			reply = await this.#save(wanted.adding);
			if (!reply.ok) return reply;
			const added = [...this.#filled().keys()].find((each) => !before.has(each));
			if (added !== undefined) this.#kept.renamed.set(this.#idOf(key), added);
		}
		// A quantity may clear other fields of its line.
		const fields = new Map([...(this.#part(key)?.fields ?? []), ...wanted.fields]);
		for (const [column, { text, verb, input }] of inOrder(fields)) {
			if (this.#part(key)?.fields.get(column)?.text === text) continue;
			const whole = verb === 'invoice' ? this.#invoiceWith(input) : { lineId: this.#idOf(key) };
			reply = await this.#save({ verb, input: { ...input, ...whole } });
			if (!reply.ok) return reply;
		}
		return reply;
	}

	#invoiceWith(field: Asked['input']): Asked['input'] {
		const { invoice } = this.#loaded.value ?? {};
		const { locale } = this.#app.language;
		return { invoice: { ...(invoice && typedInvoice(invoice)), ...field }, locale };
	}

	#call({ verb, input }: Asked): Promise<Reply<never>> {
		return receivingCalls(this.#app, this.#name(), () => this.#documentId)(verb, input);
	}

	#save(asked: Asked): Promise<Reply<Document>> {
		return this.#loaded.change(this.#call(asked));
	}
}
