// Previews, one for each table or selection that a person looks at. They are in memory: a closed program forgets them,
// and nothing of them was sent.
import type { ImportSource } from '../../../shared/bridge/import.ts';
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { mostRows, type ImportSummary } from '../../../shared/bridge/import.ts';
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { Cell } from '../../../shared/record/preview-cells.ts';
import { naturalKeys, placedColumn, type Column } from '../../../shared/record/preview-columns.ts';
import { guessReading, readingOf, type Reading } from '../../../shared/record/preview-numbers.ts';
import { proposeTables, type Table, type TableRow } from '../../../shared/record/preview-table.ts';
import {
	isIn,
	stateOf,
	stopping,
	type NamedType,
	type Proposal,
	type RowProblem,
} from '../../../shared/record/preview.ts';
import type { Plain } from '../../../shared/record/record-kit.ts';
import type { RecordTypeName } from '../../../shared/record/records.ts';
import { referencesIn } from '../../../shared/record/references.ts';
import { targetsOf } from '../../../shared/record/reference-targets.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { RecordNames, type Names } from '../record/names.ts';
import { inUse, type RecordParts } from '../record/record.ts';
import { inTurns, type Pieces } from '../turns.ts';
import { Copies } from './copies.ts';

type Asked = CallArguments<'import.rows'>;
type Rows = CallOutput<'import.rows'>;
type State = Rows['rows'][number]['state'];

interface Sheet {
	readonly type: NamedType;
	readonly headings: readonly string[];
	readonly above: number;
	readonly rows: (readonly Cell[])[];
	columns: readonly Column[];
}

interface PreviewRow extends Omit<TableRow, 'table'> {
	readonly table: number | null;
	readonly state: State;
}

/** One record that is proposed, with the draft that it is from if it is from one. */
export interface Planned extends Proposal {
	readonly draftId: string | null;
}

export class Preview {
	readonly previewId: string;
	readonly accountId: string;
	readonly source: ImportSource;
	readonly title: string;
	readonly undoes: string | null;
	readonly sheets: readonly Sheet[];
	reading: Reading | null = null;
	proposals: readonly Planned[] = [];
	rows: readonly PreviewRow[] = [];
	readonly leftOut = new Set<number>();
	/** Set by the first sending, so that a second press finds its run. */
	run: Promise<string> | null = null;

	constructor(
		about: Pick<Preview, 'previewId' | 'accountId' | 'source' | 'title' | 'undoes'>,
		sheets: readonly Sheet[],
	) {
		this.previewId = about.previewId;
		this.accountId = about.accountId;
		this.source = about.source;
		this.title = about.title;
		this.undoes = about.undoes;
		this.sheets = sheets;
	}

	/** What a run would send. */
	toSend(): readonly Planned[] {
		return this.proposals.filter((each, at) => {
			const state = stateOf(each);
			return (state === 'new' || state === 'changed') && !this.leftOut.has(at);
		});
	}
}

/** Previews that are open at the same time. */
const mostOpen = 6;

export class Previews {
	readonly #context: CoreContext;
	readonly #parts: RecordParts;
	readonly #open = new Map<string, Preview>();

	constructor(context: CoreContext, parts: RecordParts) {
		this.#context = context;
		this.#parts = parts;
	}

	add(preview: Preview): void {
		for (const oldest of [...this.#open.keys()].slice(
			0,
			Math.max(this.#open.size + 1 - mostOpen, 0),
		))
			this.#open.delete(oldest);
		this.#open.set(preview.previewId, preview);
	}

	get({ accountId }: ActiveAccount, previewId: string): Preview | Failure {
		const preview = this.#open.get(previewId);
		return preview?.accountId === accountId
			? preview
			: fail('not-found', 'This preview is no longer open.');
	}

	addRows(
		preview: Preview,
		sheet: number,
		rows: readonly (readonly Cell[])[],
	): Reply<Record<string, never>> {
		const into = preview.sheets[sheet];
		if (into === undefined) return fail('not-found', 'There is no such sheet.');
		const all = preview.sheets.reduce((sum, each) => sum + each.rows.length, rows.length);
		if (all > mostRows) return fail('not-possible-now', 'The table has too many rows.');
		into.rows.push(...rows);
		return succeed({});
	}

	/** @param given null for what is guessed */
	async read(
		preview: Preview,
		columns: readonly (readonly Column[])[],
		given: { decimalSign: Reading['decimalSign'] | null; dayOrder: Reading['dayOrder'] | null },
	): Promise<Reply<ImportSummary>> {
		for (const [at, sheet] of preview.sheets.entries()) {
			const chosen = columns[at] ?? [];
			if (!isSound(sheet, chosen)) return fail('invalid-input', 'These columns cannot be used.');
			if (sheet.rows.length > 0 && !hasKey(sheet.type, chosen)) {
				return fail('incomplete', 'No column identifies the records.');
			}
			sheet.columns = chosen;
		}
		const guessed = guessReading(
			textsOf(preview.sheets),
			readingOf(this.#context.settings().locale),
		);
		preview.reading = {
			decimalSign: given.decimalSign ?? guessed.decimalSign,
			dayOrder: given.dayOrder ?? guessed.dayOrder,
		};
		await this.#readAgain(preview);
		return succeed(this.summary(preview));
	}

	async fix(
		preview: Preview,
		{ row, column, text }: CallArguments<'import.fix'>,
	): Promise<Reply<ImportSummary>> {
		const found = preview.rows[row];
		const sheet = preview.sheets[found?.table ?? -1];
		const cells = sheet?.rows[found?.row ?? -1];
		if (sheet === undefined || found === undefined || cells === undefined) {
			return fail('not-found', 'There is no such row.');
		}
		sheet.rows[found.row] = sheet.headings.map((_, at) =>
			at === column ? text : (cells[at] ?? ''),
		);
		await this.#readAgain(preview);
		return succeed(this.summary(preview));
	}

	leave(preview: Preview, rows: readonly number[], out: boolean): ImportSummary {
		for (const row of rows) {
			const proposal = preview.rows[row]?.proposal;
			if (proposal === undefined) continue;
			if (out) preview.leftOut.add(proposal);
			else preview.leftOut.delete(proposal);
		}
		return this.summary(preview);
	}

	async #readAgain(preview: Preview): Promise<void> {
		const copies = new Copies(this.#parts, preview.accountId);
		const tables = preview.sheets.map(({ type, columns, rows }): Table => ({
			type,
			columns,
			rows,
		}));
		const { clock } = this.#context.ports;
		const reading = preview.reading ?? readingOf(this.#context.settings().locale);
		await inTurns(copies.load(new Set(tables.flatMap(({ type }) => referredTo(type)))), clock);
		const { rows, proposals } = await inTurns(proposeTables(tables, reading, copies.index), clock);
		await this.take(
			preview,
			copies,
			proposals.map((each) => ({ ...each, draftId: null })),
			rows,
		);
	}

	/** @param rows of tables; default: one for each record */
	async take(
		preview: Preview,
		copies: Copies,
		proposals: readonly Planned[],
		rows: readonly TableRow[] | null = null,
	): Promise<void> {
		const { clock } = this.#context.ports;
		preview.proposals = await inTurns(this.#checked(proposals, copies), clock);
		preview.rows = await inTurns(stated(preview.proposals, rows), clock);
		preview.leftOut.clear();
	}

	/** What can be sent at all. */
	*#checked(proposals: readonly Planned[], copies: Copies): Pieces<readonly Planned[]> {
		const checked: Planned[] = [];
		for (const proposal of proposals) {
			const problem = this.#mayBeSent(proposal, copies);
			const problems = problem === null ? proposal.problems : [...proposal.problems, problem];
			checked.push({ ...proposal, problems });
			yield;
		}
		return checked;
	}

	#mayBeSent(proposal: Planned, copies: Copies): RowProblem | null {
		const { type, id, draftId } = proposal;
		const { records } = this.#parts;
		const state = stateOf(proposal);
		if (state === 'new') {
			return records.routes(type, 'create') === null ? stopping('cannot-create') : null;
		}
		if (state !== 'changed' || id === null) return null;
		const allowed = records.allowed(type, 'change', copies.get(type, id));
		if (!allowed.may && allowed.because === 'no-operation') return stopping('cannot-change');
		if (!allowed.may && allowed.because === 'in-the-outbox') return stopping('needs-you');
		return draftId === null && copies.isEdited(type, id) ? stopping('open-draft') : null;
	}

	summary(preview: Preview): ImportSummary {
		const counts = { new: 0, changed: 0, same: 0, error: 0 };
		for (const { state } of preview.rows) counts[state] += 1;
		const toSend = preview.toSend();
		const { profile } = this.#context.account() ?? {};
		const ambiguous = preview.rows.reduce((sum, row) => sum + row.ambiguous.length, 0);
		return {
			previewId: preview.previewId,
			source: preview.source,
			title: preview.title,
			types: [...new Set(preview.proposals.map(({ type }) => type))],
			counts,
			toSend: toSend.length,
			seconds: Math.ceil((toSend.length * 60) / (profile?.importsPerMinute ?? 300)),
			reading: preview.reading === null ? null : { ...preview.reading, ambiguous },
			headings: preview.sheets.map(({ headings }) => [...headings]),
			needsNetwork: toSend.some(
				({ type, id }) =>
					this.#parts.records.routes(type, id === null ? 'create' : 'change')?.goes ===
					'online-only',
			),
		};
	}

	rows(preview: Preview, { show, from, limit }: Asked): Rows {
		const shown = [...preview.rows.entries()].filter(
			([, { state }]) => show === null || state === show,
		);
		const titles = new RecordNames(this.#parts.shown, preview.accountId);
		const names: Names = {};
		const rows = shown.slice(from, from + limit).flatMap(([row, each]) => {
			const proposal = preview.proposals[each.proposal];
			if (proposal === undefined) return [];
			const type = inUse(proposal.type);
			for (const record of [proposal.now, proposal.desired])
				if (record !== null) Object.assign(names, titles.of(type, record));
			return [{ row, ...this.#rowOf(preview, each, proposal) }];
		});
		return { rows, total: shown.length, names };
	}

	#rowOf(
		preview: Preview,
		{ table, row, state, ambiguous, proposal: at, touched }: PreviewRow,
		proposal: Planned,
	): Omit<Rows['rows'][number], 'row'> {
		const type = inUse(proposal.type);
		const sheet = table === null ? null : preview.sheets[table];
		const { now, desired, changes, problems } = proposal;
		const isMine = (each: RowProblem) =>
			table === null || each.row === null || each.row === this.#numberOf(preview, table, row);
		return {
			line: sheet === null || sheet === undefined ? null : lineOf(sheet, row),
			sheet: table ?? 0,
			type: proposal.type,
			id: proposal.id,
			title: this.#parts.records.fullTitleOf(type, now ?? desired) || codeOf(now ?? desired),
			state,
			leftOut: preview.leftOut.has(at),
			cells: [...(sheet?.rows[row] ?? [])],
			changes: changes.filter((change) => touched === null || isTouched(touched, change.at)),
			problems: problems.filter(isMine).map(({ at: field, text, code, args, weight }) => ({
				at: field,
				column: columnOf(sheet, field),
				text,
				code,
				args: this.#withLine(preview, table, args),
				weight,
			})),
			ambiguous: [...ambiguous],
		};
	}

	/** The other row of a problem by its line, if it is on the same sheet. */
	#withLine(
		preview: Preview,
		table: number | null,
		{ row: number, ...args }: RowProblem['args'],
	): Record<string, string | number> {
		const sheet = preview.sheets[table ?? -1];
		if (sheet === undefined || table === null || typeof number !== 'number') return args;
		const row = number - this.#numberOf(preview, table, 0);
		return sheet.rows[row] === undefined ? args : { ...args, line: lineOf(sheet, row) };
	}

	/** Problems name their row through all tables. */
	#numberOf({ sheets }: Preview, table: number, row: number): number {
		return sheets.slice(0, table).reduce((sum, sheet) => sum + sheet.rows.length, row);
	}
}

/** Of a row of a sheet: its headings stand above. */
const lineOf = ({ above }: Sheet, row: number): number => above + row + 2;

const codeOf = ({ code }: Plain): string => (typeof code === 'string' ? code : '');

function columnOf(sheet: Sheet | null | undefined, field: string | null): number | null {
	const at = sheet?.columns.findIndex(({ path }) => path !== null && path === field) ?? -1;
	return at < 0 ? null : at;
}

/** The type, and those that its records refer to. */
const referredTo = ({ name, fields }: NamedType): readonly RecordTypeName[] => [
	name,
	...referencesIn(fields).flatMap(({ field }) => targetsOf(field.to)),
];

const isTouched = (touched: readonly string[], at: string): boolean =>
	touched.some((each) => isIn(at, each) || isIn(each, at));

function* stated(
	proposals: readonly Planned[],
	rows: readonly TableRow[] | null,
): Pieces<readonly PreviewRow[]> {
	const result: PreviewRow[] = [];
	const each: readonly (Omit<TableRow, 'table'> & { table: number | null })[] =
		rows ??
		proposals.map((_, proposal) => ({
			table: null,
			row: proposal,
			proposal,
			ambiguous: [],
			touched: null,
		}));
	for (const row of each) {
		const proposal = proposals[row.proposal];
		if (proposal === undefined) continue;
		const { touched } = row;
		const state = stateOf(proposal);
		const isStill =
			state === 'changed' &&
			touched !== null &&
			!proposal.changes.some(({ at }) => isTouched(touched, at));
		result.push({ ...row, state: isStill ? 'same' : state });
		yield;
	}
	return result;
}

/** Each field once, and only fields that exist. */
function isSound({ type, headings }: Sheet, columns: readonly Column[]): boolean {
	const used = columns.flatMap(({ path }) => (path === null ? [] : [path]));
	return (
		columns.length === headings.length &&
		new Set(used).size === used.length &&
		used.every((path) => path === 'id' || placedColumn(type, path) !== undefined)
	);
}

function hasKey(type: NamedType, columns: readonly Column[]): boolean {
	const used = columns.map(({ path }) => path);
	return (
		used.includes('id') ||
		used.includes('code') ||
		naturalKeys(type, (field) => used.includes(field)).length > 0
	);
}

/** The cells that tell how numbers and days are written. */
function textsOf(sheets: readonly Sheet[]): { numbers: string[]; days: string[] } {
	const numbers: string[] = [];
	const days: string[] = [];
	for (const { type, columns, rows } of sheets) {
		for (const [at, { path }] of columns.entries()) {
			const kind = path === null ? '' : (placedColumn(type, path)?.field.kind ?? '');
			const into =
				kind === 'day' ? days : ['decimal', 'money', 'whole'].includes(kind) ? numbers : null;
			if (into === null) continue;
			for (const cells of rows) {
				const cell = cells[at];
				if (typeof cell === 'string' && cell.trim() !== '') into.push(cell.trim());
			}
		}
	}
	return { numbers, days };
}
