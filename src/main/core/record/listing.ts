// Lists of records: search, filters, order, and one window of rows.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { apply, sameContent } from '../../../shared/record/merge.ts';
import { isReference, type AnyField } from '../../../shared/record/field.ts';
import type { Plain } from '../../../shared/record/record-kit.ts';
import { compare as compareDecimals } from '../../../shared/domain/decimal.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { remembered } from '../../../shared/domain/remembered.ts';
import { rowsWithWords, searchText, wordsOf, wordsOfTexts } from '../../../shared/domain/words.ts';
import { writtenOf } from '../../../shared/record/preview.ts';
import { fieldByPath, valuesIn } from '../../../shared/record/references.ts';
import type { RecordDrafts } from './drafts.ts';
import { recordDraftBodyOf } from './draft.ts';
import type { Clock } from '../ports.ts';
import { KeptRows } from './kept-rows.ts';
import { RecordNames, type Names } from './names.ts';
import type { RecordTypeInUse } from './record.ts';
import { RowOrder } from './row-order.ts';
import type { ShownRecords } from './shown.ts';

type Asked = Omit<CallArguments<'record.list'>, 'type'>;
type Row = CallOutput<'record.list'>['rows'][number];

/** Texts that are made in one turn, which takes a few ms. */
const preparedAtOnce = 500;

interface Found {
	readonly id: string;
	readonly serverId: string | null;
	readonly standing: Row['standing'];
	readonly record: Plain;
}

/** Lists of all record types. */
export class RecordLists {
	readonly #shown: ShownRecords;
	readonly #drafts: RecordDrafts;
	readonly #order = new RowOrder<Found>();
	readonly #withDrafts = new KeptRows<Found>();
	/** A `searchText` by record. */
	readonly #texts = new WeakMap<Plain, string>();
	/** The same in the order of a list. */
	readonly #sortedTexts = new WeakMap<readonly Found[], readonly string[]>();
	/** The words of these rows, to find what a mistyped word means. */
	readonly #words = new WeakMap<readonly number[], readonly string[]>();
	/** Positions that the filters let through: the next letter of a search has the same filters. */
	readonly #wanted = new WeakMap<
		readonly Found[],
		{ readonly filters: string; readonly at: readonly number[] }
	>();

	readonly #clock: Clock;
	/** The list that is being prepared for a search. */
	#preparing: readonly Found[] | null = null;

	constructor(shown: ShownRecords, drafts: RecordDrafts, clock: Clock) {
		this.#shown = shown;
		this.#drafts = drafts;
		this.#clock = clock;
	}

	/** @param locale of the reader: names are sorted by its rules */
	list(
		accountId: string,
		type: RecordTypeInUse,
		{ search, where, order, from, limit }: Asked,
		locale: string,
	): Pick<CallOutput<'record.list'>, 'rows' | 'total' | 'names'> {
		const titles = new RecordNames(this.#shown, accountId);
		const word = (record: Plain, name: string): string => {
			const field = type.fields[name];
			return isNamed(field) ? titles.word(field, record[name]) : writtenOf(record[name]);
		};
		const all = this.#sorted(accountId, type, { order, locale, word });
		// By position: a hundred thousand texts are found faster in an array than by their records.
		const wanted = this.#wantedOf(type, all, where);
		const textFor = (record: Plain) => searchText(type.search.map((name) => word(record, name)));
		// The titles of other records may change while this record stays the same.
		const isKept = !type.search.some((name) => isNamed(type.fields[name]));
		const keptTexts = () =>
			all.map(({ record }) => remembered(this.#texts, record, () => textFor(record)));
		const searched = (): readonly string[] =>
			isKept
				? remembered(this.#sortedTexts, all, keptTexts)
				: all.map(({ record }) => textFor(record));
		const texts = wordsOf(search).length === 0 ? null : searched();
		if (texts === null && isKept) this.#prepare(all, textFor);
		const textAt = (at: number) => texts?.[at] ?? '';
		const wordsIn = () => wordsOfTexts(wanted.map(textAt));
		const keptWords = () => remembered(this.#words, wanted, wordsIn);
		const found =
			texts === null ? wanted : rowsWithWords(search, wanted, textAt, isKept ? keptWords : wordsIn);
		const shown = found.slice(from, from + limit).flatMap((at) => all[at] ?? []);
		return { total: found.length, ...this.#window(accountId, type, shown, titles) };
	}

	/** Makes the texts of a long list before somebody searches it: the first letter would wait for them. */
	#prepare(all: readonly Found[], textFor: (record: Plain) => string): void {
		const isReady = this.#sortedTexts.has(all) || this.#preparing === all;
		if (isReady || all.length <= preparedAtOnce) return;
		this.#preparing = all;
		const texts: string[] = [];
		const some = () => {
			if (this.#preparing !== all) return;
			for (const { record } of all.slice(texts.length, texts.length + preparedAtOnce))
				texts.push(remembered(this.#texts, record, () => textFor(record)));
			if (texts.length < all.length) this.#clock.after(0, some);
			else {
				this.#sortedTexts.set(all, texts);
				this.#preparing = null;
			}
		};
		this.#clock.after(0, some);
	}

	#wantedOf(
		type: RecordTypeInUse,
		all: readonly Found[],
		where: Asked['where'],
	): readonly number[] {
		const filters = JSON.stringify(where);
		const kept = this.#wanted.get(all);
		if (kept?.filters === filters) return kept.at;
		const tests = Object.entries(where).map(([path, values]) => among(type, path, values));
		const at = [...all.keys()].filter((index) => {
			const record = all[index]?.record;
			return record !== undefined && tests.every((isWanted) => isWanted(record));
		});
		this.#wanted.set(all, { filters, at });
		return at;
	}

	#sorted(
		accountId: string,
		type: RecordTypeInUse,
		{
			order,
			locale,
			word,
		}: Pick<Asked, 'order'> & { locale: string; word: (record: Plain, name: string) => string },
	): readonly Found[] {
		const { by, descending } = order ?? { by: type.title, descending: false };
		const field = type.fields[by];
		const way = descending ? -1 : 1;
		const names = nameOrder(locale);
		const wordOf = new Map<Found, string>();
		const sortedBy = (row: Found) => remembered(wordOf, row, () => word(row.record, by));
		const isHere = (id: string) => this.#shown.get(accountId, type.name, id) !== null;
		const fresh = [
			...this.#drafts.ofNew(accountId, type),
			...this.#drafts.ofGone(accountId, type, isHere),
		].map((row): Found => {
			const { base, changes } = recordDraftBodyOf(row);
			return {
				id: row.server_id ?? row.draft_id,
				serverId: null,
				standing: 'draft',
				record: apply(type.fields, base ?? {}, changes),
			};
		});
		const shown = this.#shown.all(accountId, type.name);
		return this.#order.sorted(
			isNamed(field) ? null : [accountId, type.name, by, way, locale].join(' '),
			fresh.length === 0
				? shown
				: this.#withDrafts.of(`${accountId} ${type.name}`, shown, fresh, () => [
						...fresh,
						...shown,
					]),
			(a, b) =>
				way * compareWords(field, sortedBy(a), sortedBy(b), names) ||
				names(word(a.record, type.title), word(b.record, type.title)) ||
				(a.id < b.id ? -1 : 1),
		);
	}

	#window(
		accountId: string,
		type: RecordTypeInUse,
		rows: readonly Found[],
		titles: RecordNames,
	): Pick<CallOutput<'record.list'>, 'rows' | 'names'> {
		const columns = [...new Set([type.title, ...type.columns])];
		const edited = this.#drafts.edited(accountId, type);
		return {
			names: rows.reduce<Names>(
				(known, { record }) => Object.assign(known, titles.of(type, record, columns)),
				{},
			),
			rows: rows.map(({ id, serverId, standing, record }) => ({
				id,
				known: serverId !== null,
				standing,
				edited: standing === 'draft' || edited.has(id),
				values: Object.fromEntries(
					columns.flatMap((name) =>
						record[name] === undefined || record[name] === null ? [] : [[name, record[name]]],
					),
				),
			})),
		};
	}
}

const isNamed = (field: AnyField | undefined): field is AnyField =>
	field !== undefined && isReference(field);

/** @param path of a field, or of one in lines */
function among(
	type: RecordTypeInUse,
	path: string,
	values: readonly unknown[],
): (record: Plain) => boolean {
	const field = fieldByPath(type.fields, path);
	if (field === undefined) return () => true;
	const isWanted = (one: unknown) =>
		values.includes(one) || values.some((each) => sameContent(field, each, one));
	return path === 'isActive'
		? (record) => isWanted(record[path] ?? true)
		: (record) => valuesIn(record, path).some(isWanted);
}

/** Empty values come last. */
function compareWords(
	field: AnyField | undefined,
	one: string,
	other: string,
	names: (a: string, b: string) => number,
): number {
	if (one === '' || other === '') return (one === '' ? 1 : 0) - (other === '' ? 1 : 0);
	const isNumber = field !== undefined && ['decimal', 'money', 'whole'].includes(field.kind);
	return isNumber ? compareDecimals(one, other) : names(one, other);
}
