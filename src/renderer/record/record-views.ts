// Saved views of a list of records: search, filters, order and columns under a name, private on this PC. As text, a view
// can be given to somebody else: its name and the address of the list.
import type { RecordView } from '../../shared/bridge/app.ts';
import { sameName } from '../../shared/domain/person-name.ts';
import { isRecordTypeName, typeNamed, type RecordTypeName } from '../../shared/record/records.ts';
import { fieldByPath } from '../../shared/record/references.ts';
import { targetsOf } from '../../shared/record/reference-targets.ts';
import { hrefOf, type Query } from '../shell/route.svelte.ts';
import { RecordFilters } from './record-filters.svelte.ts';

export const textOfView = ({ name, type, query }: RecordView): string =>
	`${name} ${hrefOf(type)}${query === '' ? '' : `?${query}`}`;

/** null if the text is no view. */
export function viewInText(text: string): RecordView | null {
	const [, name = '', type = '', query = ''] =
		/^\s*(.*?)\s*#\/(\w+)(?:\?(\S*))?\s*$/.exec(text) ?? [];
	return isRecordTypeName(type) && name !== ''
		? { name: name.slice(0, 60), type, query: new URLSearchParams(query).toString() }
		: null;
}

/** Parts of a view that this program does not know, as another version or profile has them: it is shown without them. */
export function unknownIn(view: RecordView): readonly string[] {
	const type = typeNamed(view.type);
	const { query: kept } = new RecordFilters(type, queryOfView(view));
	const unknown = Object.entries(queryOfView(view)).flatMap(([name, value]) => {
		if (name === 'cols') return value.split(',').filter((each) => !type.columns.includes(each));
		if (name === 'sort') {
			const by = value.replace(/^-/, '');
			return type.columns.includes(by) ? [] : [by];
		}
		return kept[name] === value ? [] : [name];
	});
	return [...new Set(unknown)].filter((name) => name !== '');
}

interface RecordFilter {
	/** The field. */
	readonly at: string;
	/** The types that the record may have. */
	readonly to: readonly RecordTypeName[];
	readonly id: string;
}

/** The records that a view filters by, where it names them by their id. */
export function recordsIn(view: RecordView): readonly RecordFilter[] {
	const type = typeNamed(view.type);
	const { query } = new RecordFilters(type, queryOfView(view));
	return Object.entries(query).flatMap(([at, id]) => {
		const field = fieldByPath(type.fields, at);
		const to = field?.by === undefined ? targetsOf(field?.to) : [];
		return to.length === 0 ? [] : [{ at, to, id }];
	});
}

export const queryOfView = ({ query }: RecordView): Query =>
	Object.fromEntries(new URLSearchParams(query));

/** In the order of their names. */
export const viewsOf = (
	views: readonly RecordView[],
	type: RecordTypeName,
	order: (a: string, b: string) => number,
): readonly RecordView[] =>
	views.filter((view) => view.type === type).sort((a, b) => order(a.name, b.name));

const isSame = (one: RecordView, other: RecordView): boolean =>
	one.type === other.type && sameName(one.name, other.name);

/** Replaces the view of the same name. */
export const withView = (views: readonly RecordView[], view: RecordView): RecordView[] => [
	...views.filter((each) => !isSame(each, view)),
	view,
];

export const withoutView = (views: readonly RecordView[], view: RecordView): RecordView[] =>
	views.filter((each) => !isSame(each, view));
