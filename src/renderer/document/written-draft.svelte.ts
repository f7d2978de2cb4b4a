// A draft being edited: its content, saving after each change, and undo for the whole session.
import { isUnanswered, type Failure, type Problem, type Reply } from '../../shared/bridge/reply.ts';
import type { Box, ItemView, Standing } from '../../shared/bridge/values.ts';
import {
	withBox,
	withFields,
	type DraftContent,
	type DraftLine,
	type DraftShape,
	type FieldValues,
} from './draft-lines.ts';
import { EditHistory, type Step } from './edit-history.ts';
import { isSameTyped, type KeptDraft } from './kept-draft.ts';
import type { Which } from '../ui/grid/turn.ts';

/** Status of the last save. */
export type Saving =
	/** Nothing entered, so there is no draft yet. */
	| { readonly state: 'new' }
	| { readonly state: 'saving' }
	| { readonly state: 'saved'; readonly at: number }
	/** The input is still on screen. */
	| { readonly state: 'failed'; readonly failure: Failure };

/** A draft in the core. */
export interface SavedDraft {
	readonly documentId: string;
	readonly revision: number;
	readonly standing: Standing;
	readonly changedAt: number;
	/** Everything that blocks sending, by `lines.<lineId>.<field>` or document field. */
	readonly problems: readonly Problem[];
	readonly content: DraftContent;
}

export interface DraftToSave {
	/** null creates a draft. */
	readonly documentId: string | null;
	readonly revision: number;
	readonly intentId: string;
	readonly content: DraftContent;
}

/** Bridge calls for one kind of draft. */
export interface DraftCalls {
	readonly save: (draft: DraftToSave) => Promise<Reply<SavedDraft>>;
	readonly get: (documentId: string) => Promise<Reply<SavedDraft>>;
	/** Queues it in the outbox; with `submit: false` it stays a draft at the service. */
	readonly submit: (draft: {
		documentId: string;
		intentId: string;
		submit: boolean;
	}) => Promise<Reply<object>>;
	readonly discard: (documentId: string) => Promise<Reply<object>>;
	readonly newId: () => string;
	/** Where the unsaved input of a draft is kept; null for a new one. */
	readonly kept: (documentId: string | null) => KeptDraft;
}

/** A field of a line; null for the document itself. */
export type Place = { readonly lineId: string; readonly column: string } | null;

type History = EditHistory<DraftContent, Place>;

/** Undo histories since the page was loaded, by document. */
const histories = new Map<string, { readonly revision: number; readonly history: History }>();

export class WrittenDraft {
	content = $state.raw<DraftContent>({ fields: {}, lines: [] });
	saving = $state.raw<Saving>({ state: 'new' });
	documentId = $state<string | null>(null);
	/** After the first attempt to send, all problems are shown. */
	tried = $state(false);
	#problems = $state.raw<readonly Problem[]>([]);
	readonly #calls: DraftCalls;
	readonly #shape: DraftShape;
	/** Created with the sheet, so that a repeated save or send creates one document. */
	#intentId: string;
	#history: History = new EditHistory();
	#revision = 0;
	#unsaved = false;
	/** The content of a save without an answer yet: it may have arrived. */
	#unanswered: DraftContent | null = null;
	/** Set while something is kept. */
	#keptIn: KeptDraft | null = null;
	#run: Promise<void> | null = null;

	/** @param saved null for a new draft. */
	constructor(calls: DraftCalls, shape: DraftShape, saved: SavedDraft | null) {
		this.#calls = calls;
		this.#shape = shape;
		this.content = { fields: shape.head, lines: [] };
		this.#intentId = calls.newId();
		if (saved === null) return;
		this.take(saved);
		const kept = histories.get(saved.documentId);
		if (kept?.revision === saved.revision) this.#history = kept.history;
	}

	get lines(): readonly DraftLine[] {
		return this.content.lines;
	}

	/** Whether some input has not reached the disk. */
	get unsaved(): boolean {
		return this.#unsaved || this.#run !== null || this.saving.state === 'failed';
	}

	/** Discarded in another window: its content can be read, and no longer changed. */
	get isGone(): boolean {
		const { saving, documentId } = this;
		return documentId !== null && saving.state === 'failed' && saving.failure.code === 'not-found';
	}

	/** The core no longer has the draft. */
	lose(failure: Failure): void {
		this.saving = { state: 'failed', failure };
	}

	/** Shows a saved draft; changes made elsewhere cannot be undone here. */
	take({ documentId, revision, problems, content, changedAt }: SavedDraft): void {
		this.documentId = documentId;
		this.#revision = revision;
		this.#problems = problems;
		this.content = content;
		this.#history = new EditHistory();
		this.#unsaved = false;
		this.#unanswered = null;
		this.#forgetKept();
		this.saving = { state: 'saved', at: changedAt };
	}

	/** Saves what a page before this one could not save. It can be undone here. */
	async resume(): Promise<void> {
		const keptIn = this.#calls.kept(this.documentId);
		const kept = keptIn.read();
		if (kept === null) return;
		const before = this.content;
		this.#keptIn = keptIn;
		this.#intentId = kept.intentId;
		const isBlank = [kept.content, kept.unanswered ?? before].every((each) =>
			isSameTyped(each, before),
		);
		if (this.documentId === null && isBlank) {
			this.#forgetKept();
			return;
		}
		this.#revision = kept.revision;
		this.#unanswered = kept.unanswered;
		if (!isSameTyped(kept.content, before)) {
			this.content = kept.content;
			this.#history.add({ before, after: kept.content, at: null });
		}
		await this.save();
		const { saving, documentId } = this;
		if (documentId !== null || saving.state !== 'failed' || !isOver(saving.failure)) return;
		// The new draft arrived, and was sent or discarded since: this one is another.
		const { content, unanswered } = kept;
		if (unanswered === null || !isSameTyped(content, unanswered)) return this.saveAnew();
		this.#beginAnew();
		this.content = before;
		this.#history.clear();
		this.#unsaved = false;
		this.saving = { state: 'new' };
	}

	/** The page is going: keeps what is not saved for the next one. */
	keepUnsaved(): void {
		if (!this.unsaved || this.isGone) return;
		this.#keptIn = this.#calls.kept(this.documentId);
		this.#keptIn.write({
			intentId: this.#intentId,
			revision: this.#revision,
			content: this.content,
			unanswered: this.#unanswered,
		});
	}

	#forgetKept(): void {
		this.#keptIn?.saved(this.#intentId);
		this.#keptIn = null;
	}

	/** Takes a newer version from another window, unless something here is unsaved. */
	meet(draft: SavedDraft): void {
		if (draft.revision > this.#revision && !this.unsaved) this.take(draft);
	}

	// A person's actions. Each can be undone and is saved; resolves when saved or refused.

	/** Fills a field of the head. */
	async set(name: string, value: FieldValues[string]): Promise<void> {
		const { fields } = this.content;
		if (fields[name] !== value) await this.#act({ fields: { ...fields, [name]: value } }, null);
	}

	/** Fills a box of a line; saves again even if unchanged. */
	fill(lineId: string, box: Box, column: string): Promise<void> {
		const before =
			this.#line(lineId)?.boxes.find(({ unitId }) => unitId === box.unitId)?.typed ?? '';
		if (before === box.typed) return this.save();
		return this.#changeLine(lineId, column, (line) => withBox(line, box, this.#shape.prices));
	}

	/** Fills fields of a line. */
	async setLine(lineId: string, fields: FieldValues, column: string): Promise<void> {
		const line = this.#line(lineId);
		if (line === undefined || withFields(line, fields) === line) return;
		await this.#changeLine(lineId, column, (each) => withFields(each, fields));
	}

	/**
	 * Adds items. What a new line takes from the line before comes from there, unless the item brings some of it.
	 * @returns their lines.
	 */
	add(
		items: readonly (Pick<DraftLine, 'item'> & Partial<DraftLine>)[],
	): readonly [lines: readonly DraftLine[], saved: Promise<void>] {
		const added: DraftLine[] = [];
		for (const { item, boxes = [], fields = {} } of items) {
			const above = added.at(-1) ?? this.lines.at(-1);
			const taken = above === undefined ? {} : this.#shape.defaults(above);
			const brings = Object.keys(taken).some((name) => (fields[name] ?? '') !== '');
			const filled = { ...this.#shape.line, ...fields, ...(brings ? {} : taken) };
			added.push({ lineId: this.#calls.newId(), item, boxes, fields: filled });
		}
		return [added, this.#act({ lines: [...this.lines, ...added] }, null)];
	}

	/** The item's line, if listed. */
	lineOf({ itemId }: ItemView): DraftLine | undefined {
		return this.lines.find(({ item }) => item.itemId === itemId);
	}

	remove({ lineId }: DraftLine): Promise<void> {
		const lines = this.lines.filter((line) => line.lineId !== lineId);
		return this.#act({ lines }, null);
	}

	/** Undoes or redoes. @returns the place; undefined if there is nothing to do. */
	turn(which: Which): Place | undefined {
		if (this.isGone) return undefined;
		const step = this.#history.step(which);
		if (step === null) return undefined;
		this.content = step.to;
		void this.save();
		return placeOf(step);
	}

	/** After the first attempt to send: all problems of existing lines and the document. */
	readonly problems: readonly Problem[] = $derived.by(() => {
		if (!this.tried) return [];
		const here = new Set(this.lines.map(({ lineId }) => lineId));
		return this.#problems.filter(({ path }) => {
			const lineId = lineIdOf(path);
			return lineId === null || here.has(lineId);
		});
	});

	/** Problems of a line, or with null of the document. */
	problemsOf(line: DraftLine | null): readonly Problem[] {
		const wanted = line?.lineId ?? null;
		return this.problems.filter(({ path }) => lineIdOf(path) === wanted);
	}

	/** Saves the current content; resolves when saved or refused. Saves run one at a time. */
	save(): Promise<void> {
		if (this.isGone) return Promise.resolve();
		const { saving, documentId } = this;
		const isGone = saving.state === 'failed' && saving.failure.code === 'not-found';
		// It arrived unanswered, and was discarded since.
		if (documentId === null && isGone) this.#beginAnew();
		this.#unsaved = true;
		this.#run ??= this.#saveAll().finally(() => (this.#run = null));
		return this.#run;
	}

	/** Overwrites what another window saved. */
	async saveOver({ revision }: SavedDraft): Promise<void> {
		this.#revision = revision;
		this.#unanswered = null;
		await this.save();
	}

	/** Makes another draft of this content. */
	saveAnew(): Promise<void> {
		this.#beginAnew();
		return this.save();
	}

	#beginAnew(): void {
		this.#forgetKept();
		this.#intentId = this.#calls.newId();
		this.#unanswered = null;
	}

	/** The draft in the core; null if there is none. */
	async saved(): Promise<Reply<SavedDraft> | null> {
		return this.documentId === null ? null : this.#calls.get(this.documentId);
	}

	/**
	 * Saves, then queues in the outbox. Returns the failure if it stays a draft.
	 * @param handIn false leaves a service draft a draft there.
	 */
	async submit(handIn = true): Promise<Reply<object>> {
		this.tried = true;
		await this.save();
		if (this.saving.state === 'failed') return this.saving.failure;
		const { documentId } = this;
		if (documentId === null) throw new Error('A saved draft has an id');
		const intentId = this.#intentId;
		const reply = await this.#calls.submit({ documentId, intentId, submit: handIn });
		if (reply.ok) histories.delete(documentId);
		else if (reply.details !== undefined) this.#problems = reply.details;
		return reply;
	}

	/** null if there was nothing to discard. */
	async discard(): Promise<Reply<object> | null> {
		const { documentId } = this;
		const reply = documentId === null ? null : await this.#calls.discard(documentId);
		if (reply?.ok === false) return reply;
		this.#forgetKept();
		if (documentId === null) return reply;
		histories.delete(documentId);
		this.#calls.kept(documentId).forget();
		return reply;
	}

	#line(lineId: string): DraftLine | undefined {
		return this.lines.find((line) => line.lineId === lineId);
	}

	#changeLine(
		lineId: string,
		column: string,
		change: (line: DraftLine) => DraftLine,
	): Promise<void> {
		const lines = this.lines.map((line) => (line.lineId === lineId ? change(line) : line));
		return this.#act({ lines }, { lineId, column });
	}

	#act(change: Partial<DraftContent>, at: Place): Promise<void> {
		if (this.isGone) return Promise.resolve();
		const before = this.content;
		this.content = { ...before, ...change };
		this.#history.add({ before, after: this.content, at });
		return this.save();
	}

	async #saveAll(): Promise<void> {
		while (this.#unsaved) {
			// What may have arrived is saved again first: only its answer has the revision that the core has now.
			const before = this.#unanswered;
			const content = (this.#unanswered ??= this.content);
			this.#unsaved = content !== this.content;
			this.saving = { state: 'saving' };
			const reply = await this.#calls.save({
				documentId: this.documentId,
				revision: this.#revision,
				intentId: this.#intentId,
				content,
			});
			if (!reply.ok) {
				if (!isUnanswered(reply)) this.#unanswered = before;
				this.saving = { state: 'failed', failure: reply };
				this.keepUnsaved();
				return;
			}
			this.#unanswered = null;
			const { documentId, revision, problems, changedAt } = reply.value;
			// From now on it is kept under its id.
			if (this.documentId === null) this.#forgetKept();
			this.documentId = documentId;
			this.#revision = revision;
			this.#problems = problems;
			this.saving = { state: 'saved', at: changedAt };
			histories.set(documentId, { revision, history: this.#history });
		}
		this.#forgetKept();
	}
}

const isOver = ({ code }: Failure): boolean => code === 'not-found' || code === 'already-submitted';

/** The place of a step; for an added or removed line, that line or the one now in its place. */
function placeOf({ from, to: { lines }, at }: Step<DraftContent, Place>): Place {
	if (at !== null) return at;
	if (lines === from.lines) return null;
	const changed = lines.findIndex(({ lineId }, index) => lineId !== from.lines[index]?.lineId);
	const line = lines[changed === -1 ? lines.length - 1 : changed];
	return line === undefined ? null : { lineId: line.lineId, column: '' };
}

/** The line of a problem; null for the document. */
const lineIdOf = (path: string): string | null => /^lines\.(.+)\.[^.]+$/.exec(path)?.[1] ?? null;
