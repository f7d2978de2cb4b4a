// Whether Stillroom can work with the found profile: readable records, complete lists, consistent states.
import { inOwnWords } from '../../../shared/bridge/own-words.ts';
import { z } from 'zod';
import { kindNames, writtenKinds } from '../../../shared/document/kinds.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { documentKinds } from '../../../shared/service/profile.ts';
import {
	codecOf,
	isJsonObject,
	wireNameOf,
	type WireProblem,
} from '../../../shared/service/wire.ts';
import type { Findings } from './findings.ts';
import { plainName, type FoundList } from './forms.ts';
import type { PatientApi } from './patience.ts';

const readLists = [
	'location.list',
	'storageArea.list',
	'inventoryItem.list',
	'wasteReason.list',
	'supplier.list',
	...kindNames.map((kind) => `${kind}.list` as const),
] as const;

/** Longer lists are not read twice, so as not to burden the service. */
const mostRows = 20_000;
const mostReads = 4;

const withId = z.looseObject({ id: z.string() });
const withState = z.looseObject({ id: z.string(), status: z.string() });

export type Known = ReadonlyMap<string, readonly z.output<typeof withId>[]>;

export async function checkReading(
	api: PatientApi,
	lists: readonly FoundList[],
	findings: Findings,
	count: (list: string) => Promise<number | null>,
): Promise<Known> {
	const known = await checkShape(api, lists, findings);
	await checkWhole(api, lists, findings, count);
	await checkStates(api, findings, known);
	return known;
}

async function checkShape(
	api: PatientApi,
	lists: readonly FoundList[],
	findings: Findings,
): Promise<Known> {
	const asking = findings.ask('shape');
	for (const list of lists) {
		if ((readLists as readonly string[]).includes(list.name)) findLostFields(list, findings);
	}
	const known = new Map<string, readonly z.output<typeof withId>[]>();
	const failed: { list: string; said: string }[] = [];
	for (const list of readLists) {
		const read = await api.all(list);
		if (read.ok) {
			known.set(
				list,
				read.value.rows.flatMap((row) => withId.safeParse(row).data ?? []),
			);
			const [unreadable] = read.value.unreadable ?? [];
			if (unreadable === undefined) continue;
			const { place, field, expected } = unreadable;
			const said = inOwnWords('wrongRow', `${String(place)}, ${field}, ${expected}`);
			failed.push({ list, said });
		} else {
			failed.push({ list, said: read.said });
			const first = lists.find(({ name }) => name === list);
			if (first !== undefined) known.set(list, readable(first, findings));
		}
	}
	const wrong = lists.flatMap((list) =>
		(readLists as readonly string[]).includes(list.name) ? wrongRecord(list, findings) : [],
	)[0];
	const [first] = failed;
	if (wrong !== undefined) {
		const { list, record, field, expected } = wrong;
		const [resource = ''] = list.split('.');
		const values = { list: resource, record, field, expected: expected ?? '' };
		asking.careful(expected === null ? 'rowLacks' : 'rowWrong', values);
	} else if (first !== undefined) asking.careful('unreadable', first);
	else asking.good('readable', { lists: readLists.length });
	return known;
}

const readable = ({ schema, rows }: FoundList, findings: Findings) => {
	const codec = codecOf(schema, findings.profile());
	return rows.flatMap((row) => withId.safeParse(codec.read(row, '', [])).data ?? []);
};

/** The first unreadable record of a list. `expected: null`: a field is missing. */
function wrongRecord(
	{ name, schema, rows }: FoundList,
	findings: Findings,
): { list: string; record: number; field: string; expected: string | null }[] {
	const profile = findings.profile();
	const codec = codecOf(schema, profile);
	for (const [index, row] of rows.entries()) {
		const problems: WireProblem[] = [];
		codec.read(row, '', problems);
		const [problem] = problems;
		if (problem === undefined) continue;
		const path = problem.path.replace(/^\./, '');
		const field =
			Object.keys(schema.shape).find((each) => wireNameOf(schema, each, profile) === path) ?? path;
		const isThere = (row[path] ?? null) !== null || path.includes('.');
		return [{ list: name, record: index + 1, field, expected: isThere ? problem.expected : null }];
	}
	return [];
}

function findLostFields({ schema, rows }: FoundList, findings: Findings): void {
	const profile = findings.profile();
	const { recordName } = schema.meta() ?? {};
	if (rows.length === 0 || typeof recordName !== 'string') return;
	const known = new Set(
		Object.keys(schema.shape).map((field) => wireNameOf(schema, field, profile)),
	);
	const others = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
		(name) => !known.has(name) && rows.some((row) => !isJsonObject(row[name])),
	);
	for (const [field, fieldSchema] of Object.entries<z.core.$ZodType>(schema.shape)) {
		const name = wireNameOf(schema, field, profile);
		if (fieldSchema instanceof z.ZodOptional || rows.some((row) => name in row)) continue;
		const alike = others.find((each) => plainName(each) === plainName(field));
		if (alike !== undefined) {
			findings.learn(`fields.${recordName}.${field}`, alike);
			continue;
		}
		if (field === 'id' && findings.questions.some(({ about }) => about === 'idField')) continue;
		const path = `fields.${recordName}.${field}`;
		findings.questions.push({
			key: path,
			about: 'field',
			paths: [path],
			values: { record: recordName, field },
			choices: others,
			seen: [],
		});
	}
}

/** Reads the longest list, preferably of documents, until two reads agree, and compares it with its count. */
async function checkWhole(
	api: PatientApi,
	lists: readonly FoundList[],
	findings: Findings,
	count: (list: string) => Promise<number | null>,
): Promise<void> {
	const asking = findings.ask('complete');
	const [longest] = [...lists]
		.filter(({ name, rows }) => rows.length > 0 && name in comparable)
		.sort((one, other) => other.rows.length - one.rows.length);
	if (longest === undefined) {
		asking.open('noRows');
		return;
	}
	const { name: list } = longest;
	const told = await count(list);
	if (told !== null && told > mostRows) {
		asking.open('tooLong', { list, rows: told });
		return;
	}
	let before: string[] | null = null;
	for (let reads = 0; reads < mostReads; reads += 1) {
		const read = await api.all(list);
		if (!read.ok) {
			asking.open('noAnswer', { said: read.said });
			return;
		}
		const ids = read.value.rows.flatMap((row) => withId.safeParse(row).data?.id ?? []);
		const doubled = ids.length - new Set(ids).size;
		if (doubled > 0) {
			asking.careful('doubled', { list, rows: doubled });
			return;
		}
		if (before?.join() === ids.join()) {
			const isShort = !read.value.complete || (told !== null && ids.length < told);
			const values = { list, rows: ids.length, told: told ?? ids.length };
			if (isShort) asking.careful('short', values);
			else asking.good('whole', values);
			return;
		}
		before = ids;
	}
	asking.open('restless', { list });
}

const comparable: Readonly<Record<string, true>> = Object.fromEntries(
	['inventoryItem', 'supplier', ...documentKinds]
		.filter((resource) => findOperation(`${resource}.count`) !== undefined)
		.map((resource) => [`${resource}.list`, true as const]),
);

async function checkStates(api: PatientApi, findings: Findings, known: Known): Promise<void> {
	for (const document of writtenKinds) {
		const asking = findings.ask('stateRead', { document });
		const listed = withState.safeParse(known.get(`${document}.list`)?.[0]);
		if (!listed.success) {
			asking.open('noRows');
			continue;
		}
		const { id, status } = listed.data;
		const read = await api.one(`${document}.get`, { path: { id } });
		if (!read.ok) {
			asking.open('noAnswer', { said: read.said });
			continue;
		}
		const shown = withState.safeParse(read.value);
		if (shown.success && shown.data.status === status) {
			asking.good('stateSame', { word: status });
		} else {
			const other = shown.success ? shown.data.status : '';
			asking.careful('stateDiffers', { list: status, one: other });
		}
	}
}
