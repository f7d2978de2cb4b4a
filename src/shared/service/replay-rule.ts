// Replay rules shared by many operations, each for the resource of its operation. operation.ts defines them.
import Big from 'big.js';
import type { Phase } from '../bridge/values.ts';
import { contentOfFields, documentContent } from './likeness.ts';
import type { Payload, ReplayRule } from './operation.ts';

/** @param resource whose `list` or `get` proves the write */
export type Rule = (resource: string) => ReplayRule;

/** Unprovable, or possibly applied in part: sent only while someone waits for the answer. */
export const onlineOnly =
	(risk: 'draft' | 'transition' | 'stock'): Rule =>
	() => ({ proof: 'none', risk, offline: 'never' });

/** A full update: proved if the record read afterwards equals what we sent. */
export const sameContent =
	(from?: readonly Phase[]): Rule =>
	(resource) => ({
		proof: 'equality',
		risk: 'draft',
		offline: 'queue',
		read: `${resource}.get`,
		...(from === undefined ? {} : { from }),
	});

/** The same for what nobody should do offline: sent while someone waits for the answer, and proved by reading back. */
export const sameContentOnline: Rule = (resource) => ({
	proof: 'equality',
	risk: 'draft',
	offline: 'never',
	read: `${resource}.get`,
});

/** A deletion, proved once the service no longer shows the record. */
export const goneOnline: Rule = (resource) => ({
	proof: 'gone',
	risk: 'draft',
	offline: 'never',
	read: `${resource}.get`,
});

/** The same two where no path reads a single record: its list shows it, or no longer does. */
export const sameInListOnline: Rule = (resource) => ({
	...sameContentOnline(resource),
	read: `${resource}.list`,
});
export const goneFromListOnline: Rule = (resource) => ({
	...goneOnline(resource),
	read: `${resource}.list`,
});

/** A person gets a role or loses it, while somebody waits: proved by the people of the role. */
export const inRoleOnline =
	(joins: boolean): Rule =>
	(resource) => ({
		proof: 'effect',
		risk: 'draft',
		offline: 'never',
		read: `${resource}.users`,
		readInput: ({ roleId }) => ({ path: { id: String(roleId) } }),
		holds: (people, { userId }) => rowsOf(people).some(({ id }) => id === userId) === joins,
		shows: joins ? 'names the person' : 'no longer names the person',
	});

/** An app is installed or uninstalled while somebody waits: the app says so, with the mappings that were sent. */
export const installsOnline =
	(isInstalled: boolean): Rule =>
	(resource) => ({
		proof: 'effect',
		risk: 'draft',
		offline: 'never',
		read: `${resource}.get`,
		readInput: ({ appId }) => ({ path: { id: String(appId) } }),
		holds: (app, { connection, locations, taxes }) => {
			const [shown] = rowsOf([app]);
			const has = (name: string, value: unknown) =>
				JSON.stringify(shown?.[name] ?? []) === JSON.stringify(value ?? []);
			return (
				shown?.['isInstalled'] === isInstalled &&
				(!isInstalled ||
					(has('connection', connection) && has('locations', locations) && has('taxes', taxes)))
			);
		},
		shows: isInstalled ? 'shows it installed' : 'shows it uninstalled',
	});

/** Some records get the same value in one field while somebody waits: their list shows it of each. */
const sameInAllOnline =
	(field: string, shows: string): Rule =>
	(resource) => ({
		proof: 'effect',
		risk: 'draft',
		offline: 'never',
		read: `${resource}.list`,
		readInput: () => ({}),
		holds: (records, { ids, [field]: wanted }) => {
			const shown = new Map(rowsOf(records).map((row) => [row['id'], row[field]]));
			return Array.isArray(ids) && ids.every((each) => shown.get(each) === wanted);
		},
		shows,
	});

export const favoursOnline = sameInAllOnline('isFavorite', 'shows the favourites');
export const activatesOnline = sameInAllOnline('isActive', 'shows the wanted value of each');

const rowsOf = (answer: unknown): readonly Payload[] =>
	Array.isArray(answer)
		? answer.filter((row): row is Payload => typeof row === 'object' && row !== null)
		: [];

/** Phases that accept a full update. Not shown; we assume a decided document accepts none. */
export const stillOpen = ['draft', 'rejected'] as const satisfies readonly Phase[];

export const sameFlag: Rule = (resource) => ({
	proof: 'equality',
	risk: 'transition',
	offline: 'queue',
	read: `${resource}.get`,
});

/** A new catalogue or organisation record: proved by one more record with the same values in these fields. */
export const oneMoreWith =
	(...fields: readonly string[]): Rule =>
	(resource) => ({
		proof: 'reference',
		risk: 'draft',
		offline: 'queue',
		list: `${resource}.list`,
		window: () => ({}),
		content: (record) => contentOfFields(fields.map((field) => record[field])),
	});

/** The same for what nobody should do offline: the list is read just before it is sent. */
export const oneMoreOnlineWith =
	(...fields: readonly string[]): Rule =>
	(resource) => ({ ...oneMoreWith(...fields)(resource), offline: 'never' });

/**
 * A new document of a location: proved by our reference, or by one more with the same content.
 * @param locationOf the location of the list that shows it
 */
export const newDocument =
	(locationOf: (payload: Payload) => string): Rule =>
	(resource) => ({
		proof: 'reference',
		risk: 'draft',
		offline: 'queue',
		list: `${resource}.list`,
		window: (payload) => ({ locationId: locationOf(payload) }),
		content: documentContent,
	});

const transition =
	(judgement: boolean) =>
	(from: readonly Phase[], reached: readonly Phase[]): Rule =>
	(resource) => ({
		proof: 'state',
		risk: 'transition',
		offline: judgement ? 'by-choice' : 'queue',
		read: `${resource}.get`,
		from,
		reached,
		judgement,
	});

/** A step of our own work: queued in the outbox. */
export const movesOn = transition(false);

/** An approval or rejection: it judges what the person saw, so it is queued only by choice. */
export const judges = transition(true);

/**
 * @param document the field that names the document @param asked the quantities of a request
 * @param moved the quantities by line in the document
 */
export const movesLines =
	(
		document: string,
		asked: (payload: Payload) => readonly LineQuantity[],
		moved: (document: unknown) => readonly (readonly [line: string, quantity: string])[],
		more: Pick<ReplayRule & { proof: 'quantities' }, 'waitsIn' | 'same'> = {},
	): Rule =>
	(resource) => ({
		proof: 'quantities',
		risk: 'stock',
		offline: 'queue',
		read: `${resource}.get`,
		readInput: (payload) => ({ path: { id: String(payload[document]) } }),
		present: (answer) => Object.fromEntries(moved(answer)),
		adds: (payload) => sumByLine(asked(payload)),
		...more,
	});

export interface LineQuantity {
	readonly line: string;
	readonly quantity: string;
}

export function sumByLine(lines: readonly LineQuantity[]): Record<string, string> {
	const sums: Record<string, string> = {};
	for (const { line, quantity } of lines) {
		const before = sums[line];
		sums[line] = before === undefined ? quantity : new Big(before).plus(quantity).toFixed();
	}
	return sums;
}
