// Documents of any kind as the core holds them: the declared fields by name, and as rows of a list.
import type { AnyDocument, AnyLine, AnyRow } from '../../../shared/document/document-calls.ts';
import { nameField } from '../../../shared/document/field-schemas.ts';
import type { AnyKind } from '../../../shared/document/kit.ts';
import { searchText } from '../../../shared/domain/words.ts';
import { namesListedAs, wordOf, type Values } from './fields.ts';

/** Fields beyond those that all kinds have. */
interface OwnFields {
	readonly fields: Values;
	/** What code beside the kit adds. */
	readonly beside?: object;
}

export interface ShownLine extends AnyLine, OwnFields {}

export interface ShownDocument extends AnyDocument, OwnFields {
	readonly lines: readonly ShownLine[];
}

export interface ListedRow extends AnyRow, OwnFields {}

export interface ListedDocument {
	readonly row: ListedRow;
	readonly lines: readonly ListedLine[];
	/** The words to search in. */
	readonly text: string;
	/** The distinct values of each line field that the list is filtered by. */
	readonly held: Readonly<Record<string, readonly Values[string][]>>;
}

export interface ListedLine {
	readonly lineId: string;
	readonly itemId: string;
	readonly item: string;
	readonly code: string;
	readonly category: string;
	readonly fields: Values;
	/** Base units; null if unreadable. */
	readonly base: string | null;
	readonly cost: string | null;
}

export class Listing {
	readonly #kind: AnyKind;
	readonly #inHead: readonly string[];
	readonly #inLines: readonly string[];
	readonly #filtered: readonly string[];
	readonly #kept: readonly string[];

	constructor(kind: AnyKind) {
		const { head, lines, totals } = kind;
		this.#kind = kind;
		this.#inHead = namesListedAs(head, 'search');
		this.#inLines = namesListedAs(lines.fields, 'search');
		this.#filtered = namesListedAs(lines.fields, 'filter');
		const asked = [...this.#filtered, ...totals];
		this.#kept = [...new Set(asked)].flatMap((name) => {
			const field = lines.fields[name];
			if (field === undefined) return [];
			return field.as === 'reference' ? [name, nameField(name)] : [name];
		});
	}

	/** Only the fields by which the list is filtered or totalled. */
	kept(fields: Values): Values {
		const kept: Record<string, Values[string]> = {};
		for (const name of this.#kept) kept[name] = fields[name] ?? null;
		return kept;
	}

	/** @param fields all fields, line by line */
	of(
		row: Omit<ListedRow, 'lines' | 'items'>,
		lines: readonly ListedLine[],
		fields: readonly Values[],
	): ListedDocument {
		const { head, lines: sheet } = this.#kind;
		return {
			row: {
				...row,
				lines: lines.length,
				items: [...new Set(lines.map(({ item }) => item))].slice(0, 3),
			},
			lines,
			held: this.#held(fields),
			text: searchText([
				row.number,
				...this.#inHead.map((name) => wordOf(head, row.fields, name)),
				...lines.flatMap(({ item, code }) => [item, code]),
				...fields.flatMap((each) => this.#inLines.map((name) => wordOf(sheet.fields, each, name))),
			]),
		};
	}

	#held(fields: readonly Values[]): ListedDocument['held'] {
		const held: Record<string, Values[string][]> = {};
		for (const name of this.#filtered)
			held[name] = [...new Set(fields.map((each) => each[name] ?? null))];
		return held;
	}

	ofDocument(document: ShownDocument): ListedDocument {
		const lines = document.lines.map(
			({ lineId, item, boxes, total, fields, cost }): ListedLine => ({
				lineId,
				itemId: item.itemId,
				item: item.name,
				code: item.code,
				category: item.category,
				fields: this.kept(fields),
				base: total,
				// A blank line costs nothing; its cost does not count as unknown.
				cost: boxes.every(({ typed }) => typed === '') ? '0' : cost,
			}),
		);
		const fields = document.lines.map((line) => line.fields);
		return this.of(rowOfDocument(document), lines, fields);
	}
}

/** Without the parts that only a view needs. */
const rowOfDocument = (document: ShownDocument): Omit<ListedRow, 'lines' | 'items'> => ({
	documentId: document.documentId,
	number: document.number,
	locationId: document.locationId,
	businessDate: document.businessDate,
	phase: document.phase,
	stateWord: document.stateWord,
	standing: document.standing,
	move: document.move,
	cost: document.cost,
	costsUnknown: document.costsUnknown,
	currency: document.currency,
	locked: document.locked,
	enteredBy: document.enteredBy,
	changedAt: document.changedAt,
	edits: document.edits,
	fields: document.fields,
	...(document.beside === undefined ? {} : { beside: document.beside }),
});

// On the bridge these fields are flat.

export const rowOf = ({ name }: AnyKind, { fields, beside, ...row }: ListedRow): object => {
	return { kind: name, ...row, ...fields, ...beside };
};

export const documentOf = (
	{ name }: AnyKind,
	{ fields, beside, lines, ...document }: ShownDocument,
): object => {
	return {
		kind: name,
		...document,
		...fields,
		...beside,
		lines: lines.map(({ fields: values, beside: more, ...line }) => ({
			...line,
			...values,
			...more,
		})),
	};
};
