// What the tour expects at the service, and how it recognises it there.
import Big from 'big.js';
import { referenceIn } from '../../src/shared/domain/reference.ts';
import {
	phaseOf,
	type DocumentKind,
	type ServiceProfile,
} from '../../src/shared/service/profile.ts';
import type { Shown } from './service.ts';

export interface Effect {
	what: string;
	found(shown: Shown): number;
}

/** How the tour tells its documents from those that were there before. */
export interface Recognition {
	profile: ServiceProfile;
	/** Whether documents keep our text; otherwise only their lines identify them. */
	keepsText: boolean;
	known: ReadonlySet<string>;
}

export function documentEffects(
	what: string,
	kind: DocumentKind,
	rowsOf: (shown: Shown) => readonly ShownDocument[],
	entered: { marker: string; lines: readonly { itemId: string; quantity: string }[] },
	{ profile, keepsText, known }: Recognition,
): Effect[] {
	const content = linesInWords(entered.lines);
	const ours = (shown: Shown) =>
		rowsOf(shown).filter((row) =>
			keepsText
				? row.description?.includes(entered.marker) === true
				: !known.has(row.id) && contentOf(row) === content,
		);
	return [
		{ what: `${what}: created`, found: (shown) => ours(shown).length },
		{
			what: `${what}: submitted`,
			found: (shown) =>
				ours(shown).filter((row) => phaseOf(profile, kind, row.status) !== 'draft').length,
		},
	];
}

/** How often `added` went from `before` to `now`; -1 if not a whole number. */
export function timesAdded(before: string, added: string, now: string): number {
	const change = new Big(now).minus(before);
	const times = change.div(added);
	return times.mul(added).eq(change) && times.round().eq(times) ? times.toNumber() : -1;
}

interface ShownDocument {
	id: string;
	status: string;
	description?: string | undefined;
	items?:
		| {
				itemId: string;
				quantity?: string;
				returnQuantity?: string;
				quantities?: { quantity: string }[] | undefined;
		  }[]
		| undefined;
}

export function documentsOf(shown: Shown): ShownDocument[] {
	return [...shown.wastage, ...shown.transfersOut, ...shown.returns];
}

/** A document's lines: item, and quantity in the unit typed. */
function contentOf(document: ShownDocument): string {
	return linesInWords(
		(document.items ?? []).map((line) => ({
			itemId: line.itemId,
			quantity: line.quantities?.[0]?.quantity ?? line.returnQuantity ?? line.quantity ?? '0',
		})),
	);
}

function linesInWords(lines: readonly { itemId: string; quantity: string }[]): string {
	return lines
		.map((line) => `${line.itemId}: ${new Big(line.quantity).toFixed()}`)
		.sort()
		.join(', ');
}

export function twins(before: Shown, after: Shown, keepsText: boolean): number {
	const known = new Set(documentsOf(before).map((each) => each.id));
	const fresh = documentsOf(after).filter((each) => !known.has(each.id));
	const marks = fresh.flatMap((each) =>
		keepsText ? (referenceIn(each.description ?? '') ?? []) : contentOf(each),
	);
	return fresh.length - new Set(marks).size;
}
