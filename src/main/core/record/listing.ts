// Lists of records: search, filters, order, and one window of rows.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { apply, sameContent } from '../../../shared/record/merge.ts';
import type { AnyField } from '../../../shared/record/field.ts';
import type { Plain } from '../../../shared/record/record-kit.ts';
import { compare as compareDecimals } from '../../../shared/domain/decimal.ts';
import { rowsWithWords, searchText, wordsOf } from '../../../shared/domain/words.ts';
import type { RecordDrafts } from './drafts.ts';
import { recordDraftBodyOf } from './draft.ts';
import { isReference, RecordNames, type Names } from './names.ts';
import type { RecordTypeInUse } from './record.ts';
import type { ShownRecords } from './shown.ts';

type Asked = Omit<CallArguments<'record.list'>, 'type'>;
type Row = CallOutput<'record.list'>['rows'][number];

interface Found {
	readonly id: string;
	readonly serverId: string | null;
	readonly standing: Row['standing'];
	readonly record: Plain;
}

export function listed(
	{ shown, drafts }: { shown: ShownRecords; drafts: RecordDrafts },
	accountId: string,
	type: RecordTypeInUse,
	{ asked, order: names }: { asked: Asked; order: (a: string, b: string) => number },
): Pick<CallOutput<'record.list'>, 'rows' | 'total' | 'names'> {
	const { search, where, order, from, limit } = asked;
	const fresh = drafts.ofNew(accountId, type).map((row): Found => ({
		id: row.draft_id,
		serverId: null,
		standing: 'draft',
		record: apply(type.fields, {}, recordDraftBodyOf(row).changes),
	}));
	const titles = new RecordNames(shown, accountId);
	const word = (record: Plain, name: string): string => {
		const field = type.fields[name];
		return field !== undefined && isReference(field)
			? titles.word(field, record[name])
			: textOf(record[name]);
	};
	const all: readonly Found[] = [...fresh, ...shown.all(accountId, type.name)];
	const wanted = all.filter(({ record }) =>
		Object.entries(where).every(([name, values]) => isAmong(type, name, record[name], values)),
	);
	const found =
		wordsOf(search).length === 0
			? wanted
			: rowsWithWords(search, wanted, ({ record }) =>
					searchText(type.search.map((name) => word(record, name))),
				);
	const by = order?.by ?? type.title;
	const way = order?.descending === true ? -1 : 1;
	const sorted = found
		.map((row) => ({ row, by: word(row.record, by), title: word(row.record, type.title) }))
		.toSorted(
			(a, b) =>
				way * inOrder(type.fields[by], a.by, b.by, names) ||
				names(a.title, b.title) ||
				(a.row.id < b.row.id ? -1 : 1),
		)
		.slice(from, from + limit)
		.map(({ row }) => row);
	const columns = [...new Set([type.title, ...type.columns])];
	const edited = drafts.edited(accountId, type);
	return {
		total: found.length,
		names: sorted.reduce<Names>(
			(known, { record }) => Object.assign(known, titles.of(type, record, columns)),
			{},
		),
		rows: sorted.map(({ id, serverId, standing, record }) => ({
			id,
			known: serverId !== null,
			standing,
			edited: standing === 'draft' || edited.has(id),
			values: Object.fromEntries(
				columns.flatMap((name) =>
					record[name] === undefined || record[name] === null ? [] : [[name, record[name]]],
				),
			),
		})),
	};
}

function isAmong(
	type: RecordTypeInUse,
	name: string,
	value: unknown,
	values: readonly unknown[],
): boolean {
	const field = type.fields[name];
	if (field === undefined) return true;
	const present = name === 'isActive' ? (value ?? true) : value;
	if (Array.isArray(present)) return values.some((each) => present.includes(each));
	return values.some((each) => sameContent(field, each, present));
}

/** Empty values come last. */
function inOrder(
	field: AnyField | undefined,
	one: string,
	other: string,
	names: (a: string, b: string) => number,
): number {
	if (one === '' || other === '') return (one === '' ? 1 : 0) - (other === '' ? 1 : 0);
	const isNumber = field !== undefined && ['decimal', 'money', 'whole'].includes(field.kind);
	return isNumber ? compareDecimals(one, other) : names(one, other);
}

const textOf = (value: unknown): string =>
	typeof value === 'string'
		? value
		: value === undefined || value === null
			? ''
			: JSON.stringify(value);
