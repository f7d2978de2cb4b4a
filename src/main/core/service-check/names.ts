// How a service names fields, identifiers and query parameters.
import { ExactNumber } from '../../../shared/exact-json.ts';
import { inLetterCase, letterCase, type LetterCase } from '../../../shared/service/letter-case.ts';
import { wireNameOf } from '../../../shared/service/wire.ts';
import type { CheckCode } from '../../../shared/bridge/service-check.ts';
import type { Findings } from './findings.ts';
import { idText, operationOf, plainName, rowsAt, someLists, type FoundList } from './forms.ts';
import { jsonOf, type RawService } from './raw.ts';

const caseCodes: Record<LetterCase, CheckCode> = {
	'as-declared': 'namesAsDeclared',
	pascal: 'namesPascal',
	snake: 'namesSnake',
	kebab: 'namesKebab',
	lower: 'namesLower',
};

/** Finds the letter case of field names from names with several words; one word only shows a capital. */
export function findNames(lists: readonly FoundList[], findings: Findings): void {
	const asking = findings.ask('names', someLists);
	const ours = lists.filter(
		({ schema, rows }) => rows.length > 0 && schema.meta()?.['shown'] !== true,
	);
	const [first] = ours;
	if (first === undefined) {
		asking.open('noRows');
		return;
	}
	const counted = new Map<LetterCase, number>();
	let capitals = 0;
	for (const { schema, rows } of ours) {
		const names = new Set(rows.flatMap((row) => Object.keys(row)));
		for (const field of Object.keys(schema.shape)) {
			if (!/[A-Z]/.test(field)) {
				if (names.has(inLetterCase(field, 'pascal'))) capitals += 1;
				continue;
			}
			for (const each of letterCase.options) {
				if (names.has(inLetterCase(field, each))) counted.set(each, (counted.get(each) ?? 0) + 1);
			}
		}
	}
	const best = letterCase.options.reduce<LetterCase | null>(
		(found, each) =>
			(counted.get(each) ?? 0) > (found === null ? 0 : (counted.get(found) ?? 0)) ? each : found,
		capitals > 0 && counted.size === 0 ? 'pascal' : null,
	);
	if (best === null) {
		const names = Object.keys(first.rows[0] ?? {}).join(', ');
		asking.open(/[A-Z_-]/.test(names) ? 'namesOther' : 'namesOneWord', { values: { names } });
		return;
	}
	findings.learn(['fieldCase'], best);
	findings.found('fieldCase', 'lists');
	asking.good(caseCodes[best]);
}

const idNames = ['uuid', 'guid', '_id', 'key', 'identifier', 'oid', 'ref', 'reference'];

/** Finds the name of identifiers through references in other records, and whether they are texts or numbers. */
export function findIds(lists: readonly FoundList[], findings: Findings): void {
	const asking = findings.ask('ids', someLists);
	const withId = lists.filter(({ schema, rows }) => 'id' in schema.shape && rows.length > 0);
	const [sample] = withId;
	if (sample === undefined) {
		asking.open('noRows');
		return;
	}
	const declared = wireNameOf(sample.schema, 'id', findings.profile());
	const has = (name: string) =>
		withId.filter(({ rows }) => rows.every((row) => name in row)).length;
	if (has(declared) === 0) {
		const names = [...new Set(withId.flatMap(({ rows }) => Object.keys(rows[0] ?? {})))];
		const usual = names.filter((name) => idNames.map(plainName).includes(plainName(name)));
		const referred = referredTo(lists, findings);
		const pointedAt = names.filter((name) =>
			withId.some(({ rows }) => rows.some((row) => referred.has(idText(row[name]) ?? ''))),
		);
		const [other] = [...pointedAt.filter((name) => usual.includes(name)), ...usual].sort(
			(one, two) => has(two) - has(one),
		);
		if (other === undefined) {
			askForId(names, findings);
			asking.open('namesOther', { values: { names: names.join(', ') } });
			return;
		}
		findings.learn(['fields', '*', 'id'], other);
	}
	findings.found('fields', 'lists');
	const isInteger = withId.filter(({ schema, rows }) =>
		rows.every((row) => row[wireNameOf(schema, 'id', findings.profile())] instanceof ExactNumber),
	);
	// Some records have text ids at any service (time zones), so the majority of lists decides.
	const form = isInteger.length > withId.length / 2 ? 'integer' : 'string';
	findings.learn(['ids'], form);
	findings.found('ids', 'lists');
	asking.good(form === 'integer' ? 'integer' : 'text');
}

function referredTo(lists: readonly FoundList[], findings: Findings): ReadonlySet<string> {
	return new Set(
		lists.flatMap(({ schema, rows }) =>
			['locationId', 'itemId', 'fromLocationId', 'toLocationId']
				.filter((field) => field in schema.shape)
				.flatMap((field) => {
					const name = wireNameOf(schema, field, findings.profile());
					return rows.flatMap((row) => idText(row[name]) ?? []);
				}),
		),
	);
}

function askForId(names: readonly string[], findings: Findings): void {
	findings.questions.push({
		key: 'fields.*.id',
		about: 'idField',
		paths: ['fields', 'fields.*.id'],
		values: {},
		choices: [...names],
		seen: [],
	});
}

const filterNames = ['location', 'locationUuid', 'outletId', 'storeId', 'siteId', 'restaurantId'];

/** Finds the names of query parameters with the location filter: the right name removes rows of other locations. */
export async function findQuery(
	service: RawService,
	lists: readonly FoundList[],
	findings: Findings,
): Promise<void> {
	const asking = findings.ask('filter');
	const tried = filtersToTry(lists, findings);
	if (tried.length === 0) {
		asking.open('noRows');
		return;
	}
	const isNarrowed = async (name: string): Promise<boolean> => {
		for (const { list, field, locationId } of tried) {
			const asked = await service.get(operationOf(list.name), { query: { [name]: locationId } });
			const rows = rowsAt(jsonOf(asked), findings.profile().lists.rows ?? '') ?? [];
			// The first page shows other locations, so the filter must have worked.
			if (rows.length > 0 && rows.every((row) => idText(row[field]) === locationId)) return true;
		}
		return false;
	};
	const works = (queryCase: LetterCase, name: string): void => {
		findings.learn(['queryCase'], queryCase);
		if (name !== inLetterCase('locationId', queryCase)) {
			findings.learn(['query', 'locationId'], name);
		}
		findings.found('queryCase', 'tried');
		asking.good('filterWorks', { values: { name } });
	};
	const present = findings.profile().fieldCase;
	// A case-insensitive service also accepts the declared case, which is tried first.
	for (const each of new Set<LetterCase>(['as-declared', present, ...letterCase.options])) {
		const name = inLetterCase('locationId', each);
		if (await isNarrowed(name)) {
			works(each, name);
			return;
		}
	}
	for (const each of filterNames) {
		const name = inLetterCase(each, present);
		if (await isNarrowed(name)) {
			works(present, name);
			return;
		}
	}
	asking.careful('filterIgnored');
}

/** Lists with a location filter; those with rows of several locations first. */
const filtered = [
	'wastage.list',
	'inventoryItem.currentStock',
	'storageArea.list',
	'transferOut.list',
];

const mostTried = 3;

function filtersToTry(lists: readonly FoundList[], findings: Findings) {
	const locations = lists.find(({ name }) => name === 'location.list');
	if (locations === undefined) return [];
	const id = wireNameOf(locations.schema, 'id', findings.profile());
	const ids = locations.rows.flatMap((row) => idText(row[id]) ?? []);
	return filtered
		.flatMap((name) => {
			const list = lists.find((each) => each.name === name);
			if (list === undefined || !('locationId' in (operationOf(name).query?.shape ?? {})))
				return [];
			const field = wireNameOf(list.schema, 'locationId', findings.profile());
			const shown = list.rows.flatMap((row) => idText(row[field]) ?? []);
			const [first] = shown;
			const locationId = [...shown, ...ids].find((each) => each !== first);
			return first === undefined || locationId === undefined
				? []
				: [{ list, field, locationId, isShown: shown.includes(locationId) }];
		})
		.sort((one, other) => Number(other.isShown) - Number(one.isShown))
		.slice(0, mostTried);
}
