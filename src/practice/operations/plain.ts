// Records without states: created, changed, listed, enabled, disabled, deleted.
import type { Page, RecordKind, RecordOf } from '../store/records.ts';
import { NOT_ACCEPTED, checkQuantity, isoDate } from './document.ts';
import { done, idIn, idsIn, refuse, textOf } from './handler.ts';
import type { Body, Fields, Practice, Refusal, Verbs } from './handler.ts';

/** Problems of a request: `malformed` cannot be read (400), `broken` breaks a rule (422). */
export interface Wrong {
	readonly malformed: Fields;
	readonly broken: Fields;
}

export interface PlainRules {
	readonly one: string;
	/** Texts that must not be blank. */
	readonly needs?: readonly string[];
	readonly unique?: readonly string[];
	/** Id fields (single or list) and the kind they reference. */
	readonly refers?: Readonly<Record<string, RecordKind>>;
	readonly amounts?: readonly string[];
	readonly whole?: Readonly<Record<string, { readonly from: number; readonly to: number }>>;
	readonly fixed?: readonly string[];
	readonly order?: 'newest-first';
	/** Fields set by the service and kept on update. */
	readonly owned?: readonly string[];
	/** Adds further problems; `before` is the record being changed. */
	check?(body: Body, practice: Practice, wrong: Wrong, before: Body | undefined): void;
	/** Whether another record is the same, beside `unique`. */
	isTwin?(body: Body, practice: Practice, before: Body | undefined): boolean;
	add?(body: Body, practice: Practice, before: Body | undefined): Body;
}

export class PlainRecords<Kind extends RecordKind> {
	readonly kind: Kind;
	readonly rules: PlainRules;
	readonly unknown: Refusal;

	constructor(kind: Kind, rules: PlainRules) {
		this.kind = kind;
		this.rules = rules;
		this.unknown = refuse(404, `No ${rules.one} has this identifier.`);
	}

	/** The request is the record without the service's additions, so it is stored as read. */
	#asRecord(body: Body): RecordOf<Kind> {
		return body as RecordOf<Kind>;
	}

	#refusalOf(body: Body, practice: Practice, before: Body | undefined): Refusal | undefined {
		const { rules } = this;
		const wrong: Wrong = { malformed: {}, broken: {} };
		for (const field of rules.needs ?? ['name']) {
			if (textOf(body[field])?.trim() === '') wrong.malformed[field] = 'A text is needed.';
		}
		for (const field of rules.amounts ?? []) {
			const amount = textOf(body[field]);
			if (amount !== undefined) checkQuantity(amount, 'from-zero', field, wrong.malformed);
		}
		for (const [field, { from, to }] of Object.entries(rules.whole ?? {})) {
			const number = body[field];
			if (typeof number === 'number' && (number < from || number > to)) {
				wrong.malformed[field] = `A whole number from ${from} to ${to} is needed.`;
			}
		}
		for (const [field, of] of Object.entries(rules.refers ?? {})) {
			checkReferences(body[field], of, field, practice, wrong.broken);
		}
		for (const field of rules.fixed ?? []) {
			if (before !== undefined && before[field] !== body[field]) {
				wrong.broken[field] = `This never changes of a ${rules.one}.`;
			}
		}
		rules.check?.(body, practice, wrong, before);
		const refusal = refusalFor(wrong);
		if (refusal) return refusal;
		return this.#hasTwin(body, practice, before)
			? refuse(409, `There is such a ${rules.one}.`)
			: undefined;
	}

	#hasTwin(body: Body, practice: Practice, before: Body | undefined): boolean {
		const { records } = practice;
		const { unique = ['name'] } = this.rules;
		const key = (record: Body) => JSON.stringify(unique.map((field) => textOf(record[field])));
		if (this.rules.isTwin?.(body, practice, before) === true) return true;
		if (unique.length === 0) return false;
		return records
			.all(this.kind)
			.some((each) => each.id !== before?.['id'] && key(each) === key(body));
	}

	create(body: Body, practice: Practice) {
		const refusal = this.#refusalOf(body, practice, undefined);
		if (refusal) return refusal;
		const record = this.#asRecord({
			isActive: true,
			...body,
			...this.rules.add?.(body, practice, undefined),
			id: practice.newId(),
			modifiedDate: isoDate(practice),
		});
		practice.records.insert(this.kind, record);
		return done(record);
	}

	update(id: string, body: Body, practice: Practice) {
		const before: Body | undefined = practice.records.get(this.kind, id);
		if (before === undefined) return this.unknown;
		const refusal = this.#refusalOf(body, practice, before);
		if (refusal) return refusal;
		const owned = (this.rules.owned ?? []).filter((field) => before[field] !== undefined);
		const record = this.#asRecord({
			...(before['isActive'] === undefined ? {} : { isActive: before['isActive'] }),
			...body,
			...Object.fromEntries(owned.map((field) => [field, before[field]])),
			...this.rules.add?.(body, practice, before),
			id,
			modifiedDate: isoDate(practice),
		});
		practice.records.update(this.kind, record);
		return done(null);
	}

	/** Changes some fields without checks. */
	save(record: RecordOf<Kind>, changed: Body, practice: Practice): void {
		const saved = this.#asRecord({ ...record, ...changed, modifiedDate: isoDate(practice) });
		practice.records.update(this.kind, saved);
	}

	remove(id: string, { records }: Practice) {
		if (records.get(this.kind, id) === undefined) return this.unknown;
		if (records.isMentioned(this.kind, id)) {
			return refuse(409, `The ${this.rules.one} is used and cannot be deleted.`);
		}
		records.remove(this.kind, id);
		return done(null);
	}

	/** Changes all or none. */
	saveAll(ids: readonly string[], changed: Body, practice: Practice) {
		const refusal = refusalOfIds(ids, (id) => practice.records.get(this.kind, id) !== undefined);
		if (refusal) return refusal;
		for (const id of new Set(ids)) {
			const before = practice.records.get(this.kind, id);
			if (before !== undefined) this.save(before, changed, practice);
		}
		return done(null);
	}

	verbs(): Verbs {
		const list: Verbs[string] = ({ query, page }, { records }) =>
			done(records.list(this.kind, query, page, this.rules.order));
		const update: Verbs[string] = (request, practice) =>
			this.update(idIn(request), request.body ?? {}, practice);
		return {
			create: ({ body }, practice) => this.create(body ?? {}, practice),
			update,
			updateOne: update,
			list,
			listAll: list,
			search: list,
			get: (request, { records }) => {
				const record = records.get(this.kind, idIn(request));
				return record ? done(record) : this.unknown;
			},
			count: ({ query }, { records }) =>
				done(records.list(this.kind, query, { offset: 0, limit: 0 }).total),
			remove: (request, practice) => this.remove(idIn(request), practice),
			updateMany: (request, practice) =>
				this.saveAll(idsIn(request), { isActive: request.body?.['isActive'] === true }, practice),
		};
	}
}

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

/** Reports malformed over broken, but all fields at once. */
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

export const pageRows = <Row>(rows: readonly Row[], { offset, limit }: Page) =>
	done({
		rows: rows.slice(offset, limit < 0 ? undefined : offset + limit),
		total: rows.length,
	});

export const matching = <Found extends Body>(
	records: readonly Found[],
	query: Readonly<Record<string, string | undefined>>,
): Found[] =>
	records.filter((each) =>
		Object.entries(query).every(
			([field, wanted]) => wanted === undefined || each[field] === wanted,
		),
	);

const wordsOf = (kind: string): string =>
	kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
