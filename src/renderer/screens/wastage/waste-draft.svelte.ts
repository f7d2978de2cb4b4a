// A waste document being written: its lines as typed, what they come to and cost, and its saving after each field.
import type { App } from '../../app.svelte.ts';
import type { Problem, Reply } from '../../../shared/bridge/reply.ts';
import type { ItemView } from '../../../shared/bridge/values.ts';
import type { WasteDocument, WasteLine, WasteLineInput } from '../../../shared/bridge/wastage.ts';
import type { DecimalText } from '../../../shared/domain/decimal.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import { baseUnitOf, oneBoxOf, TypedLine, type Saving } from '../../draft/typed-line.svelte.ts';

/** What a draft needs of the app; a test gives it a bridge of its own. */
type DraftApp = Pick<App, 'call'> & { readonly language: Pick<App['language'], 'locale'> };

/** The fields of a line, in the order in which they are filled. */
export type LineField = 'quantity' | 'unit' | 'reason' | 'note';

export class DraftLine extends TypedLine {
	reasonId = $state<string | null>(null);
	/** The location's own words for the reason, where they were chosen. */
	label = $state('');

	toInput(): WasteLineInput {
		const { lineId, item, unitId, typed, reasonId, label, note } = this;
		return { lineId, itemId: item.itemId, boxes: [{ unitId, typed }], reasonId, label, note };
	}
}

export class WasteDraft {
	description = $state('');
	lines = $state.raw<readonly DraftLine[]>([]);
	saving = $state.raw<Saving>({ state: 'new' });
	documentId = $state<string | null>(null);
	/** Submitting was tried: from then on everything that stands in its way is shown. */
	tried = $state(false);
	#problems = $state.raw<readonly Problem[]>([]);
	readonly #app: DraftApp;
	readonly #locationId: string;
	/** Made with the form, so that a save or a submit that is asked for twice makes one document. */
	readonly #intentId = crypto.randomUUID();
	#revision = 0;
	#unsaved = false;
	#run: Promise<void> | null = null;

	constructor(app: DraftApp, locationId: string) {
		this.#app = app;
		this.#locationId = locationId;
	}

	/** Whether something typed here has not reached the disk. */
	get unsaved(): boolean {
		return this.#unsaved || this.#run !== null;
	}

	/** Shows a saved draft as it is. */
	take(document: WasteDocument): void {
		this.documentId = document.documentId;
		this.#revision = document.revision;
		this.#problems = document.problems;
		this.description = document.description;
		this.lines = document.lines.map((line) => this.#lineOf(line));
		this.#unsaved = false;
		this.saving = { state: 'saved', at: document.changedAt };
	}

	/** Another window may have saved it: what is newer is shown, unless something here is not saved yet. */
	meet(document: WasteDocument): void {
		if (document.revision > this.#revision && !this.unsaved && this.saving.state !== 'failed')
			this.take(document);
	}

	/** Puts an item on the list, with the reason of the line before it: what is thrown away together shares one. */
	add(item: ItemView): DraftLine {
		const line = this.#newLine(crypto.randomUUID(), item, baseUnitOf(item));
		const above = this.lines.at(-1);
		line.reasonId = above?.reasonId ?? null;
		line.label = above?.label ?? '';
		this.lines = [...this.lines, line];
		return line;
	}

	/** Puts lines on the list as a template or a recipe has them. @returns the first of them. */
	addAll(
		lines: readonly {
			item: ItemView;
			unitId: string;
			typed: string;
			reasonId?: string | null;
			label?: string;
			note: string;
		}[],
	): DraftLine | null {
		let first: DraftLine | null = null;
		for (const { item, unitId, typed, reasonId, label, note } of lines) {
			const line = this.add(item);
			first ??= line;
			if (item.units.some((unit) => unit.unitId === unitId)) line.unitId = unitId;
			line.typed = typed;
			line.left = typed !== '';
			line.note = note.slice(0, 500);
			if (reasonId !== undefined && reasonId !== null) {
				line.reasonId = reasonId;
				line.label = label ?? '';
			}
		}
		return first;
	}

	remove(line: DraftLine): void {
		this.lines = this.lines.filter((each) => each !== line);
	}

	/** Sum of the lines whose cost is known. */
	total(currency: string): DecimalText {
		return sumMoney(this.lines.flatMap((line) => line.cost(currency) ?? []));
	}

	/** What is wrong with a field of a line; what cannot be read at once, the rest once submitting was tried. */
	problemOf(line: DraftLine, field: LineField): Problem | null {
		const path = `lines.${line.lineId}.${field}`;
		if (field === 'quantity' && line.entry.kind === 'problem')
			return line.left ? { path, message: line.entry.code } : null;
		if (!this.tried) return null;
		return this.#problems.find((problem) => problem.path === path) ?? null;
	}

	/** What is wrong with the document itself, such as that it has no lines. */
	get ownProblem(): Problem | null {
		if (!this.tried) return null;
		return this.#problems.find(({ path }) => !path.startsWith('lines.')) ?? null;
	}

	/** Every field that has a problem, in the order of the page. */
	get wrongFields(): readonly { line: DraftLine; field: LineField }[] {
		const fields = ['quantity', 'unit', 'reason', 'note'] as const;
		return this.lines.flatMap((line) =>
			fields.filter((field) => this.problemOf(line, field)).map((field) => ({ line, field })),
		);
	}

	/** Saves what stands now; fulfilled once it is saved or refused. Saves follow one another. */
	save(): Promise<void> {
		this.#unsaved = true;
		this.#run ??= this.#saveAll().finally(() => (this.#run = null));
		return this.#run;
	}

	/** Keeps what stands here over what another window saved. */
	async saveOver(saved: WasteDocument): Promise<void> {
		this.#revision = saved.revision;
		await this.save();
	}

	/**
	 * Saves, then hands the document to the outbox.
	 * @param handIn false leaves a draft that the service has a draft there.
	 */
	async submit(handIn = true): Promise<Reply<WasteDocument>> {
		this.tried = true;
		for (const line of this.lines) line.left = true;
		await this.save();
		if (this.saving.state === 'failed') return this.saving.failure;
		if (this.documentId === null) throw new Error('A saved draft has an id');
		const { documentId } = this;
		const reply = await this.#app.call('wastage.submit', {
			documentId,
			intentId: this.#intentId,
			submit: handIn,
		});
		if (!reply.ok && reply.details !== undefined) this.#problems = reply.details;
		return reply;
	}

	async #saveAll(): Promise<void> {
		while (this.#unsaved) {
			this.#unsaved = false;
			this.saving = { state: 'saving' };
			const reply = await this.#app.call('wastage.save', {
				documentId: this.documentId,
				revision: this.#revision,
				intentId: this.#intentId,
				locationId: this.#locationId,
				description: this.description,
				lines: this.lines.map((line) => line.toInput()),
				locale: this.#app.language.locale,
			});
			if (!reply.ok) {
				this.saving = { state: 'failed', failure: reply };
				return;
			}
			this.documentId = reply.value.documentId;
			this.#revision = reply.value.revision;
			this.#problems = reply.value.problems;
			this.saving = { state: 'saved', at: reply.value.changedAt };
		}
	}

	#newLine(lineId: string, item: ItemView, unitId: string): DraftLine {
		return new DraftLine({ lineId, item, unitId }, () => this.#app.language.locale);
	}

	#lineOf({ lineId, item, boxes, total, reasonId, label, note }: WasteLine): DraftLine {
		const box = oneBoxOf({ item, boxes }, total);
		const line = this.#newLine(lineId, item, box.unitId);
		line.typed = box.typed;
		line.reasonId = reasonId;
		line.label = label;
		line.note = note;
		line.left = box.typed !== '';
		return line;
	}
}
