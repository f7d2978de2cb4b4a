// A transfer being written: its lines as typed, what they come to, and its saving as a draft after each field.
import type { CallInput } from '../../../shared/bridge/contract.ts';
import type { Failure, Problem, Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument, TransferLineInput } from '../../../shared/bridge/transfer.ts';
import type { ItemUnitView, ItemView } from '../../../shared/bridge/values.ts';
import { equalsRatio } from '../../../shared/domain/decimal.ts';
import { lineCost, sumMoney } from '../../../shared/domain/money.ts';
import { parseEntry, type Entry } from '../../../shared/domain/quantity-entry.ts';
import { toBase } from '../../../shared/domain/unit.ts';

/** The part of the bridge that a draft needs. */
export interface DraftCalls {
	readonly save: (input: CallInput<'transfer.save'>) => Promise<Reply<TransferDocument>>;
	readonly send: (input: CallInput<'transfer.send'>) => Promise<Reply<TransferDocument>>;
	/** BCP 47 tag by which quantities are read. */
	readonly locale: () => string;
	readonly newId: () => string;
}

export type Saving =
	| { readonly state: 'new' | 'saving' }
	| { readonly state: 'saved'; readonly at: number }
	/** What was typed is still on the screen. */
	| { readonly state: 'failed'; readonly failure: Failure };

export class DraftLine {
	readonly lineId: string;
	readonly item: ItemView;
	unitId = $state('');
	typed = $state('');
	note = $state('');
	/** Whether the quantity was left once: from then on it says what is wrong with it. */
	left = $state(false);
	readonly #locale: () => string;

	constructor(line: { lineId: string; item: ItemView; unitId: string }, locale: () => string) {
		this.lineId = line.lineId;
		this.item = line.item;
		this.unitId = line.unitId;
		this.#locale = locale;
	}

	readonly unit: ItemUnitView | undefined = $derived.by(() =>
		this.item.units.find(({ unitId }) => unitId === this.unitId),
	);
	readonly entry: Entry = $derived.by(() =>
		parseEntry(
			this.typed,
			this.#locale(),
			this.unit === undefined ? {} : { places: this.unit.places },
		),
	);
	/** Base units; null until the quantity can be read. */
	readonly base: string | null = $derived.by(() => {
		if (this.entry.kind !== 'quantity' || this.unit === undefined) return null;
		return toBase([{ unitId: this.unitId, quantity: this.entry.quantity }], this.item.units);
	});
	cost(currency: string): string | null {
		const { unitCost } = this.item;
		return this.base === null || unitCost === null ? null : lineCost(this.base, unitCost, currency);
	}
}

export class TransferDraft {
	/** `out`: it is sent from the location. `in`: the location asks for it. */
	readonly direction: 'out' | 'in';
	/** The location it is written at. */
	readonly locationId: string;
	/** Where it goes to, or comes from. */
	otherLocationId = $state<string | null>(null);
	description = $state('');
	lines = $state.raw<readonly DraftLine[]>([]);
	saving = $state.raw<Saving>({ state: 'new' });
	/** Everything in the way of sending, as the core last said. Shown once sending was tried. */
	problems = $state.raw<readonly Problem[]>([]);
	tried = $state(false);
	documentId = $state<string | null>(null);
	readonly #calls: DraftCalls;
	/** Made with the form, so that a save or a sending that is asked for twice makes one document. */
	readonly #intentId: string;
	#revision = 0;
	#unsaved = false;
	#run: Promise<void> | null = null;

	constructor(calls: DraftCalls, direction: 'out' | 'in', locationId: string) {
		this.#calls = calls;
		this.#intentId = calls.newId();
		this.direction = direction;
		this.locationId = locationId;
	}

	/** Takes a saved draft as it is. */
	take(document: TransferDocument): void {
		this.documentId = document.documentId;
		this.#revision = document.revision;
		const other = this.direction === 'out' ? document.toLocationId : document.fromLocationId;
		this.otherLocationId = other === '' ? null : other;
		this.description = document.description;
		this.problems = document.problems;
		this.lines = document.lines.map(({ lineId, item, box, note }) => {
			const line = new DraftLine({ lineId, item, unitId: box.unitId }, this.#calls.locale);
			line.typed = box.typed;
			line.note = note;
			line.left = box.typed !== '';
			return line;
		});
		this.#unsaved = false;
		this.saving = { state: 'saved', at: document.changedAt };
	}

	/** Puts an item on the list; one that is there already is given back as it is. */
	add(item: ItemView): { line: DraftLine; added: boolean } {
		const known = this.lines.find((line) => line.item.itemId === item.itemId);
		if (known !== undefined) return { line: known, added: false };
		const line = new DraftLine(
			{ lineId: this.#calls.newId(), item, unitId: baseUnitOf(item) },
			this.#calls.locale,
		);
		this.lines = [...this.lines, line];
		return { line, added: true };
	}

	remove(line: DraftLine): void {
		this.lines = this.lines.filter((each) => each !== line);
	}

	/** Sum of the lines whose cost is known; null when none is. */
	total(currency: string): string | null {
		const costs = this.lines.flatMap((line) => line.cost(currency) ?? []);
		return costs.length === 0 ? null : sumMoney(costs);
	}

	/** The problems of a line, or with no line those of the document itself, by field. Nothing before the first try. */
	problemsOf(line: DraftLine | null): readonly Problem[] {
		if (!this.tried) return [];
		return this.problems.filter(({ path }) =>
			line === null ? !path.startsWith('lines.') : path.startsWith(`lines.${line.lineId}.`),
		);
	}

	/** The lines in order that have a problem, for going from one to the next. */
	get linesWithProblems(): readonly DraftLine[] {
		return this.lines.filter(
			(line) => this.problemsOf(line).length > 0 || (line.left && line.entry.kind === 'problem'),
		);
	}

	/** Saves what stands now; fulfilled once it is saved or refused. Saves follow one another. */
	save(): Promise<void> {
		this.#unsaved = true;
		this.#run ??= this.#saveAll().finally(() => (this.#run = null));
		return this.#run;
	}

	/**
	 * Saves, then hands it to the outbox. The failure when it stays a draft.
	 * @param handIn false leaves a draft that the service has a draft there.
	 */
	async send(handIn = true): Promise<Reply<TransferDocument>> {
		this.tried = true;
		for (const line of this.lines) line.left = true;
		await this.save();
		if (this.saving.state === 'failed') return this.saving.failure;
		if (this.documentId === null) throw new Error('A saved draft has an id');
		const reply = await this.#calls.send({
			documentId: this.documentId,
			intentId: this.#intentId,
			submit: handIn,
		});
		if (!reply.ok && reply.details !== undefined) this.problems = reply.details;
		return reply;
	}

	async #saveAll(): Promise<void> {
		while (this.#unsaved) {
			this.#unsaved = false;
			this.saving = { state: 'saving' };
			const reply = await this.#calls.save({
				documentId: this.documentId,
				revision: this.#revision,
				intentId: this.#intentId,
				direction: this.direction,
				locationId: this.locationId,
				otherLocationId: this.otherLocationId,
				description: this.description,
				lines: this.lines.map(inputOf),
				locale: this.#calls.locale(),
			});
			if (!reply.ok) {
				this.saving = { state: 'failed', failure: reply };
				return;
			}
			this.documentId = reply.value.documentId;
			this.#revision = reply.value.revision;
			this.problems = reply.value.problems;
			this.saving = { state: 'saved', at: reply.value.changedAt };
		}
	}
}

const inputOf = ({ lineId, item, unitId, typed, note }: DraftLine): TransferLineInput => ({
	lineId,
	itemId: item.itemId,
	unitId,
	typed,
	note,
});

/** The unit in which stock is kept: the one that cannot be mistaken for a bigger one. */
function baseUnitOf({ units }: ItemView): string {
	const base = units.find(({ factor }) => equalsRatio('1', factor)) ?? units[0];
	return base?.unitId ?? '';
}
