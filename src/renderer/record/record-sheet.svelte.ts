// A list as a sheet: what is typed or pasted into a cell becomes a draft of its record, kept on this PC like the form's.
import { SvelteMap } from 'svelte/reactivity';
import type { AnyField } from '../../shared/record/field.ts';
import { sameContent, type Change } from '../../shared/record/merge.ts';
import type { AnyType } from '../../shared/record/record-kit.ts';
import type { RecordTypeName } from '../../shared/record/records.ts';
import type { App } from '../app.svelte.ts';
import type { CommitReply, GridEntry } from '../ui/grid/grid-types.ts';
import { liveLine } from '../ui/grid/live-line.ts';
import { InOrder } from '../ui/in-order.ts';
import { boxText, valueOfText, writingOf } from './box-values.ts';
import type { RecordRow } from './record-row.ts';

const kinds = ['text', 'email', 'phone', 'code', 'decimal', 'money', 'whole', 'day'];

/** Fields of the list that a box can hold. */
export const sheetFields = ({ columns, fields }: AnyType): readonly string[] =>
	columns.filter((name) => {
		const field = fields[name];
		const isFree = field?.owned !== true && field?.fixed !== true;
		return field !== undefined && isFree && kinds.includes(field.kind);
	});

interface Draft {
	readonly draftId: string;
	readonly revision: number;
	readonly changes: readonly Change[];
	readonly typed: Readonly<Record<string, string>>;
}

/** Texts of one record's boxes, by column. */
interface Entered {
	readonly id: string;
	readonly texts: Readonly<Record<string, string>>;
}

/** A draft as it is to be kept. */
interface Next {
	readonly line: SheetLine;
	readonly draft: Draft;
}

interface Pasted {
	/** Of the records that were kept. */
	readonly cells: number;
	/** Records with a cell that is no value. */
	readonly unread: number;
	/** Why a record was not kept. */
	readonly refused: Extract<CommitReply, { ok: false }> | null;
	/** Rows of the block below the last record of the sheet. */
	readonly beyond: number;
}

export interface SheetLine {
	readonly row: RecordRow;
	readonly draft: Draft | null;
}

/** Rows of a sheet; a longer list is narrowed by its filters. */
export const mostLines = 500;

export class RecordSheet {
	readonly #app: App;
	readonly #type: AnyType & { readonly name: RecordTypeName };
	readonly #lines = new SvelteMap<string, SheetLine>();
	entries = $state.raw<readonly GridEntry<SheetLine>[]>([]);
	names = $state.raw<Readonly<Record<string, string>>>({});
	total = $state(0);
	readonly #reads = new InOrder();
	#working: Promise<unknown> = Promise.resolve();

	constructor(app: App, type: AnyType & { readonly name: RecordTypeName }) {
		this.#app = app;
		this.#type = type;
	}

	async load(asked: object): Promise<void> {
		const listed = { ...asked, type: this.#type.name, limit: mostLines };
		const reply = await this.#reads.answerOf(this.#app.call('record.list', listed));
		if (reply === null) return;
		if (this.#app.failed(reply)) return;
		const { rows, names, total } = reply.value;
		const known = rows.filter(({ standing }) => standing !== 'draft');
		for (const row of known) this.#lines.set(row.id, { row, draft: null });
		await Promise.all(known.filter(({ edited }) => edited).map((row) => this.#readDraft(row)));
		this.entries = known.map((row) => liveLine(this.#lines, row.id, { row, draft: null }));
		this.names = names;
		this.total = total;
	}

	/** Ids of the records with a draft. */
	get edited(): readonly string[] {
		return this.entries.flatMap(({ key }) =>
			(this.#lines.get(key)?.draft ?? null) === null ? [] : [key],
		);
	}

	fieldOf(column: string): AnyField {
		return this.#type.fields[column] ?? { kind: 'text' };
	}

	/** The text of a box: what was typed, else the changed value, else the record's. */
	textOf({ row, draft }: SheetLine, column: string): string {
		const typed = draft?.typed[column];
		if (typed !== undefined) return typed;
		const change = draft?.changes.find(({ at }) => at === column);
		const value = change === undefined ? row.values[column] : change.to;
		return boxText(this.fieldOf(column), value, writingOf(this.#app));
	}

	isChanged({ draft }: SheetLine, column: string): boolean {
		return (
			draft !== null &&
			(draft.typed[column] !== undefined || draft.changes.some(({ at }) => at === column))
		);
	}

	/** A box with a text that is no value yet: its column. */
	unreadable({ draft }: SheetLine): string | null {
		return Object.keys(draft?.typed ?? {})[0] ?? null;
	}

	/** Keeps the text of a box. A text that is no value yet is kept as it is. */
	async enter(id: string, column: string, text: string): Promise<CommitReply> {
		const [reply] = await this.#keep([{ id, texts: { [column]: text } }]);
		return reply ?? { ok: true };
	}

	/** One change after the other: each needs the revisions that the last one made. */
	#keep(entered: readonly Entered[]): Promise<readonly CommitReply[]> {
		const kept = this.#working.then(() =>
			this.#keepNow(
				entered.flatMap(({ id, texts }) => {
					const line = this.#lines.get(id);
					if (line === undefined) return [];
					const draft = line.draft ?? emptyDraft();
					return [{ line, draft: { ...draft, ...this.#with(line.row, draft, texts) } }];
				}),
			),
		);
		this.#working = kept;
		return kept;
	}

	/** Throws the drafts of all its records away. @returns why one is still there, if so */
	async discard(): Promise<Pasted['refused']> {
		await this.#working;
		const drafts = [...this.#lines.values()].flatMap((line) =>
			line.draft === null ? [] : [{ line, draft: { ...line.draft, changes: [], typed: {} } }],
		);
		const replies = await this.#keepNow(drafts);
		return replies.find((reply) => !reply.ok) ?? null;
	}

	async #keepNow(next: readonly Next[]): Promise<readonly CommitReply[]> {
		const reply = await this.#app.call('record.keepAll', {
			type: this.#type.name,
			drafts: next.map(({ line, draft }) => ({
				...draft,
				id: line.row.id,
				changes: draft.changes.map((change) => ({ ...change })),
				typed: { ...draft.typed },
			})),
		});
		if (!reply.ok) {
			const message = { key: `errors.${reply.code}` } as const;
			return next.map(() => ({ ok: false, message }));
		}
		const replies: CommitReply[] = [];
		for (const [at, { line, draft }] of next.entries()) {
			const kept = reply.value.kept[at];
			if (kept === undefined || kept.state === 'refused') {
				await this.#readDraft(line.row);
				replies.push({
					ok: false,
					message: { key: `errors.${kept?.code ?? 'not-found'}` },
				});
				continue;
			}
			const now = kept.state === 'kept' ? { ...draft, revision: kept.revision } : null;
			this.#lines.set(line.row.id, { row: line.row, draft: now });
			replies.push({ ok: true });
		}
		return replies;
	}

	#with(
		{ values }: RecordRow,
		draft: Draft,
		texts: Readonly<Record<string, string>>,
	): Pick<Draft, 'changes' | 'typed'> {
		const typed = new Map(Object.entries(draft.typed));
		let { changes } = draft;
		for (const [at, text] of Object.entries(texts)) {
			const field = this.fieldOf(at);
			const read = valueOfText(field, text, this.#app.language.locale);
			typed.delete(at);
			changes = changes.filter((change) => change.at !== at);
			const was = values[at] ?? null;
			if (read === null) typed.set(at, text);
			else if (!sameContent(field, was, read.value)) {
				changes = [...changes, { at, was, to: read.value }];
			}
		}
		return { changes, typed: Object.fromEntries(typed) };
	}

	/** The open draft of a record, as another page left it. */
	async #readDraft(row: RecordRow): Promise<void> {
		const reply = await this.#app.call('record.get', { type: this.#type.name, id: row.id });
		const open = reply.ok ? reply.value.draft : null;
		const draft =
			open === null
				? null
				: {
						draftId: open.draftId,
						revision: open.revision,
						changes: open.changes.map(({ at, was, to }) => ({ at, was, to })),
						typed: open.typed,
					};
		this.#lines.set(row.id, { row, draft });
	}

	/** A block from a spreadsheet: its first cell goes into this one, the others below and beside it. */
	async paste(text: string, from: { key: string; column: string }): Promise<Pasted> {
		const columns = sheetFields(this.#type);
		const firstColumn = columns.indexOf(from.column);
		const firstLine = this.entries.findIndex(({ key }) => key === from.key);
		const block = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
		const entries = firstLine < 0 ? [] : this.entries.slice(firstLine, firstLine + block.length);
		const entered = entries.map(({ key: id }, down): Entered => {
			const cells = (block[down] ?? '').split('\t').slice(0, columns.length - firstColumn);
			const texts = new Map(
				cells.map((cell, beside) => [columns[firstColumn + beside] ?? '', cell.trim()]),
			);
			return { id, texts: Object.fromEntries(texts) };
		});
		const replies = await this.#keep(entered);
		return {
			cells: entered
				.filter((_, at) => replies[at]?.ok === true)
				.reduce((sum, { texts }) => sum + Object.keys(texts).length, 0),
			unread: entered.filter(({ id }) => {
				const line = this.#lines.get(id);
				return line !== undefined && this.unreadable(line) !== null;
			}).length,
			refused: replies.find((reply) => !reply.ok) ?? null,
			beyond: block.length - entries.length,
		};
	}
}

const emptyDraft = (): Draft => ({
	draftId: crypto.randomUUID(),
	revision: 0,
	changes: [],
	typed: {},
});
