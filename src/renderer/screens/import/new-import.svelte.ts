// A table on its way into a preview: the file or the pasted text, its sheets, and the field of each column.
import type { ImportSummary } from '../../../shared/bridge/import.ts';
import type { Failure, Reply } from '../../../shared/bridge/reply.ts';
import { matchHeadings, naturalKeys, type Column } from '../../../shared/record/preview-columns.ts';
import { exportColumn, exportSheets } from '../../../shared/record/preview-export.ts';
import type { RecordTypeName } from '../../../shared/record/records.ts';
import type { App } from '../../app.svelte.ts';
import { headingWords, named, typeOfSheet } from './import-words.ts';
import type { ReadFile } from './read-table.ts';
import type { SheetHead, TableThread } from './table-thread.ts';

export interface SheetState {
	readonly read: SheetHead;
	/** null: the sheet is not imported. */
	type: RecordTypeName | null;
	columns: readonly Column[];
	isRemembered: boolean;
}

type Rows = Pick<TableThread, 'rows'>;
type Given = Pick<NonNullable<ImportSummary['reading']>, 'decimalSign' | 'dayOrder'>;

export class NewImport {
	readonly #app: App;
	readonly #thread: Rows;
	readonly source: 'file' | 'paste';
	readonly title: string;
	readonly text: ReadFile['text'];
	sheets = $state.raw<readonly SheetState[]>([]);
	#previewId = '';

	/** @param chosen the records of the first sheet if no sheet is named after a type */
	constructor(
		app: App,
		about: {
			source: 'file' | 'paste';
			title: string;
			thread: Rows;
			heads: Pick<ReadFile, 'text'> & { sheets: readonly SheetHead[] };
		},
		chosen: RecordTypeName | null,
	) {
		this.#app = app;
		this.#thread = about.thread;
		this.source = about.source;
		this.title = about.title;
		this.text = about.heads.text;
		const types = about.heads.sheets.map(({ name }) => typeOfSheet(app, name));
		const isNamed = types.some((type) => type !== null);
		this.sheets = about.heads.sheets.map((read, at) => {
			const type = isNamed || at > 0 ? (types[at] ?? null) : chosen;
			return { read, type, columns: this.#guessed(read, type), isRemembered: false };
		});
	}

	#guessed(read: SheetHead, type: RecordTypeName | null): readonly Column[] {
		if (type === null) return [];
		const all = named(type);
		const matched = matchHeadings(read.headings, headingWords(this.#app, all));
		// A sheet of lines, as an export has it: its other columns only help to find the record.
		const paths = matched.flatMap(({ path }) => path ?? []).join();
		const lines = exportSheets(all).find(
			(sheet) => sheet.lines !== null && sheet.paths.join() === paths,
		);
		return lines === undefined
			? matched
			: matched.map((column) =>
					column.path === null ? column : exportColumn(lines, column.path, column.heading),
				);
	}

	get used(): readonly (SheetState & { type: RecordTypeName })[] {
		return this.sheets.flatMap((sheet) => {
			const { type } = sheet;
			return type === null ? [] : [{ ...sheet, type }];
		});
	}

	setType(at: number, type: RecordTypeName | null): void {
		this.#change(at, ({ read }) => ({
			read,
			type,
			columns: this.#guessed(read, type),
			isRemembered: false,
		}));
	}

	setColumn(at: number, column: number, changed: Partial<Column>): void {
		this.#change(at, (sheet) => ({
			...sheet,
			columns: sheet.columns.map((each, index) =>
				index === column ? { ...each, ...changed } : each,
			),
		}));
	}

	#change(at: number, make: (sheet: SheetState) => SheetState): void {
		this.sheets = this.sheets.map((sheet, index) => (index === at ? make(sheet) : sheet));
	}

	/** Hands the rows to the core, and takes over the columns chosen last for these headings. */
	async open(): Promise<Failure | null> {
		const { used } = this;
		const opened = await this.#app.call('import.open', {
			source: this.source,
			title: this.title.slice(0, 200),
			sheets: used.map(({ type, read }) => ({
				type,
				headings: [...read.headings],
				above: read.above,
			})),
		});
		if (!opened.ok) return opened;
		this.#previewId = opened.value.previewId;
		for (const [sheet, { read }] of used.entries()) {
			for (let from = 0; from < read.count;) {
				const rows = await this.#thread.rows(this.#positionOf(read), from);
				from += rows.length;
				const added = await this.#app.call('import.add', {
					previewId: this.#previewId,
					sheet,
					rows,
				});
				if (!added.ok) return added;
			}
		}
		return null;
	}

	#positionOf(read: SheetHead): number {
		return this.sheets.findIndex((sheet) => sheet.read === read);
	}

	/** Before `open`, so that a person sees them. */
	async remember(): Promise<void> {
		const reply = await this.#app.call('import.open', {
			source: this.source,
			title: '',
			// An error file has one more column than the file it is of.
			sheets: this.used.map(({ type, read }) => ({
				type,
				headings: read.headings.filter((heading) => heading !== this.#app.t('import.errorColumn')),
			})),
		});
		if (!reply.ok) return;
		const remembered = [...reply.value.remembered];
		this.sheets = this.sheets.map((sheet) => {
			const columns = sheet.type === null ? null : (remembered.shift() ?? null);
			if (columns === null) return sheet;
			const byHeading = new Map(columns.map((column) => [column.heading, column]));
			return {
				...sheet,
				isRemembered: true,
				columns: sheet.columns.map((column) => byHeading.get(column.heading) ?? column),
			};
		});
	}

	async read(given: { [Name in keyof Given]: Given[Name] | null }): Promise<Reply<ImportSummary>> {
		return this.#app.call('import.read', {
			previewId: this.#previewId,
			columns: this.used.map(({ columns }) => columns.map((column) => ({ ...column }))),
			...given,
		});
	}

	/** Why the columns of a sheet cannot be used; null if they can. */
	problemOf({ type, columns }: SheetState): { key: 'needsKey' | 'twice'; path: string } | null {
		if (type === null) return null;
		const used = columns.flatMap(({ path }) => (path === null ? [] : [path]));
		const twice = used.find((path, at) => used.indexOf(path) !== at);
		if (twice !== undefined) return { key: 'twice', path: twice };
		const isKeyed =
			used.includes('id') ||
			used.includes('code') ||
			naturalKeys(named(type), (field) => used.includes(field)).length > 0;
		return isKeyed ? null : { key: 'needsKey', path: '' };
	}
}
