// A list as a sheet: what is typed or pasted into a cell becomes a draft of its record, kept on this PC like the form's.
import { SvelteMap } from 'svelte/reactivity';
import type { CallOutput } from '../../shared/bridge/contract.ts';
import type { AnyField } from '../../shared/record/field.ts';
import { sameContent, type Change } from '../../shared/record/merge.ts';
import type { AnyType } from '../../shared/record/record-kit.ts';
import type { RecordTypeName } from '../../shared/record/records.ts';
import type { App } from '../app.svelte.ts';
import type { CommitReply, GridEntry } from '../ui/grid/grid-types.ts';
import { boxText, valueOfText } from './box-values.ts';
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
	/** One change after the other for each record. */
	readonly #working = new Map<string, Promise<unknown>>();

	constructor(app: App, type: AnyType & { readonly name: RecordTypeName }) {
		this.#app = app;
		this.#type = type;
	}

	async load(asked: object): Promise<void> {
		const reply = await this.#app.call('record.list', {
			...asked,
			type: this.#type.name,
			limit: mostLines,
		});
		if (!reply.ok) {
			this.#app.notices.show(this.#app.explain(reply), 'rust');
			return;
		}
		const { rows, names, total } = reply.value;
		const known = rows.filter(({ standing }) => standing !== 'draft');
		for (const row of known) this.#lines.set(row.id, { row, draft: null });
		for (const { id } of known.filter(({ edited }) => edited)) await this.#draftOf(id);
		const lines = this.#lines;
		this.entries = known.map((row) => ({
			kind: 'line' as const,
			key: row.id,
			get line() {
				return lines.get(row.id) ?? { row, draft: null };
			},
		}));
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
		return boxText(this.fieldOf(column), value, this.#app.language.locale);
	}

	isChanged({ draft }: SheetLine, column: string): boolean {
		return (
			draft !== null &&
			(draft.typed[column] !== undefined || draft.changes.some(({ at }) => at === column))
		);
	}

	/** Keeps texts of one record's boxes. A text that is no value yet is kept as it is. */
	enter(id: string, texts: Readonly<Record<string, string>>): Promise<CommitReply> {
		const before = this.#working.get(id) ?? Promise.resolve();
		const kept = before.then(() => this.#keep(id, texts));
		this.#working.set(id, kept);
		return kept;
	}

	async #keep(id: string, texts: Readonly<Record<string, string>>): Promise<CommitReply> {
		const line = this.#lines.get(id);
		if (line === undefined) return { ok: true };
		const draft = line.draft ?? (await this.#draftOf(id));
		const { changes, typed } = this.#with(line.row, draft, texts);
		if (draft.revision === 0 && changes.length === 0 && Object.keys(typed).length === 0) {
			return { ok: true };
		}
		const saving = { type: this.#type.name, id, draftId: draft.draftId, revision: draft.revision };
		const isEmpty = changes.length === 0 && Object.keys(typed).length === 0;
		const reply = isEmpty
			? await this.#app.call('record.save', { ...saving, step: 'discard' })
			: await this.#app.call('record.save', {
					...saving,
					step: 'keep',
					changes: changes.map((change) => ({ ...change })),
					typed: { ...typed },
				});
		if (!reply.ok) {
			await this.#draftOf(id);
			return { ok: false, message: { key: `errors.${reply.code}` } };
		}
		const revision = reply.value.state === 'kept' ? reply.value.revision : 0;
		this.#lines.set(id, {
			row: line.row,
			draft: isEmpty ? null : { draftId: draft.draftId, revision, changes, typed },
		});
		const [wrong] = Object.keys(texts).filter((column) => typed[column] !== undefined);
		if (wrong === undefined) return { ok: true };
		const isDay = this.fieldOf(wrong).kind === 'day';
		return {
			ok: false,
			message: { key: isDay ? 'record.problem-not-a-day' : 'record.problem-not-a-number' },
		};
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

	/** The open draft of a record, or a new one. */
	async #draftOf(id: string): Promise<Draft> {
		const reply = await this.#app.call('record.get', { type: this.#type.name, id });
		const open: CallOutput<'record.get'>['draft'] = reply.ok ? reply.value.draft : null;
		const line = this.#lines.get(id);
		if (open === null) {
			return { draftId: crypto.randomUUID(), revision: 0, changes: [], typed: {} };
		}
		const draft: Draft = {
			draftId: open.draftId,
			revision: open.revision,
			changes: open.changes.map(({ at, was, to }) => ({ at, was, to })),
			typed: open.typed,
		};
		if (line !== undefined) this.#lines.set(id, { ...line, draft });
		return draft;
	}

	/** A block from a spreadsheet: its first cell goes into this one, the others below and beside it. */
	async paste(
		text: string,
		from: { key: string; column: string },
	): Promise<{ cells: number; refused: number }> {
		const columns = sheetFields(this.#type);
		const firstColumn = columns.indexOf(from.column);
		const firstLine = this.entries.findIndex(({ key }) => key === from.key);
		const block = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
		let cells = 0;
		let refused = 0;
		for (const [down, line] of block.entries()) {
			const entry = this.entries[firstLine + down];
			if (firstLine < 0 || firstColumn < 0 || entry === undefined) break;
			const texts = Object.fromEntries(
				line.split('\t').flatMap((cell, beside) => {
					const column = columns[firstColumn + beside];
					return column === undefined ? [] : [[column, cell.trim()] as const];
				}),
			);
			cells += Object.keys(texts).length;
			const reply = await this.enter(entry.key, texts);
			if (!reply.ok) refused += 1;
		}
		return { cells, refused };
	}
}
