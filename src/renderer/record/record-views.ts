// Saved views of a list of records: search, filters, order and columns under a name, private on this PC. As text, a view
// can be given to somebody else: its name and the address of the list.
import type { RecordView } from '../../shared/bridge/app.ts';
import { sameName } from '../../shared/domain/person-name.ts';
import { isRecordTypeName, type RecordTypeName } from '../../shared/record/records.ts';
import { hrefOf, type Query } from '../shell/route.svelte.ts';

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
