// The forms of answers, found in what the lists and counts have said: envelope, names, identifiers, states.
import { z } from 'zod';
import { ExactNumber, type ExactJson } from '../../../shared/exact-json.ts';
import { operations } from '../../../shared/service/index.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import { documentKinds, phaseOf, type DocumentKind } from '../../../shared/service/profile.ts';
import { isJsonObject, wireNameOf } from '../../../shared/service/wire.ts';
import type { Findings } from './findings.ts';
import { jsonOf, type Asked } from './raw.ts';

export type Row = { readonly [name: string]: ExactJson | undefined };

/** A list of the registry with the rows that came, by their form. */
export interface FoundList {
	readonly name: string;
	readonly schema: z.ZodObject;
	readonly rows: readonly Row[];
}

/** The lists that are shown as evidence, of all that were looked at. */
const someLists = ['location.list', 'inventoryItem.list', 'wastage.list'];
const documentLists = documentKinds.map((kind) => `${kind}.list`);

/** Names that a total usually has, in lower case. */
const totalNames = [
	'total',
	'totalcount',
	'totalrecords',
	'totalitems',
	'totalrows',
	'recordcount',
	'count',
];
/** Names that an identifier has where it is not `id`. */
const idNames = ['uuid', 'guid', '_id', 'key', 'identifier', 'Uuid', 'Guid', 'Key'];

const allLists = (operations as readonly Operation[]).flatMap(({ name, answer }) =>
	answer.kind === 'list' && answer.schema instanceof z.ZodObject
		? [{ name, schema: answer.schema }]
		: [],
);

/** Finds where the rows of lists are, and how many there are in all. */
export function findEnvelope(
	answers: ReadonlyMap<string, Asked>,
	findings: Findings,
): readonly FoundList[] {
	const asking = findings.ask('rows', someLists);
	const given = allLists.flatMap(({ name, schema }) => {
		const json = jsonOf(answers.get(name));
		return json === undefined ? [] : [{ name, schema, json }];
	});
	const path = mostFrequent(given.flatMap(({ json }) => pathsToRows(json)));
	if (path === null) {
		asking.open('notFound');
		findings.ask('total', someLists).open('notFound');
		return [];
	}
	findings.learn(['lists', 'rows'], path === '' ? null : path);
	if (path === '') asking.good('bare');
	else asking.good('at', { values: { path } });

	const askingTotal = findings.ask('total', someLists);
	const totals = given.flatMap(({ json }) => {
		const rows = rowsAt(json, path)?.length ?? 0;
		return numbersIn(json).flatMap(([at, number]) =>
			totalNames.includes(lastName(at).toLowerCase()) && number >= rows ? [at] : [],
		);
	});
	const total = mostFrequent(totals);
	if (total === null) askingTotal.good('noTotal');
	else {
		findings.learn(['lists', 'total'], total);
		askingTotal.good('at', { values: { path: total } });
	}
	return given.map(({ name, schema, json }) => ({ name, schema, rows: rowsAt(json, path) ?? [] }));
}

/** Finds the case of names, the name and form of identifiers, and the form of states. */
export function findNames(lists: readonly FoundList[], findings: Findings): void {
	const asking = findings.ask('names', someLists);
	const ours = lists.filter(
		({ schema, rows }) => rows.length > 0 && schema.meta()?.['shown'] !== true,
	);
	const counted = { 'as-declared': 0, pascal: 0 };
	for (const { schema, rows } of ours) {
		for (const field of Object.keys(schema.shape)) {
			if (rows.some((row) => field in row)) counted['as-declared'] += 1;
			if (rows.some((row) => pascal(field) in row)) counted.pascal += 1;
		}
	}
	const [first] = ours;
	if (first === undefined) asking.open('noRows');
	else if (counted['as-declared'] + counted.pascal === 0) {
		asking.open('namesOther', { values: { names: Object.keys(first.rows[0] ?? {}).join(', ') } });
	} else {
		const isPascal = counted.pascal > counted['as-declared'];
		findings.learn(['fieldCase'], isPascal ? 'pascal' : 'as-declared');
		asking.good(isPascal ? 'namesPascal' : 'namesAsDeclared');
	}
	findIds(ours, findings);
	findStateForm(lists, findings);
}

function findIds(lists: readonly FoundList[], findings: Findings): void {
	const asking = findings.ask('ids', someLists);
	const withId = lists.filter(({ schema }) => 'id' in schema.shape);
	const has = (name: string) => withId.some(({ rows }) => rows.some((row) => name in row));
	const [sample] = withId;
	if (sample !== undefined && !has(wireNameOf(sample.schema, 'id', findings.profile()))) {
		const other = idNames.find(has);
		if (other !== undefined) findings.learn(['fields', '*', 'id'], other);
	}
	const ids = withId.flatMap(({ schema, rows }) =>
		rows.flatMap((row) => row[wireNameOf(schema, 'id', findings.profile())] ?? []),
	);
	const integers = ids.filter((id) => id instanceof ExactNumber).length;
	if (ids.length === 0) {
		asking.open('noRows');
		return;
	}
	// Some records have names for identifiers at any service, such as those of time zones.
	const form = integers > ids.length / 2 ? 'integer' : 'string';
	findings.learn(['ids'], form);
	asking.good(form === 'integer' ? 'integer' : 'text');
}

function findStateForm(lists: readonly FoundList[], findings: Findings): void {
	const asking = findings.ask('stateForm', documentLists);
	const states = documentKinds.flatMap((kind) => stateValues(lists, kind, findings));
	if (states.length === 0) {
		asking.open('noRows');
		return;
	}
	const isInteger = states.every((state) => state instanceof ExactNumber);
	findings.learn(['stateForm'], isInteger ? 'integer' : 'string');
	asking.good(isInteger ? 'integer' : 'text');
}

/** Says for each document which states occur, and which of them have no meaning in the profile. */
export function nameStates(lists: readonly FoundList[], findings: Findings): void {
	for (const document of documentKinds) {
		const asking = findings.ask('states', [`${document}.list`]);
		const words = [...new Set(stateValues(lists, document, findings).map(String))].sort();
		if (words.length === 0) {
			asking.open('noRows', { document });
			continue;
		}
		const unknown = words.filter(
			(word) => phaseOf(findings.profile(), document, word) === 'unknown',
		);
		if (unknown.length === 0) {
			asking.good('statesKnown', { document, values: { words: words.join(', ') } });
		} else {
			asking.careful('statesUnknown', { document, values: { words: unknown.join(', ') } });
		}
	}
}

function stateValues(
	lists: readonly FoundList[],
	kind: DocumentKind,
	findings: Findings,
): (string | ExactNumber)[] {
	const list = lists.find(({ name }) => name === `${kind}.list`);
	if (list === undefined) return [];
	const field = wireNameOf(list.schema, 'status', findings.profile());
	return list.rows.flatMap((row) => {
		const state = row[field];
		return typeof state === 'string' || state instanceof ExactNumber ? [state] : [];
	});
}

/** Finds where the record stands in the answer of a read of one, by the identifier that was asked for. */
export function findRecord(
	records: ReadonlyMap<string, { id: string; json: ExactJson | undefined }>,
	findings: Findings,
): void {
	const asking = findings.ask('record', ['wastage.get', 'transferOut.get', 'inventoryItem.get']);
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
	findings.learn(['lists', 'record'], path === '' ? null : path);
	if (path === '') asking.good('bare');
	else asking.good('at', { values: { path } });
}

/** Finds where the number stands in the answer of a count. */
export function findCount(answers: ReadonlyMap<string, Asked>, findings: Findings): void {
	const asking = findings.ask('count', ['location.count', 'inventoryItem.count', 'wastage.count']);
	const paths = (operations as readonly Operation[]).flatMap(({ name, answer }) => {
		const json = answer.kind === 'count' ? jsonOf(answers.get(name)) : undefined;
		if (json instanceof ExactNumber) return [''];
		const numbers = numbersIn(json).map(([path]) => path);
		const named = numbers.filter((path) => totalNames.includes(lastName(path).toLowerCase()));
		return named.length > 0 ? named.slice(0, 1) : numbers.slice(0, 1);
	});
	const path = mostFrequent(paths);
	if (path === null) {
		asking.open('notFound');
		return;
	}
	findings.learn(['lists', 'count'], path === '' ? null : path);
	if (path === '') asking.good('bare');
	else asking.good('at', { values: { path } });
}

const operationOf = (name: string): Operation => {
	const found = (operations as readonly Operation[]).find((each) => each.name === name);
	if (found === undefined) throw new Error(`No operation is called ${name}.`);
	return found;
};

/** An identifier as it is in an answer: a text or a number. */
export const idText = (json: ExactJson | undefined): string | null =>
	typeof json === 'string' ? json : json instanceof ExactNumber ? json.text : null;

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const lastName = (path: string): string => path.split('.').at(-1) ?? path;

/** The rows at a path, where there is a list of records. */
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

/** Dotted paths to the values that fit, at most two names deep; the empty path is the value itself. */
function pathsTo(
	json: ExactJson | undefined,
	fits: (value: ExactJson | undefined) => boolean,
	path: readonly string[] = [],
): string[] {
	if (fits(json)) return [path.join('.')];
	if (!isJsonObject(json) || path.length === 2) return [];
	return Object.entries(json).flatMap(([name, value]) => pathsTo(value, fits, [...path, name]));
}

/** The whole numbers of an answer with their paths, those in lists left out. */
function numbersIn(json: ExactJson | undefined): [path: string, number: number][] {
	const found: [string, number][] = [];
	const walk = (value: ExactJson | undefined, path: readonly string[]): void => {
		if (value instanceof ExactNumber && /^\d+$/.test(value.text)) {
			found.push([path.join('.'), Number(value.text)]);
		} else if (isJsonObject(value) && path.length < 2) {
			for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name]);
		}
	};
	walk(json, []);
	return found;
}

/** What occurs most often; of equals the first. Null where there is nothing. */
function mostFrequent(values: readonly string[]): string | null {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	let best: string | null = null;
	for (const [value, count] of counts) {
		if (best === null || count > (counts.get(best) ?? 0)) best = value;
	}
	return best;
}
