// A transfer being written: its lines as typed, what they come to, and its saving as a draft after each field.
import type { CallInput } from '../../../shared/bridge/contract.ts';
import type { Problem, Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument, TransferLineInput } from '../../../shared/bridge/transfer.ts';
import type { ItemView } from '../../../shared/bridge/values.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import { baseUnitOf, oneBoxOf, TypedLine, type Saving } from '../../draft/typed-line.svelte.ts';

/** The part of the bridge that a draft needs. */
export interface DraftCalls {
	readonly save: (input: CallInput<'transfer.save'>) => Promise<Reply<TransferDocument>>;
	readonly send: (input: CallInput<'transfer.send'>) => Promise<Reply<TransferDocument>>;
	/** BCP 47 tag by which quantities are read. */
	readonly locale: () => string;
	readonly newId: () => string;
}

export class TransferDraft {
	/** `out`: it is sent from the location. `in`: the location asks for it. */
	readonly direction: 'out' | 'in';
	/** The location it is written at. */
	readonly locationId: string;
	/** Where it goes to, or comes from. */
	otherLocationId = $state<string | null>(null);
	description = $state('');
	lines = $state.raw<readonly TypedLine[]>([]);
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
		this.lines = document.lines.map(({ lineId, item, boxes, requested, note }) => {
			const box = oneBoxOf({ item, boxes }, requested);
			const line = new TypedLine({ lineId, item, unitId: box.unitId }, this.#calls.locale);
			line.typed = box.typed;
			line.note = note;
			line.left = box.typed !== '';
			return line;
		});
		this.#unsaved = false;
		this.saving = { state: 'saved', at: document.changedAt };
	}

	/** Puts an item on the list; one that is there already is given back as it is. */
	add(item: ItemView): { line: TypedLine; added: boolean } {
		const known = this.lines.find((line) => line.item.itemId === item.itemId);
		if (known !== undefined) return { line: known, added: false };
		const line = new TypedLine(
			{ lineId: this.#calls.newId(), item, unitId: baseUnitOf(item) },
			this.#calls.locale,
		);
		this.lines = [...this.lines, line];
		return { line, added: true };
	}

	remove(line: TypedLine): void {
		this.lines = this.lines.filter((each) => each !== line);
	}

	/** Sum of the lines whose cost is known; null when none is. */
	total(currency: string): string | null {
		const costs = this.lines.flatMap((line) => line.cost(currency) ?? []);
		return costs.length === 0 ? null : sumMoney(costs);
	}

	/** The problems of a line, or with no line those of the document itself, by field. Nothing before the first try. */
	problemsOf(line: TypedLine | null): readonly Problem[] {
		if (!this.tried) return [];
		return this.problems.filter(({ path }) =>
			line === null ? !path.startsWith('lines.') : path.startsWith(`lines.${line.lineId}.`),
		);
	}

	/** The lines in order that have a problem, for going from one to the next. */
	get linesWithProblems(): readonly TypedLine[] {
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

const inputOf = ({ lineId, item, unitId, typed, note }: TypedLine): TransferLineInput => ({
	lineId,
	itemId: item.itemId,
	boxes: [{ unitId, typed }],
	note,
});
