// One record being edited: changes by field, kept on this PC as each field is left, and sent by Save.
import type { Failure, Reply } from '../../shared/bridge/reply.ts';
import type { CallInput, CallOutput } from '../../shared/bridge/contract.ts';
import {
	apply,
	diff,
	linesByKey,
	merge,
	type Change,
	type Choice,
	type Clash,
} from '../../shared/record/merge.ts';
import { stepsOf, valueAt } from '../../shared/record/pointer.ts';
import type { AnyType, Plain } from '../../shared/record/record-kit.ts';
import { asSeen, seenBefore } from '../../shared/record/seen.ts';
import { isWarning, problemsOf } from '../../shared/record/rules.ts';
import type { RecordTypeName } from '../../shared/record/records.ts';
import { InOrder } from '../ui/in-order.ts';
import { boxText, valueOfText, type Writing } from './box-values.ts';
import { LineRows, movedAt, type LineRow } from './line-rows.svelte.ts';
import { fieldAt } from './record-words.ts';

export type OpenedRecord = CallOutput<'record.get'>;
export type AllowedAct = OpenedRecord['acts']['change'];
export type RecordProblem = OpenedRecord['problems'][number];
type Save = CallInput<'record.save'>;
type Saved = CallOutput<'record.save'>;

export interface RecordCalls {
	readonly get: () => Promise<Reply<OpenedRecord>>;
	readonly save: (input: Save) => Promise<Reply<Saved>>;
	/** How a new record would be sent. */
	readonly create: () => Promise<AllowedAct | null>;
	readonly remove: (intentId: string) => Promise<Reply<CallOutput<'record.remove'>>>;
	readonly newId: () => string;
}

/** Of the draft on this PC. */
type Keeping =
	| { readonly state: 'none' | 'saving' | 'kept' }
	/** The entries are still on screen. */
	| { readonly state: 'failed'; readonly failure: Failure };

export type Ended =
	| Exclude<Saved, { state: 'kept' | 'discarded' }>
	| { readonly state: 'failed'; readonly failure: Failure }
	| { readonly state: 'unchanged' };

const goesOn: readonly Saved['state'][] = ['clash', 'stopped', 'refused'];

export class RecordEdit {
	/** null until it is read; for a new record, until something is entered. */
	opened = $state.raw<OpenedRecord | null>(null);
	create = $state.raw<AllowedAct | null>(null);
	failure = $state.raw<Failure | null>(null);
	loaded = $state(false);
	keeping = $state.raw<Keeping>({ state: 'none' });
	sending = $state(false);
	/** After the first attempt to save, all problems are shown; before, those of fields that were left. */
	tried = $state(false);
	choices = $state.raw<Readonly<Record<string, Choice>>>({});
	#base = $state.raw<Plain>({});
	#changes = $state.raw<readonly Change[]>([]);
	#typed = $state.raw<Readonly<Record<string, string>>>({});
	#problems = $state.raw<readonly RecordProblem[]>([]);
	clashes = $state.raw<readonly Clash[]>([]);
	/** The box that somebody types in. */
	#open = $state.raw<{ readonly at: string; readonly text: string } | null>(null);
	#left = $state.raw<ReadonlySet<string>>(new Set());
	readonly #rows = new LineRows();
	/** Titles of records that were chosen here. */
	#named = $state.raw<Readonly<Record<string, string>>>({});
	readonly type: AnyType & { readonly name: RecordTypeName };
	/** The record's; for a new one that of its draft. */
	readonly id: string;
	readonly isNew: boolean;
	readonly #calls: RecordCalls;
	readonly #writing: () => Writing;
	#draftId: string;
	#revision = 0;
	#unkept = false;
	/** Counts entries and answers: what was read before the last one is old. */
	#turn = 0;
	#run: Promise<void> | null = null;
	readonly #reads = new InOrder();

	constructor(
		type: RecordEdit['type'],
		{ id, isNew }: { readonly id: string; readonly isNew: boolean },
		calls: RecordCalls,
		writing: () => Writing,
	) {
		this.type = type;
		this.id = id;
		this.isNew = isNew;
		this.#calls = calls;
		this.#writing = writing;
		this.#draftId = isNew ? id : calls.newId();
	}

	/** The record as it would be after Save; an undecided clash shows our value. */
	readonly shown: Plain = $derived.by(() => {
		const base = asSeen(this.type.fields, this.#base, this.#changes);
		const mine = apply(this.type.fields, base, this.#changes);
		const theirs = this.opened?.record ?? {};
		return merge(this.type.fields, { base, mine, theirs }, this.choices).record;
	});
	/** Not derived, like the next: after an answer, the page may be gone. */
	get isChanged(): boolean {
		return this.#changes.length > 0 || Object.keys(this.#typed).length > 0 || this.#open !== null;
	}
	/** Whether it is to be sent as a new record. */
	get isUnsent(): boolean {
		const { standing = 'draft', serverId = null } = this.opened ?? {};
		return standing === 'draft' && serverId === null;
	}
	/** What Save does, or why it cannot. */
	readonly saves: AllowedAct | null = $derived(
		this.isUnsent ? (this.opened?.acts.create ?? this.create) : (this.opened?.acts.change ?? null),
	);
	readonly canEdit: boolean = $derived(
		this.saves !== null && (this.saves.may || this.saves.because === 'offline'),
	);
	readonly problems: readonly RecordProblem[] = $derived(
		this.#problems.filter(({ at }) => this.tried || this.#isLeft(at)),
	);
	/** See `Words`. */
	readonly names: Readonly<Record<string, string>> = $derived({
		...this.opened?.names,
		...this.#named,
	});

	/** A line is left with any of its fields. */
	#isLeft(at: string): boolean {
		return this.#left.has(at) || [...this.#left].some((left) => left.startsWith(`${at}/`));
	}

	name(to: string, value: string | number, title: string): void {
		this.#named = { ...this.#named, [`${to}/${String(value)}`]: title };
	}

	valueAt(at: string): unknown {
		return valueAt(this.type.fields, this.shown, at);
	}

	/** The lines of a field, in the order in which they stand on screen. */
	rowsAt(at: string): readonly LineRow[] {
		const field = fieldAt(this.type, at);
		return field === null ? [] : this.#rows.of(at, [...linesByKey(field, this.valueAt(at)).keys()]);
	}

	problemAt(at: string): RecordProblem | null {
		return this.problems.find((problem) => problem.at === at) ?? null;
	}

	clashAt(at: string): Clash | null {
		return this.clashes.find((clash) => clash.at === at) ?? null;
	}

	/** The text of a box that is no value yet; null if there is none. */
	halfAt(at: string): string | null {
		return this.#open?.at === at ? this.#open.text : (this.#typed[at] ?? null);
	}

	/** The text of a box. */
	textAt(at: string): string {
		if (this.#open?.at === at) return this.#open.text;
		const field = fieldAt(this.type, at);
		return (
			this.#typed[at] ?? (field === null ? '' : boxText(field, this.valueAt(at), this.#writing()))
		);
	}

	load = async (): Promise<void> => {
		const turn = this.#turn;
		const reply = await this.#reads.answerOf(this.#calls.get());
		// Half sent, it cannot be edited: its boxes would vanish while somebody waits. `save` reads it again.
		if (this.sending || reply === null) return;
		if (reply.ok) {
			this.failure = null;
			const isCurrent = turn === this.#turn && this.#run === null;
			this.#take(reply.value, isCurrent);
			this.loaded = true;
			// Something was entered or answered in the meantime: read the clashes again.
			if (!isCurrent) await (this.#run ?? Promise.resolve()).then(this.load);
			return;
		}
		if (reply.code === 'not-found' && this.isNew) this.create = await this.#calls.create();
		else this.failure = reply;
		this.loaded = true;
	};

	/** @param isCurrent nothing was entered or answered since it was asked for */
	#take(opened: OpenedRecord, isCurrent: boolean): void {
		this.opened = opened;
		const { draft } = opened;
		if (!isCurrent || this.#isUnkept || this.#open !== null) return;
		// A draft id is used for one draft.
		this.#draftId = draft?.draftId ?? (this.#revision === 0 ? this.#draftId : this.#calls.newId());
		this.#revision = draft?.revision ?? 0;
		this.#base = draft === null ? opened.record : (draft.base ?? {});
		this.#changes = draft?.changes ?? [];
		this.#typed = draft?.typed ?? {};
		this.#problems = opened.problems;
		this.clashes = opened.clashes;
		this.keeping = { state: draft === null ? 'none' : 'kept' };
		if (draft !== null) {
			const places = [...draft.changes.map(({ at }) => at), ...Object.keys(draft.typed)];
			this.#left = new Set([...this.#left, ...places]);
		}
	}

	get #isUnkept(): boolean {
		return this.#unkept || this.#run !== null || this.keeping.state === 'failed';
	}

	/** Every keystroke in a box, and Esc, which gives back what it held. */
	typing(at: string, text: string): void {
		this.#open = null;
		if (text !== this.textAt(at)) this.#open = { at, text };
	}

	/** The box is left: its text is kept, as a value if it is one. */
	leave(): Promise<void> {
		if (this.#open === null) return this.#run ?? Promise.resolve();
		const { at, text } = this.#open;
		this.#open = null;
		const field = fieldAt(this.type, at);
		if (field === null) return Promise.resolve();
		const read = valueOfText(field, text, this.#writing().locale);
		if (read !== null) return this.enter(at, read.value);
		this.#turn += 1;
		this.#typed = { ...this.#typed, [at]: text };
		this.#left = new Set([...this.#left, at]);
		return this.#keep();
	}

	/** @param value null empties the field, or removes the line */
	enter(at: string, value: unknown): Promise<void> {
		const { fields } = this.type;
		const isHalf = this.halfAt(at) !== null;
		if (this.#open?.at === at) this.#open = null;
		const { [at]: _, ...typed } = this.#typed;
		this.#typed = typed;
		this.#left = new Set([...this.#left, at]);
		const next =
			this.#withKey(at, value) ?? apply(fields, this.shown, [{ at, was: null, to: value }]);
		const made = diff(fields, this.shown, next);
		if (made.length === 0 && !isHalf) return this.#run ?? Promise.resolve();
		this.#turn += 1;
		const seen = seenBefore(this.type.fields, { base: this.#base, changes: this.#changes, made });
		const mine = apply(fields, apply(fields, seen, this.#changes), made);
		this.#base = seen;
		this.#changes = diff(fields, seen, mine);
		return this.#keep();
	}

	/** The record with another key of a line: the line stays where it is on screen. null if the field is in no key. */
	#withKey(at: string, value: unknown): Plain | null {
		const { fields } = this.type;
		const [outer, inner] = stepsOf(fields, at).slice(-2);
		const field = outer?.field;
		if (!field || inner === undefined || field.key?.includes(inner.name) !== true) return null;
		const lineAt = at.slice(0, at.lastIndexOf('/'));
		const linesAt = lineAt.slice(0, lineAt.lastIndexOf('/'));
		const before = [...linesByKey(field, this.valueAt(linesAt))];
		const others = before.filter(([key]) => key !== outer.key);
		const { [inner.name]: _, ...line } = new Map(before).get(outer.key ?? '') ?? {};
		const lines = [
			...others.map(([, other]) => other),
			value === null ? line : { ...line, [inner.name]: value },
		];
		const keys = [...linesByKey(field, lines).keys()];
		const moved = new Map(
			[...others.map(([key]) => key), outer.key ?? ''].map((key, index) => [
				`${linesAt}/${key}`,
				`${linesAt}/${keys[index] ?? ''}`,
			]),
		);
		this.#rows.rename(linesAt, this.rowsAt(linesAt), moved);
		const movedTo = (each: string): string => movedAt(each, moved);
		this.#typed = Object.fromEntries(
			Object.entries(this.#typed).map(([each, text]) => [movedTo(each), text]),
		);
		this.#left = new Set([...this.#left].map(movedTo));
		return apply(fields, this.shown, [{ at: linesAt, was: null, to: lines }]);
	}

	addLine(at: string): Promise<void> {
		const lines = this.valueAt(at);
		this.#rows.keep(at, this.rowsAt(at));
		return this.enter(at, [...(Array.isArray(lines) ? (lines as readonly unknown[]) : []), {}]);
	}

	/** @param at of the line */
	removeLine(at: string): Promise<void> {
		const isOutside = (each: string) => !each.startsWith(`${at}/`);
		this.#typed = Object.fromEntries(
			Object.entries(this.#typed).filter(([each]) => isOutside(each)),
		);
		this.#left = new Set([...this.#left].filter(isOutside));
		return this.enter(at, null);
	}

	choose(at: string, choice: Choice): void {
		this.choices = { ...this.choices, [at]: choice };
	}

	/** Keeps the present changes; resolves when they are on disk or refused. One save runs at a time. */
	#keep(): Promise<void> {
		this.#unkept = true;
		this.#run ??= this.#keepAll().finally(() => (this.#run = null));
		return this.#run;
	}

	async #keepAll(): Promise<void> {
		while (this.#unkept) {
			this.#unkept = false;
			this.keeping = { state: 'saving' };
			const reply = await this.#calls.save(
				this.isChanged
					? { ...this.#itself(), step: 'keep', changes: [...this.#changes], typed: this.#typed }
					: { ...this.#itself(), step: 'discard' },
			);
			this.#turn += 1;
			if (!reply.ok) {
				this.keeping = { state: 'failed', failure: reply };
				return;
			}
			if (reply.value.state === 'kept') {
				this.#revision = reply.value.revision;
				this.#problems = reply.value.problems;
				this.clashes = reply.value.clashes;
				this.keeping = { state: 'kept' };
			} else {
				this.#forget();
			}
		}
	}

	#itself(): Pick<Save, 'type' | 'draftId' | 'id' | 'revision'> {
		const id = this.isUnsent ? null : this.id;
		return { type: this.type.name, draftId: this.#draftId, id, revision: this.#revision };
	}

	/** Keeps our entries over those of another window. */
	async keepMine(): Promise<void> {
		const reply = await this.#calls.get();
		if (!reply.ok) return;
		this.opened = reply.value;
		this.#draftId = reply.value.draft?.draftId ?? this.#calls.newId();
		this.#revision = reply.value.draft?.revision ?? 0;
		await this.#keep();
	}

	/** Shows the entries of the other window. */
	async takeOther(): Promise<void> {
		this.keeping = { state: 'none' };
		this.#unkept = false;
		this.#open = null;
		await this.load();
	}

	async save(): Promise<Ended> {
		await this.leave();
		if (this.keeping.state === 'failed') return { state: 'failed', failure: this.keeping.failure };
		this.tried = true;
		if (!this.isChanged) return this.#saveNothing();
		this.sending = true;
		const reply = await this.#calls.save({
			...this.#itself(),
			step: 'send',
			choices: { ...this.choices },
			intentId: this.#calls.newId(),
		});
		this.sending = false;
		this.#turn += 1;
		// Editing goes on, and anything read while it was being sent was ignored.
		if (!reply.ok || goesOn.includes(reply.value.state)) await this.load();
		if (!reply.ok) return { state: 'failed', failure: reply };
		const ended = reply.value;
		switch (ended.state) {
			case 'kept':
				throw new Error('A send keeps nothing.');
			case 'clash':
				this.clashes = ended.clashes;
				return ended;
			case 'stopped':
				this.#problems = [...ended.problems, ...this.#problems.filter(isWarning)];
				return ended;
			case 'refused':
				return ended;
			default:
				await this.#startAgain();
				return ended.state === 'discarded' ? { state: 'unchanged' } : ended;
		}
	}

	/** A new record without an entry lacks what is needed; any other is as it is. */
	#saveNothing(): Ended {
		if (!this.isUnsent) return { state: 'unchanged' };
		const nothing = { before: null, exists: () => null, record: () => null, hasTwin: () => null };
		const problems = problemsOf(this.type, {}, nothing).map(({ at, code }) => ({ at, code }));
		this.#problems = problems;
		return { state: 'stopped', problems };
	}

	/** Deletes the record at the service, while somebody waits. */
	async remove(): Promise<Reply<CallOutput<'record.remove'>>> {
		this.sending = true;
		const reply = await this.#calls.remove(this.#calls.newId());
		this.sending = false;
		if (!reply.ok || reply.value.state !== 'removed') await this.load();
		return reply;
	}

	async discard(): Promise<Failure | null> {
		this.#open = null;
		await this.#run;
		if (this.#revision > 0) {
			const reply = await this.#calls.save({ ...this.#itself(), step: 'discard' });
			if (!reply.ok) return reply;
		}
		await this.#startAgain();
		return null;
	}

	/** The draft is closed: the record is shown as it is now. */
	async #startAgain(): Promise<void> {
		this.#turn += 1;
		if (this.isUnsent) this.opened = null;
		this.#changes = [];
		this.#typed = {};
		this.#left = new Set();
		this.tried = false;
		this.#forget();
		await this.load();
	}

	#forget(): void {
		this.#draftId = this.#calls.newId();
		this.#revision = 0;
		this.#problems = [];
		this.clashes = [];
		this.choices = {};
		this.keeping = { state: 'none' };
	}
}
