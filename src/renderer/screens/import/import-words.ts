// Words of a preview: fields of columns, what a row changes, and what is wrong with it.
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import type { ImportRow, ImportRun } from '../../../shared/bridge/import.ts';
import { columnsOf, type HeadingWords } from '../../../shared/record/preview-columns.ts';
import type { NamedType } from '../../../shared/record/preview.ts';
import { fieldOf, stepsOf } from '../../../shared/record/pointer.ts';
import { recordTypeNames, typeNamed, type RecordTypeName } from '../../../shared/record/records.ts';
import { routeOf } from '../../../shared/record/registry.ts';
import { weightOf, type ProblemCode } from '../../../shared/record/rules.ts';
import type { App } from '../../app.svelte.ts';
import { isMessageKey } from '../../messages/message.ts';
import { problemWord } from '../../record/problem-word.ts';
import { fieldWord, typeWord, valueWord, type Words } from '../../record/record-words.ts';

export const named = (name: RecordTypeName): NamedType => ({ ...typeNamed(name), name });

/** Types that a table can add or change. */
export const importableTypes = recordTypeNames.filter(
	(name) => routeOf(name, 'create') !== null || routeOf(name, 'change') !== null,
);

type T = Pick<App, 't'>;

/** A name that every spreadsheet program accepts. */
const mostSheetName = 31;
const beforeMore = ' – ';

/** A sheet of a type in a workbook: `Suppliers`, `Suppliers – Prices` for a kind of its lines. */
export const sheetWord = ({ t }: T, name: RecordTypeName, more: string): string =>
	[t(`recordTypes.${name}`), ...(more === '' ? [] : [more])].join(beforeMore);

/** The type that a sheet is named after; null if it has another name. */
export function typeOfSheet(app: T, sheet: string): RecordTypeName | null {
	const [word = ''] = sheet.trim().split(beforeMore);
	const fits = (name: RecordTypeName) =>
		app.t(`recordTypes.${name}`).slice(0, mostSheetName).toLowerCase() === word.toLowerCase();
	return importableTypes.find(fits) ?? null;
}

/** How many records of a run are where. */
export const tallyWords = ({ t }: T, run: ImportRun): string =>
	(['applied', 'waiting', 'failed', 'left'] as const)
		.filter((name) => run[name] > 0)
		.map((name) => t(`import.${name}`, { count: run[name] }))
		.join(' · ');

/** Of a column of a table: `units/conversionFactor` is the factor of a unit. */
export function pathWord(app: T, type: NamedType, path: string): string {
	if (path === 'id') return app.t('import.id');
	const steps = stepsOf(type.fields, withKeys(type, path));
	return steps
		.map((_, at) => {
			const names = steps.slice(0, at + 1).map(({ name }) => name);
			return typeWord(app, type, `field-${names.join('-')}`);
		})
		.join(': ');
}

/** A pointer with some line, so that the steps through lines are found. */
const withKeys = ({ fields }: NamedType, path: string): string => {
	const [first = '', ...rest] = path.split('/');
	return fields[first]?.kind === 'lines' ? [first, '0', ...rest].join('/') : path;
};

/** What a heading can be called. */
export const headingWords = (app: T, type: NamedType): readonly HeadingWords[] =>
	['id', ...columnsOf(type).map(({ path }) => path)].map((path) => ({
		path,
		words: [pathWord(app, type, path)],
	}));

export function changeWords(
	words: Words,
	row: Pick<ImportRow, 'type' | 'changes' | 'state'>,
): string[] {
	const type = named(row.type);
	return row.changes.map(({ at, was, to }) => {
		const [field, before, after] = [
			fieldWord(words, type, at),
			elementWord(words, type, at, was),
			elementWord(words, type, at, to),
		];
		return row.state === 'new'
			? words.t('import.becomes', { field, now: after || words.t('record.empty') })
			: words.t('record.became', {
					field,
					was: before || words.t('record.empty'),
					now: after || words.t('record.empty'),
				});
	});
}

/** An element of a set is there or not. */
function elementWord(words: Words, type: NamedType, at: string, value: unknown): string {
	return value === true && stepsOf(type.fields, at).at(-1)?.key !== null
		? words.t('record.yes')
		: valueWord(words, type, at, value);
}

type RowProblem = ImportRow['problems'][number];

const isRule = (code: string): code is ProblemCode => Object.hasOwn(weightOf, code);

/** What is wrong, for a box that says itself where. */
export function problemSaid(words: Words, { code, args }: RowProblem): string {
	const key = `import.problem-${code}`;
	if (isMessageKey(key)) {
		const [count, options] = [Number(args['count'] ?? 0), String(args['options'] ?? '')];
		return words.t(key, { count, options, line: String(args['line'] ?? 'none') });
	}
	return isRule(code) ? problemWord(words, { code, args }) : code;
}

export function problemWords(words: Words, name: RecordTypeName, problem: RowProblem): string {
	const { at, text } = problem;
	const type = named(name);
	const said = hasNoColumn(type, problem)
		? words.t('import.problem-no-column')
		: problemSaid(words, problem);
	const place = at === null ? '' : placeWord(words, type, at);
	const unit = words.names?.[`unit/${text}`];
	const shown = fieldOf(type.fields, at ?? '')?.kind === 'unit' && unit !== undefined ? unit : text;
	const cell = text === '' ? place : words.t('import.cell', { field: place, text: shown });
	return cell === '' ? said : `${cell}: ${said}`;
}

/** Lines in a line are missing: no cell can name them. */
const hasNoColumn = ({ fields }: NamedType, { at, code }: RowProblem): boolean =>
	code === 'needed' && at?.includes('/') === true && fieldOf(fields, at)?.kind === 'lines';

const placeWord = (words: Words, type: NamedType, at: string): string =>
	at === 'id' || columnsOf(type).some(({ path }) => path === at)
		? pathWord(words, type, at)
		: fieldWord(words, type, at);

export type RunRow = CallOutput<'import.run'>['rows'][number];

/** What became of a record of a run. */
export function outcomeWord({ t }: T, { state, action }: Pick<RunRow, 'state' | 'action'>): string {
	if (state !== 'sent') return t(`import.row-${state}`);
	switch (action) {
		case null:
		case 'confirmed':
		case 'superseded':
			return t('import.row-applied');
		case 'attention':
			return t('import.row-attention');
		case 'cancelled':
		case 'discarded':
			return t('import.row-cancelled');
		default:
			return t('import.row-waiting');
	}
}
