// Finds the total number of rows in an answer or a header, on partial pages: it must not just count the page.
import type { ExactJson } from '../../../shared/exact-json.ts';
import type { Findings } from './findings.ts';
import { isTotalName, lastName, numbersIn, rowsAt, someLists, wholeNumber } from './forms.ts';

export interface Page {
	readonly json: ExactJson;
	readonly headers: Pick<Headers, 'get'>;
	readonly counted: number | null;
	readonly isPart: boolean;
}

const usualHeaders = [
	'X-Total-Count',
	'X-Total',
	'Total-Count',
	'X-Total-Records',
	'X-Total-Items',
	'X-Count',
	'X-Pagination-Total-Count',
	'X-Pagination-Total',
	'X-Record-Count',
	'X-WP-Total',
];

export function findTotal(pages: readonly Page[], findings: Findings): void {
	const asking = findings.ask('total', { by: someLists });
	const { rows } = findings.profile().lists;
	const shown = pages.map((page) => ({
		...page,
		rows: rowsAt(page.json, rows ?? '')?.length ?? 0,
	}));
	if (shown.length === 0) {
		asking.open('noRows');
		return;
	}
	type Shown = (typeof shown)[number];
	/** Whether the number is the total on every page that has it, and exceeds the rows of at least one. */
	const fits = (numberIn: (page: Shown) => number | null, isNamed: boolean): boolean => {
		const told = shown.flatMap((page) => {
			const number = numberIn(page);
			return number === null ? [] : [{ ...page, number }];
		});
		const isWhole = ({ number, rows: came, counted, isPart }: (typeof told)[number]) =>
			number >= came && (!isPart || number > came) && (counted === null || number === counted);
		const proved = told.some(({ number, rows: came, counted }) =>
			isNamed ? number > came || counted === number : number > came && counted === number,
		);
		return told.length >= shown.length / 2 && told.every(isWhole) && proved;
	};
	const at = (path: string) => (page: Shown) =>
		numbersIn(page.json).find(([each]) => each === path)?.[1] ?? null;
	const paths = [...new Set(shown.flatMap(({ json }) => numbersIn(json).map(([path]) => path)))];
	const named = paths.filter((path) => isTotalName(lastName(path)));
	const path =
		named.find((each) => fits(at(each), true)) ?? paths.find((each) => fits(at(each), false));
	if (path !== undefined) {
		findings.set('total', path, 'lists');
		findings.learn('lists.totalHeader', null);
		asking.at(path);
		return;
	}
	const header = usualHeaders.find((name) =>
		fits(({ headers }) => wholeNumber(headers.get(name)?.trim()), true),
	);
	if (header !== undefined) {
		findings.set('total', null, 'headers');
		findings.set('totalHeader', header, 'headers');
		asking.good('inHeader', { header });
		return;
	}
	findings.set('total', null, 'lists');
	asking.good('noTotal');
}
