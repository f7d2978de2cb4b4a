// Documents of any kind as the core holds them: the declared fields by name, and as rows of a list.
import type {
	AnyDocument,
	AnyLine,
	AnyRow,
	DocumentOf,
	RowOf,
} from '../../../shared/document/document-calls.ts';
import type { AnyKind } from '../../../shared/document/kit.ts';
import { searchText } from '../../../shared/domain/words.ts';
import { namesListedAs, wordOf, type Values } from './fields.ts';

export interface ShownLine extends AnyLine {
	readonly fields: Values;
}

export interface ShownDocument extends AnyDocument {
	readonly fields: Values;
	readonly lines: readonly ShownLine[];
}

export interface ListedRow extends AnyRow {
	readonly fields: Values;
}

export interface ListedDocument {
	readonly row: ListedRow;
	readonly lines: readonly ListedLine[];
	/** All words that find it. */
	readonly text: string;
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

/** A row of the list, made of a document without its lines, and of these. */
export function lister({ head, lines: sheet }: AnyKind) {
	const inHead = namesListedAs(head, 'search');
	const inLines = namesListedAs(sheet.fields, 'search');
	return (
		row: Omit<ListedRow, 'lines' | 'items'>,
		lines: readonly ListedLine[],
	): ListedDocument => ({
		row: {
			...row,
			lines: lines.length,
			items: [...new Set(lines.map(({ item }) => item))].slice(0, 3),
		},
		lines,
		text: searchText([
			row.number,
			...inHead.map((name) => wordOf(head, row.fields, name)),
			...lines.flatMap(({ item, code, fields }) => [
				item,
				code,
				...inLines.map((name) => wordOf(sheet.fields, fields, name)),
			]),
		]),
	});
}

/** Without the parts that only a view needs. */
export const rowOfDocument = (document: ShownDocument): Omit<ListedRow, 'lines' | 'items'> => ({
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
});

export const linesListed = (lines: readonly ShownLine[]): ListedLine[] =>
	lines.map(({ lineId, item, boxes, total, fields, cost }) => ({
		lineId,
		itemId: item.itemId,
		item: item.name,
		code: item.code,
		category: item.category,
		fields,
		base: total,
		// A blank line costs nothing; its cost does not count as unknown.
		cost: boxes.every(({ typed }) => typed === '') ? '0' : cost,
	}));

// The bridge has the declared fields beside the others, with the types of the declaration they were read by.

export const rowOf = <Kind extends AnyKind>(kind: Kind, { fields, ...row }: ListedRow) =>
	({ kind: kind.name, ...row, ...fields }) as unknown as RowOf<Kind>;

export const documentOf = <Kind extends AnyKind>(
	kind: Kind,
	{ fields, lines, ...document }: ShownDocument,
) =>
	({
		kind: kind.name,
		...document,
		...fields,
		lines: lines.map(({ fields: values, ...line }) => ({ ...line, ...values })),
	}) as unknown as DocumentOf<Kind>;
