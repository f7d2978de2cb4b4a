// A document being received, or one of which goods are sent: quantities per line, and remaining problems.
import type { App } from '../app.svelte.ts';
import type { Invoice, ReceivedLine, Settlement } from '../../shared/bridge/receiving.ts';
import type { Delivery, DeliveryLine } from '../../shared/bridge/delivery.ts';
import type { Problem } from '../../shared/bridge/reply.ts';
import type { AnyDocument, AnyLine } from '../../shared/document/document-calls.ts';
import {
	isOutcome,
	outcomesOf,
	restsOf,
	receivings,
	type Cause,
	type ReceivingDraft,
} from '../../shared/document/receiving.ts';
import { isZero, subtract } from '../../shared/domain/decimal.ts';
import { baseColumnOf } from '../document/draft-lines.ts';
import { anyCall } from '../document/kind-calls.ts';
import type { Language } from '../messages/language.svelte.ts';
import { isMessageKey } from '../messages/message.ts';
import { problemWords } from '../messages/problem-words.ts';
import type { Loaded } from '../ui/loaded.svelte.ts';
import { columnOf, type BoxedLine, type LineSum } from '../ui/grid/unit-boxes.ts';

/** Where goods come with an invoice. */
type Billed = Pick<
	DeliveryLine,
	'orderedPrice' | 'unitName' | 'priceFlag' | 'likelierUnit' | 'supplierCode' | 'extra' | 'weighed'
>;

export interface ReceivingLine
	extends ReceivedLine, Pick<AnyLine, 'lineId' | 'item'>, Partial<Billed> {
	readonly note: string;
	/** Base units received less those expected; null until both are known. */
	readonly difference: string | null;
}

type Known = 'documentId' | 'problems' | 'version' | 'can' | 'reasonGoes';
export interface ReceivingDocument extends Pick<AnyDocument, Known> {
	readonly description: string;
	readonly lines: readonly ReceivingLine[];
	/** Set where goods come with an invoice. */
	readonly invoice?: Invoice;
	readonly changed?: Delivery['changed'];
	readonly left?: Delivery['left'];
}

/** Takes the updated document of a call. */
export type Change<Document> = Loaded<Document>['change'];

/** The receiving calls of a document: `ask('enter', { … })`. */
export const receivingCalls = (app: App, name: ReceivingDraft, documentId: () => string) => {
	const call = anyCall(app);
	return (verb: string, input: object = {}) =>
		call(`${receivings[name].calls}.${verb}`, { documentId: documentId(), ...input });
};

/** A line with its entry boxes beside those of the document. */
export const enteredOf = ({ item, entry }: Pick<ReceivingLine, 'item' | 'entry'>): BoxedLine => ({
	item,
	boxes: entry?.boxes ?? [],
});

/** The sheet's own message if more specific than the general one. */
export function wordsOf(t: Language['t'], name: ReceivingDraft, problem: Problem): string {
	const own = `receiving.problem-${problem.message}-${name}`;
	if (isMessageKey(own)) return t(own, {});
	if (problem.message !== 'missing') return problemWords(t, problem);
	if (problem.path.endsWith('.reason')) return t('receiving.needsWhy');
	if (problem.path.endsWith('.price')) return t('receiving.needsPrice');
	return t(`receiving.blank-${name}`);
}

/** Whether something came or left before. */
export const hasBefore = (lines: readonly ReceivingLine[]): boolean =>
	lines.some(({ entry }) => !isZero(entry?.before ?? '0'));

/** Total of the boxes as shown − due; null if they have no total. */
export const differenceOf = ({ entry }: ReceivingLine, sum: LineSum): string | null =>
	sum.kind !== 'total' || entry === null ? null : subtract(sum.total, entry.due);

export const standingOf = (lines: readonly ReceivingLine[]) => ({
	lines: lines.length,
	entered: lines.filter(({ entry }) => entry !== null && entry.total !== null).length,
	/** With a quantity due and nothing entered. */
	blank: lines.filter(isBlank).length,
	differing: lines.filter(entryDiffers).length,
});

export const isBlank = ({ entry }: ReceivingLine): boolean =>
	entry?.boxes.length === 0 && !isZero(entry.due);

export const entryDiffers = ({ entry }: ReceivingLine): boolean =>
	!isZero(entry?.difference ?? '0');

/** Whether a line needs a reason. */
export const needsWhy = (name: ReceivingDraft, line: ReceivingLine): boolean =>
	receivings[name].explains && entryDiffers(line);

/** Whether a line's difference can be settled: one entered, or the rest after a part came. */
export const canSettle = (line: ReceivingLine): boolean =>
	entryDiffers(line) || (isBlank(line) && !isZero(line.entry?.before ?? '0'));

/** A line's problem as the core reports it, and the column to fix it in: a filled box rather than a blank one. */
export function problemOf(
	{ problems }: Pick<ReceivingDocument, 'problems'>,
	{ lineId, item, entry }: ReceivingLine,
): { problem: Problem; column: string } | null {
	const problem = problems.find(({ path }) => path.startsWith(`lines.${lineId}.`));
	if (problem === undefined) return null;
	const boxes = entry?.boxes ?? [];
	const box = boxes.find(({ quantity }) => !isZero(quantity ?? '0')) ?? boxes[0];
	const boxColumn = (box && columnOf(item, box.unitId)) ?? baseColumnOf(item) ?? 'item';
	const [, column = boxColumn] =
		Object.entries(columns).find(([path]) => problem.path.endsWith(path)) ?? [];
	return { problem, column };
}

/** A weight is confirmed beside its box. */
const columns = { '.reason': 'why', '.weight': 'why', '.price': 'price' } as const;

/** An impossible quantity is reported at once, a missing one only after an attempt or F8. */
export const isShown = ({ message }: Problem, tried: boolean): boolean =>
	tried || message !== 'missing';

/** Whether more was entered than can come or leave: no reason settles that. */
export const isTooMuch = (
	document: Pick<ReceivingDocument, 'problems'>,
	line: ReceivingLine,
): boolean => {
	const message = problemOf(document, line)?.problem.message;
	return message === 'over-tolerance' || message === 'more-than-asked';
};

/** How many drafts sending would create: at most one for each outcome. */
export const draftsOf = (lines: readonly ReceivingLine[]): number =>
	new Set(lines.map(({ entry }) => entry?.settlement ?? 'none').filter(isOutcome)).size;

/** What can become of a difference, the usual first. */
export const settlementsOf = (
	name: ReceivingDraft,
	over: boolean,
	cause: Cause | '',
): readonly Settlement[] => ['none', ...outcomesOf(name), ...restsOf(name, over, cause)];
