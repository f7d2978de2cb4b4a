// A draft of waste or of a transfer while it is written: what it says, its saving after each change, and taking changes
// back through the whole session.
import type { Failure, Problem, Reply } from '../../shared/bridge/reply.ts';
import type { Box, ItemView, Standing } from '../../shared/bridge/values.ts';
import { withBox, type DraftContent, type DraftLine } from './draft-lines.ts';
import { EditHistory, type Act } from './edit-history.ts';

/** How the last save of a draft stands. */
export type Saving =
	/** Nothing was written yet: there is no draft. */
	| { readonly state: 'new' }
	| { readonly state: 'saving' }
	| { readonly state: 'saved'; readonly at: number }
	/** What was typed is still on the screen. */
	| { readonly state: 'failed'; readonly failure: Failure };

/** A draft as the core has it. */
export interface SavedDraft {
	readonly documentId: string;
	readonly revision: number;
	readonly standing: Standing;
	readonly changedAt: number;
	/** Everything in the way of sending, by `lines.<lineId>.<field>` or by a field of the document. */
	readonly problems: readonly Problem[];
	readonly content: DraftContent;
}

export interface DraftToSave {
	/** Null makes a new one. */
	readonly documentId: string | null;
	readonly revision: number;
	readonly intentId: string;
	readonly content: DraftContent;
}

/** What a draft of one kind needs of the bridge. */
export interface DraftCalls {
	readonly save: (draft: DraftToSave) => Promise<Reply<SavedDraft>>;
	readonly get: (documentId: string) => Promise<Reply<SavedDraft>>;
	/** Hands it to the outbox; with `submit` false it stays a draft at the service. */
	readonly submit: (draft: {
		documentId: string;
		intentId: string;
		submit: boolean;
	}) => Promise<Reply<object>>;
	readonly discard: (documentId: string) => Promise<Reply<object>>;
	readonly newId: () => string;
}

/** A field of a line, or with null the document itself. */
export type Place = { readonly lineId: string; readonly column: string } | null;

type History = EditHistory<DraftContent, Place>;

/** What can be taken back of the drafts that were written since the page was loaded, by document. */
const histories = new Map<string, { readonly revision: number; readonly history: History }>();

const blank: DraftContent = { description: '', otherLocationId: null, lines: [] };

export class WrittenDraft {
	content = $state.raw<DraftContent>(blank);
	saving = $state.raw<Saving>({ state: 'new' });
	documentId = $state<string | null>(null);
	/** Sending was tried: from then on everything that stands in its way is shown. */
	tried = $state(false);
	#problems = $state.raw<readonly Problem[]>([]);
	readonly #calls: DraftCalls;
	/** Made with the sheet, so that a save or a sending that is asked for twice makes one document. */
	readonly #intentId: string;
	#history: History = new EditHistory();
	#revision = 0;
	#unsaved = false;
	#run: Promise<void> | null = null;

	/** @param saved the draft as it is saved; null for a new one. */
	constructor(calls: DraftCalls, saved: SavedDraft | null) {
		this.#calls = calls;
		this.#intentId = calls.newId();
		if (saved === null) return;
		this.take(saved);
		const kept = histories.get(saved.documentId);
		if (kept?.revision === saved.revision) this.#history = kept.history;
	}

	get lines(): readonly DraftLine[] {
		return this.content.lines;
	}

	/** Whether something typed here has not reached the disk. */
	get unsaved(): boolean {
		return this.#unsaved || this.#run !== null || this.saving.state === 'failed';
	}

	/** Shows a saved draft as it is: what was changed elsewhere cannot be taken back here. */
	take({ documentId, revision, problems, content, changedAt }: SavedDraft): void {
		this.documentId = documentId;
		this.#revision = revision;
		this.#problems = problems;
		this.content = content;
		this.#history = new EditHistory();
		this.#unsaved = false;
		this.saving = { state: 'saved', at: changedAt };
	}

	/** Another window may have saved it: what is newer is shown, unless something here is not saved yet. */
	meet(draft: SavedDraft): void {
		if (draft.revision > this.#revision && !this.unsaved) this.take(draft);
	}

	// What a person does. Each is one act that can be taken back, and is saved; fulfilled once it is saved or refused.

	async describe(description: string): Promise<void> {
		if (description === this.content.description) return;
		await this.#act({ description }, null);
	}

	/** @param otherLocationId where it goes to, or comes from. */
	goTo(otherLocationId: string): Promise<void> {
		return this.#act({ otherLocationId }, null);
	}

	/** Types in a box of a line; what is typed there already is saved once more. */
	fill(lineId: string, box: Box, column: string): Promise<void> {
		const before =
			this.#line(lineId)?.boxes.find(({ unitId }) => unitId === box.unitId)?.typed ?? '';
		if (before === box.typed) return this.save();
		return this.#changeLine(lineId, column, (line) => withBox(line, box));
	}

	async note(lineId: string, note: string, column: string): Promise<void> {
		if (this.#line(lineId)?.note === note) return;
		await this.#changeLine(lineId, column, (line) => ({ ...line, note }));
	}

	reason(
		lineId: string,
		reason: Pick<DraftLine, 'reasonId' | 'label'>,
		column: string,
	): Promise<void> {
		return this.#changeLine(lineId, column, (line) => ({ ...line, ...reason }));
	}

	/**
	 * Puts items on the list. One without a reason has that of the line before it: what is thrown away together shares one.
	 * @returns their lines.
	 */
	add(
		items: readonly (Pick<DraftLine, 'item'> & Partial<DraftLine>)[],
	): readonly [lines: readonly DraftLine[], saved: Promise<void>] {
		const added: DraftLine[] = [];
		for (const { item, boxes = [], note = '', reasonId = null, label = '' } of items) {
			const above = added.at(-1) ?? this.lines.at(-1);
			const reason =
				reasonId === null
					? { reasonId: above?.reasonId ?? null, label: above?.label ?? '' }
					: { reasonId, label };
			added.push({ lineId: this.#calls.newId(), item, boxes, note, ...reason });
		}
		return [added, this.#act({ lines: [...this.lines, ...added] }, null)];
	}

	/** The line of an item, where it is on the list. */
	lineOf({ itemId }: ItemView): DraftLine | undefined {
		return this.lines.find(({ item }) => item.itemId === itemId);
	}

	remove({ lineId }: DraftLine): Promise<void> {
		const lines = this.lines.filter((line) => line.lineId !== lineId);
		return this.#act({ lines }, null);
	}

	/** Takes the last act back, or puts the last one back. @returns where it was; undefined when there is nothing to do. */
	turn(which: 'undo' | 'redo'): Place | undefined {
		const act = which === 'undo' ? this.#history.undo() : this.#history.redo();
		if (act === null) return undefined;
		this.content = which === 'undo' ? act.before : act.after;
		void this.save();
		return placeIn(this.content, act);
	}

	/** Everything in the way, once sending was tried: of lines that are still there, and of the document. */
	readonly problems: readonly Problem[] = $derived.by(() => {
		if (!this.tried) return [];
		const here = new Set(this.lines.map(({ lineId }) => lineId));
		return this.#problems.filter(({ path }) => {
			const lineId = lineIdOf(path);
			return lineId === null || here.has(lineId);
		});
	});

	/** What is wrong with a line, or with null the document itself. */
	problemsOf(line: DraftLine | null): readonly Problem[] {
		const wanted = line?.lineId ?? null;
		return this.problems.filter(({ path }) => lineIdOf(path) === wanted);
	}

	/** Saves what stands now; fulfilled once it is saved or refused. Saves follow one another. */
	save(): Promise<void> {
		this.#unsaved = true;
		this.#run ??= this.#saveAll().finally(() => (this.#run = null));
		return this.#run;
	}

	/** Keeps what stands here over what another window saved. */
	async saveOver({ revision }: SavedDraft): Promise<void> {
		this.#revision = revision;
		await this.save();
	}

	/** The draft as the core has it now; null while there is none. */
	async saved(): Promise<Reply<SavedDraft> | null> {
		return this.documentId === null ? null : this.#calls.get(this.documentId);
	}

	/**
	 * Saves, then hands it to the outbox. The failure when it stays a draft.
	 * @param handIn false leaves a draft that the service has a draft there.
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

	/** Null where there was nothing to discard. */
	async discard(): Promise<Reply<object> | null> {
		const { documentId } = this;
		if (documentId === null) return null;
		const reply = await this.#calls.discard(documentId);
		if (reply.ok) histories.delete(documentId);
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
		const before = this.content;
		this.content = { ...before, ...change };
		this.#history.add({ before, after: this.content, at });
		return this.save();
	}

	async #saveAll(): Promise<void> {
		while (this.#unsaved) {
			this.#unsaved = false;
			this.saving = { state: 'saving' };
			const reply = await this.#calls.save({
				documentId: this.documentId,
				revision: this.#revision,
				intentId: this.#intentId,
				content: this.content,
			});
			if (!reply.ok) {
				this.saving = { state: 'failed', failure: reply };
				return;
			}
			const { documentId, revision, problems, changedAt } = reply.value;
			this.documentId = documentId;
			this.#revision = revision;
			this.#problems = problems;
			this.saving = { state: 'saved', at: changedAt };
			histories.set(documentId, { revision, history: this.#history });
		}
	}
}

/** Where an act was done; of a line that came or went the line, or the one that now stands in its place. */
function placeIn({ lines }: DraftContent, { before, after, at }: Act<DraftContent, Place>): Place {
	if (at !== null) return at;
	const others = lines === before.lines ? after.lines : before.lines;
	if (lines === others) return null;
	const changed = lines.findIndex(({ lineId }, index) => lineId !== others[index]?.lineId);
	const line = lines[changed === -1 ? lines.length - 1 : changed];
	return line === undefined ? null : { lineId: line.lineId, column: '' };
}

/** The line that a problem is about; null where it is about the document. */
const lineIdOf = (path: string): string | null => /^lines\.(.+)\.[^.]+$/.exec(path)?.[1] ?? null;
