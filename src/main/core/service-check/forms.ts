// Locates the content of answers: the rows of lists, a single record, the number of a count.
import { z } from 'zod';
import { ExactNumber, type ExactJson } from '../../../shared/exact-json.ts';
import { operations } from '../../../shared/service/index.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import { documentKinds } from '../../../shared/service/profile.ts';
import { isJsonObject, wireNameOf } from '../../../shared/service/wire.ts';
import type { Findings } from './findings.ts';
import { jsonOf, type Asked } from './raw.ts';

export type Row = { readonly [name: string]: ExactJson | undefined };

export interface FoundList {
	readonly name: string;
	readonly schema: z.ZodObject;
	readonly rows: readonly Row[];
	readonly json: ExactJson;
	readonly headers: Pick<Headers, 'get'>;
}

export const someLists = ['location.list', 'inventoryItem.list', 'wastage.list'];
export const documentLists = documentKinds.map((kind) => `${kind}.list`);

const allLists = (operations as readonly Operation[]).flatMap(({ name, answer }) =>
	answer.kind === 'list' && answer.schema instanceof z.ZodObject
		? [{ name, schema: answer.schema }]
		: [],
);

export function findRows(
	answers: ReadonlyMap<string, Asked>,
	findings: Findings,
): readonly FoundList[] {
	const asking = findings.ask('rows', { by: someLists });
	const given = allLists.flatMap(({ name, schema }) => {
		const asked = answers.get(name);
		const json = jsonOf(asked);
		return asked?.ok !== true || json === undefined
			? []
			: [{ name, schema, json, headers: asked.answer.headers }];
	});
	// There may be other lists, such as links: the rows have the fields of the declared record.
	const path = mostWeight(
		given.flatMap(({ schema, json }) =>
			pathsToRows(json).map((each) => [each, likeness(schema, rowsAt(json, each) ?? [])] as const),
		),
	);
	if (path === null) {
		asking.open('notFound');
		return [];
	}
	findings.set('rows', path === '' ? null : path, 'lists');
	asking.at(path);
	return given.map((each) => ({ ...each, rows: rowsAt(each.json, path) ?? [] }));
}

/** Ignores case and separators: `Location_ID` equals `locationId`. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_\-\s]/g, '');

/** The number of declared fields the rows have, plus a little for being a list. */
function likeness(schema: z.ZodObject, rows: readonly Row[]): number {
	const names = new Set(Object.keys(rows[0] ?? {}).map(plainName));
	const known = Object.keys(schema.shape).filter((field) => names.has(plainName(field)));
	return known.length + 0.1;
}

export function findRecord(
	records: ReadonlyMap<string, { id: string; json: ExactJson | undefined }>,
	findings: Findings,
): void {
	const asking = findings.ask('record', {
		by: ['wastage.get', 'transferOut.get', 'inventoryItem.get'],
	});
	const paths = [...records].flatMap(([name, { id, json }]) => {
		const { answer } = operationOf(name);
		if (answer.kind !== 'one' || !(answer.schema instanceof z.ZodObject)) return [];
		const field = wireNameOf(answer.schema, 'id', findings.profile());
		return pathsTo(json, (value) => isJsonObject(value) && idText(value[field]) === id);
	});
	const path = mostFrequent(paths);
	if (path === null) {
		asking.open(records.size === 0 ? 'noRows' : 'notFound');
		return;
	}
	findings.set('record', path === '' ? null : path, 'lists');
	asking.at(path);
}

export function findCount(answers: ReadonlyMap<string, Asked>, findings: Findings): void {
	const asking = findings.ask('count', {
		by: ['location.count', 'inventoryItem.count', 'wastage.count'],
	});
	const paths = (operations as readonly Operation[]).flatMap(({ name, answer }) => {
		const json = answer.kind === 'count' ? jsonOf(answers.get(name)) : undefined;
		if (wholeNumber(json) !== null) return [''];
		const numbers = numbersIn(json).map(([path]) => path);
		const named = numbers.filter((path) => isTotalName(lastName(path)));
		return named.length > 0 ? named.slice(0, 1) : numbers.slice(0, 1);
	});
	const path = mostFrequent(paths);
	if (path === null) {
		asking.open('notFound');
		return;
	}
	findings.set('count', path === '' ? null : path, 'lists');
	asking.at(path);
}

export const operationOf = (name: string): Operation => {
	const found = (operations as readonly Operation[]).find((each) => each.name === name);
	if (found === undefined) throw new Error(`No operation is called ${name}.`);
	return found;
};

export const idText = (json: ExactJson | undefined): string | null =>
	typeof json === 'string' ? json : json instanceof ExactNumber ? json.text : null;

export function wholeNumber(json: ExactJson | undefined): number | null {
	const digits = idText(json);
	return digits !== null && /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

export const isTotalName = (name: string): boolean =>
	/^(?:total|count|recordcount|rowcount|itemcount|resultcount|size|total(?:count|records|items|rows|results|elements|size|number)|recordstotal)$/.test(
		plainName(name),
	);

export const lastName = (path: string): string => path.split('.').at(-1) ?? path;

export function rowsAt(json: ExactJson | undefined, path: string): Row[] | null {
	let here = json;
	for (const name of path === '' ? [] : path.split('.')) {
		here = isJsonObject(here) ? here[name] : undefined;
	}
	return Array.isArray(here) ? (here as readonly ExactJson[]).filter(isJsonObject) : null;
}

const pathsToRows = (json: ExactJson): string[] =>
	pathsTo(
		json,
		(value) => Array.isArray(value) && (value as readonly ExactJson[]).some(isJsonObject),
	);

const deepest = 3;

/** Dotted paths to matching values, at most three names deep; the empty path is the value itself. */
export function pathsTo(
	json: ExactJson | undefined,
	fits: (value: ExactJson | undefined) => boolean,
	path: readonly string[] = [],
): string[] {
	if (fits(json)) return [path.join('.')];
	if (!isJsonObject(json) || path.length === deepest) return [];
	return Object.entries(json).flatMap(([name, value]) => pathsTo(value, fits, [...path, name]));
}

export function numbersIn(json: ExactJson | undefined): [path: string, number: number][] {
	const found: [string, number][] = [];
	const walk = (value: ExactJson | undefined, path: readonly string[]): void => {
		const number = wholeNumber(value);
		if (number !== null) found.push([path.join('.'), number]);
		else if (isJsonObject(value) && path.length < deepest) {
			for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name]);
		}
	};
	walk(json, []);
	return found;
}

export const mostFrequent = (values: readonly string[]): string | null =>
	mostWeight(values.map((value) => [value, 1] as const));

/** The greatest total weight; the first of equals; null if empty. */
function mostWeight(values: readonly (readonly [value: string, weight: number])[]): string | null {
	const weights = new Map<string, number>();
	for (const [value, weight] of values) weights.set(value, (weights.get(value) ?? 0) + weight);
	let best: string | null = null;
	for (const [value, weight] of weights) {
		if (best === null || weight > (weights.get(best) ?? 0)) best = value;
	}
	return best;
}
