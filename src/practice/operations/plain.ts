// Records without a life of their own: made, changed, listed, switched on and off, deleted. What is particular to a kind
// (names that must differ, identifiers that must exist) stands in its rules.
import type { RecordIndex, RecordKind, RecordOf } from '../store/records.ts';
import type { Page, RecordFilter } from '../store/records.ts';
import { NOT_ACCEPTED, checkQuantity, isoDate } from './document.ts';
import { done, refuse } from './handler.ts';
import type { Fields, Practice, Refusal } from './handler.ts';

/** A request that was read by its declaration. */
export type Body = Readonly<Record<string, unknown>>;

/** What is wrong with a request: `malformed` cannot be read (400), `broken` breaks a rule (422). */
export interface Wrong {
	readonly malformed: Fields;
	readonly broken: Fields;
}

export interface PlainRules {
	/** What one of them is called in a refusal: `category`. */
	readonly one: string;
	/** Texts that must not be blank. */
	readonly needs?: readonly string[];
	/** No two records share the values of all of these. */
	readonly unique?: readonly string[];
	/** Identifiers, or lists of them, and the records that they must name. */
	readonly refers?: Readonly<Record<string, RecordKind>>;
	/** Decimals from zero up. */
	readonly amounts?: readonly string[];
	readonly searched?: readonly string[];
	/** What the service itself sets: a change of the record keeps it. */
	readonly owned?: readonly string[];
	/** Adds what else is wrong; `before` is the record that is changed. */
	check?(body: Body, practice: Practice, wrong: Wrong, before: Body | undefined): void;
	/** What the service adds to every record that is made or changed. */
	add?(body: Body, practice: Practice, before: Body | undefined): Body;
}

export function plain<Kind extends RecordKind>(kind: Kind, rules: PlainRules) {
	const unknown = refuse(404, `No ${rules.one} has this identifier.`);

	/** The request of a plain record is the record but for what the service adds, so it is stored as it was read. */
	const asRecord = (body: Body) => body as RecordOf<Kind>;

	const indexOf = (record: Body): RecordIndex => {
		const { locationId, categoryId } = record;
		return {
			...(typeof locationId === 'string' ? { locationId } : {}),
			...(typeof categoryId === 'string' ? { categoryId } : {}),
			search: (rules.searched ?? ['name', 'code']).map((field) => textOf(record[field])),
		};
	};

	const refusalOf = (
		body: Body,
		practice: Practice,
		before: Body | undefined,
	): Refusal | undefined => {
		const wrong: Wrong = { malformed: {}, broken: {} };
		for (const field of rules.needs ?? ['name']) {
			if (textOf(body[field])?.trim() === '') wrong.malformed[field] = 'A text is needed.';
		}
		for (const field of rules.amounts ?? []) {
			const amount = textOf(body[field]);
			if (amount !== undefined) checkQuantity(amount, 'from-zero', field, wrong.malformed);
		}
		for (const [field, of] of Object.entries(rules.refers ?? {})) {
			checkReferences(body[field], of, field, practice, wrong.broken);
		}
		rules.check?.(body, practice, wrong, before);
		const refusal = refusalFor(wrong);
		if (refusal) return refusal;
		return hasTwin(body, practice, before)
			? refuse(409, `There is such a ${rules.one}.`)
			: undefined;
	};

	const hasTwin = (body: Body, { records }: Practice, before: Body | undefined): boolean => {
		const { unique = ['name'] } = rules;
		const key = (record: Body) => JSON.stringify(unique.map((field) => textOf(record[field])));
		if (unique.length === 0) return false;
		return records.all(kind).some((each) => each.id !== before?.['id'] && key(each) === key(body));
	};

	return {
		create(body: Body, practice: Practice) {
			const refusal = refusalOf(body, practice, undefined);
			if (refusal) return refusal;
			const record = asRecord({
				isActive: true,
				...body,
				...rules.add?.(body, practice, undefined),
				id: practice.newId(),
				modifiedDate: isoDate(practice),
			});
			practice.records.insert(kind, record, indexOf(record));
			return done(record);
		},

		/** Puts the request in the place of the record, whole; what the service owns stays. */
		update(id: string, body: Body, practice: Practice) {
			const before = practice.records.get(kind, id);
			if (before === undefined) return unknown;
			const refusal = refusalOf(body, practice, before);
			if (refusal) return refusal;
			const owned = Object.fromEntries(
				(rules.owned ?? []).flatMap((field) =>
					before[field] === undefined ? [] : [[field, before[field]]],
				),
			);
			const record = asRecord({
				...(before['isActive'] === undefined ? {} : { isActive: before['isActive'] }),
				...body,
				...owned,
				...rules.add?.(body, practice, before),
				id,
				modifiedDate: isoDate(practice),
			});
			practice.records.update(kind, record, indexOf(record));
			return done(null);
		},

		list: (filter: RecordFilter, page: Page, { records }: Practice) =>
			done(records.list(kind, filter, page, 'oldest-first')),

		get(id: string, { records }: Practice) {
			const record = records.get(kind, id);
			return record ? done(record) : unknown;
		},

		count: (filter: RecordFilter, { records }: Practice) =>
			done(records.list(kind, filter, { offset: 0, limit: 0 }, 'oldest-first').total),

		/** Deletes what nothing mentions. */
		remove(id: string, { records }: Practice) {
			if (records.get(kind, id) === undefined) return unknown;
			if (records.isMentioned(kind, id)) {
				return refuse(409, `The ${rules.one} is used and cannot be deleted.`);
			}
			records.remove(kind, id);
			return done(null);
		},

		/** Switches several on or off, all or none. */
		switchMany(
			{ ids, isActive }: { readonly ids: readonly string[]; readonly isActive: boolean },
			practice: Practice,
		) {
			const refusal = refusalOfIds(ids, (id) => practice.records.get(kind, id) !== undefined);
			if (refusal) return refusal;
			for (const id of new Set(ids)) {
				const before = practice.records.get(kind, id);
				if (before === undefined) continue;
				const record = asRecord({ ...before, isActive, modifiedDate: isoDate(practice) });
				practice.records.update(kind, record, indexOf(record));
			}
			return done(null);
		},
	};
}

/** 400 where no identifier is given, 422 where one names nothing. */
export function refusalOfIds(
	ids: readonly string[],
	isKnown: (id: string) => boolean,
): Refusal | undefined {
	if (ids.length === 0) return refuse(400, NOT_ACCEPTED, { ids: 'At least one is needed.' });
	const broken: Fields = {};
	for (const [index, id] of ids.entries()) {
		if (!isKnown(id)) broken[`ids[${index}]`] = 'Nothing has this identifier.';
	}
	return Object.keys(broken).length > 0 ? refuse(422, NOT_ACCEPTED, broken) : undefined;
}

/** What cannot be read is told before what breaks a rule, but all of it at once. */
export function refusalFor({ malformed, broken }: Wrong): Refusal | undefined {
	const fields = { ...broken, ...malformed };
	if (Object.keys(fields).length === 0) return undefined;
	return refuse(Object.keys(malformed).length > 0 ? 400 : 422, NOT_ACCEPTED, fields);
}

export function checkReferences(
	value: unknown,
	kind: RecordKind,
	path: string,
	{ records }: Pick<Practice, 'records'>,
	broken: Fields,
): void {
	if (Array.isArray(value)) {
		for (const [index, each] of value.entries()) {
			checkReferences(each, kind, `${path}[${index}]`, { records }, broken);
		}
	} else if (typeof value === 'string' && records.get(kind, value) === undefined) {
		broken[path] = `No ${wordsOf(kind)} has this identifier.`;
	}
}

/** A page of rows that were put together here. */
export const pageRows = <Row>(rows: readonly Row[], { offset, limit }: Page) =>
	done({
		rows: rows.slice(offset, limit < 0 ? undefined : offset + limit),
		total: rows.length,
	});

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' ? value : undefined;

/** `storageArea` → `storage area`. */
const wordsOf = (kind: string): string =>
	kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
