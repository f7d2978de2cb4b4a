// Whether Stillroom can work with the profile that was found: its records can be read, its lists are whole, and a
// document shows the same state by itself as in its list. Asked through the client that the program itself uses.
import { z } from 'zod';
import { findOperation } from '../../../shared/service/index.ts';
import { documentKinds } from '../../../shared/service/profile.ts';
import type { ServiceApi } from '../api/service-api.ts';
import type { Findings } from './findings.ts';
import type { FoundList } from './forms.ts';

const readLists = [
	'location.list',
	'storageArea.list',
	'inventoryItem.list',
	'wasteReason.list',
	'supplier.list',
	'wastage.list',
	'transferOut.list',
	'transferIn.list',
] as const;

/** A list longer than this is not read twice: a check must not be a burden. */
const mostRows = 20_000;
const mostReads = 4;

const withId = z.looseObject({ id: z.string() });
const withState = z.looseObject({ id: z.string(), status: z.string() });

/** What the test documents are made of. */
export type Known = ReadonlyMap<string, readonly z.output<typeof withId>[]>;

export async function checkReading(
	api: ServiceApi,
	lists: readonly FoundList[],
	findings: Findings,
	count: (resource: string) => Promise<number | null>,
): Promise<Known> {
	const known = await checkShape(api, findings);
	await checkWhole(api, lists, findings, count);
	await checkStates(api, findings, known);
	return known;
}

async function checkShape(api: ServiceApi, findings: Findings): Promise<Known> {
	const asking = findings.ask('shape');
	const known = new Map<string, readonly z.output<typeof withId>[]>();
	const failed: { list: string; said: string }[] = [];
	for (const list of readLists) {
		const read = await api.readAllByName(list, {});
		if (!read.ok) {
			failed.push({ list, said: read.said });
			continue;
		}
		known.set(list, z.array(withId).parse(read.value.rows));
		const [aside] = read.value.setAside ?? [];
		if (aside === undefined) continue;
		const said = `Row ${String(aside.place)}: ${aside.field} should be ${aside.expected}.`;
		failed.push({ list, said });
	}
	const [first] = failed;
	if (first === undefined) asking.good('readable', { values: { lists: readLists.length } });
	else asking.careful('unreadable', { values: first });
	return known;
}

/** Reads the longest list of documents, or else of anything, until two reads agree, and compares it with its count. */
async function checkWhole(
	api: ServiceApi,
	lists: readonly FoundList[],
	findings: Findings,
	count: (resource: string) => Promise<number | null>,
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
	const [resource = ''] = list.split('.');
	const told = await count(resource);
	if (told !== null && told > mostRows) {
		asking.open('tooLong', { values: { list, rows: told } });
		return;
	}
	let before: string[] | null = null;
	for (let reads = 0; reads < mostReads; reads += 1) {
		const read = await api.readAllByName(list, {});
		if (!read.ok) {
			asking.open('noAnswer', { values: { said: read.said } });
			return;
		}
		const ids = z
			.array(withId)
			.parse(read.value.rows)
			.map(({ id }) => id);
		const doubled = ids.length - new Set(ids).size;
		if (doubled > 0) {
			asking.careful('doubled', { values: { list, rows: doubled } });
			return;
		}
		if (before?.join() === ids.join()) {
			const isShort = !read.value.complete || (told !== null && ids.length < told);
			const values = { list, rows: ids.length, told: told ?? ids.length };
			if (isShort) asking.careful('short', { values });
			else asking.good('whole', { values });
			return;
		}
		before = ids;
	}
	asking.open('restless', { values: { list } });
}

/** The lists whose length a Count operation tells. */
const comparable: Readonly<Record<string, true>> = Object.fromEntries(
	['inventoryItem', 'supplier', ...documentKinds]
		.filter((resource) => findOperation(`${resource}.count`) !== undefined)
		.map((resource) => [`${resource}.list`, true as const]),
);

async function checkStates(api: ServiceApi, findings: Findings, known: Known): Promise<void> {
	for (const document of ['wastage', 'transferOut', 'transferIn'] as const) {
		const asking = findings.ask('stateRead');
		const listed = withState.safeParse(known.get(`${document}.list`)?.[0]);
		if (!listed.success) {
			asking.open('noRows', { document });
			continue;
		}
		const { id, status } = listed.data;
		const read = await api.readByName(`${document}.get`, { path: { id } });
		if (!read.ok) {
			asking.open('noAnswer', { document, values: { said: read.said } });
			continue;
		}
		const shown = withState.safeParse(read.value);
		if (shown.success && shown.data.status === status) {
			asking.good('stateSame', { document, values: { word: status } });
		} else {
			const other = shown.success ? shown.data.status : '';
			asking.careful('stateDiffers', { document, values: { list: status, one: other } });
		}
	}
}
