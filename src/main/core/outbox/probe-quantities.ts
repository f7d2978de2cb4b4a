// Proof by quantities: what a receipt, a fulfilment or a stock change moved, line by line.
import Big from 'big.js';
import { z } from 'zod';
import type { Payload } from '../../../shared/service/operation.ts';
import type { Baseline } from './baseline.ts';
import { hasUnnamedLines, withNamedLines } from './lines-named.ts';
import { maybeThere, onFailure, stillUndecided, unreadable } from './not-sent.ts';
import type { BeforeSending, Earlier, ProbeContext, ProbeResult, RuleOf } from './probe.ts';
import type { StockLook } from './stock-look.ts';

const withStatus = z.looseObject({ status: z.string().optional() });
const withId = z.looseObject({ id: z.string(), number: z.string().optional() });

export async function lookAtQuantities(
	context: ProbeContext,
	rule: RuleOf<'quantities'>,
	{ tries, before }: Earlier,
	recent: StockLook | null,
): Promise<BeforeSending> {
	const body = context.input.body ?? {};
	const asOf = context.lastEvent();
	const unnamed = hasUnnamedLines(body);
	const known = recent && recalledStock(context, recent);
	if (known !== null) return { kind: 'send', baseline: known };
	const read = await context.api.readByName(rule.read, rule.readInput(body));
	if (!read.ok) return onFailure(read);
	const document = withStatus.safeParse(read.value).data ?? {};
	const other = context.whyNotOurs(document);
	if (other !== null) return { kind: 'conflict', why: other };
	const { status } = document;
	const waits = status !== undefined && rule.waitsIn?.includes(context.phaseOf(status)) === true;
	const notYet = {
		kind: 'waits',
		why: { code: 'not-taken-yet', args: { state: status ?? '' } },
	} as const;
	if (unnamed) return waits ? notYet : nameLines(context, document);
	recent?.keep(rule, body, { answer: read.value, asOf });
	const present = rule.present(read.value, body);
	const elsewhere = context.elsewhere();
	if (tries.maybeApplied > 0) {
		const asked = compareQuantities(context, rule, before, present);
		if (asked.kind === 'found') return { ...asked, kind: 'done' };
		if (asked.kind === 'undecided' && elsewhere !== 'ordered') return stillUndecided(asked.why);
	}
	if (elsewhere !== 'ordered' && hasMoved(context, rule, present)) {
		return elsewhere === 'maybe'
			? maybeThere({ code: 'moved-since-entered' })
			: {
					kind: 'conflict',
					attention: 'moved-meanwhile',
					why: { code: 'moved-since-entered' },
				};
	}
	if (waits) return notYet;
	const same =
		elsewhere === 'ordered' ? null : await sameElsewhere(context, rule, body, context.madeWith());
	return same ?? { kind: 'send', baseline: { kind: 'quantities', present, asOf } };
}

/** Fills in the ids of lines that an earlier step made. */
function nameLines({ input, create }: ProbeContext, document: Payload): BeforeSending {
	const body = withNamedLines(input.body ?? {}, create() ?? {}, document);
	return body === null
		? { kind: 'conflict', why: { code: 'lines-alike' } }
		: { kind: 'revised', body, base: document, why: { code: 'lines-named' } };
}

/** What another PC entered with the same key. The list need not be whole, because quantities are compared too. */
async function sameElsewhere(
	context: ProbeContext,
	{ same }: RuleOf<'quantities'>,
	body: Payload,
	made: Payload | null,
): Promise<BeforeSending | null> {
	const key = same?.key(body) ?? null;
	if (same === undefined || key === null) return null;
	const named = String(body[same.document]);
	const isNamed = (row: Payload) => String(row[same.document]) === named;
	const { query, counts } =
		made === null ? { query: { [same.document]: named }, counts: isNamed } : same.beside(made);
	const read = await context.api.readAllByName(same.list, { query });
	if (!read.ok) {
		const why = unreadable(read);
		return why === null ? { kind: 'unanswered', failure: read } : maybeThere(why);
	}
	// Extra items have the same invoice as their order, so our own receipt of another order is no duplicate.
	const isOurs = (row: Payload) =>
		!isNamed(row) &&
		context.sentHere(String(row[same.document])).some((sent) => same.key(sent) === key);
	const answered = context.answeredBefore();
	const found = z
		.array(withId)
		.parse(read.value.rows)
		.find(
			(row) => same.key(row) === key && counts(row) && !isOurs(row) && !answered.includes(row.id),
		);
	if (found === undefined) return null;
	const { id, number = id } = found;
	return {
		kind: 'conflict',
		attention: 'entered-before',
		why:
			made === null
				? { code: 'entered-before', args: { number } }
				: { code: 'same-invoice', args: { number, id } },
	};
}

/** Before a create: searches for a receipt of another PC that duplicates the one queued behind it. */
export async function lookForEntry(context: ProbeContext): Promise<BeforeSending | null> {
	if (context.elsewhere() === 'ordered') return null;
	for (const { operation, body } of context.entryBehind()) {
		const { replay: rule } = operation;
		if (rule?.proof !== 'quantities') continue;
		const same = await sameElsewhere(context, rule, body, context.input.body ?? {});
		if (same !== null) return same;
	}
	return null;
}

export function recalledStock(
	{ operation, input, ourOtherMoves, lastEvent, elsewhere }: ProbeContext,
	recent: StockLook,
): Baseline | null {
	const { replay: rule } = operation;
	// Another PC may have moved it, so read it again.
	if (rule?.proof !== 'quantities' || elsewhere() !== 'no') return null;
	const body = input.body ?? {};
	const known = recent.recall(rule, body, ourOtherMoves, lastEvent());
	if (known === null) return null;
	return { kind: 'quantities', present: rule.present(known.answer, body), asOf: known.asOf };
}

/** Whether the current quantities are neither what the person saw, nor that plus our own receipts since. */
function hasMoved(
	{ base, input, elsewhere, ownBefore, shownAs }: ProbeContext,
	rule: RuleOf<'quantities'>,
	present: Readonly<Record<string, string>>,
): boolean {
	const body = input.body ?? {};
	// Stock changes all day, so it is compared only for a part of a count that another PC may have sent.
	if (base === null && elsewhere() === 'no') return false;
	const seen = base === null ? rule.seen?.(body) : rule.present(base, body);
	const adds = rule.adds(body);
	const expected = Object.entries(seen ?? {}).filter(([line]) => line in adds);
	// Nothing shows whether it was sent before.
	if (base === null && expected.length < Object.keys(adds).length) return true;
	const fits = (own: readonly Payload[]) =>
		expected.every(([line, quantity]) => {
			const sum = own.reduce(
				(all, done) => all.plus(rule.adds(done)[line] ?? '0'),
				new Big(quantity),
			);
			return isShownAs(sum, new Big(present[line] ?? '0'), shownAs.scale, own.length);
		});
	const own = base === null ? [] : ownBefore();
	// The record the person saw may already include the first of them.
	return !fits([]) && !own.some((_, first) => fits(own.slice(first)));
}

export async function probeQuantities(
	context: ProbeContext,
	rule: RuleOf<'quantities'>,
	before: Baseline | null,
): Promise<ProbeResult> {
	if (before?.kind !== 'quantities') return noQuantitiesBefore;
	const body = context.input.body ?? {};
	const read = await context.api.readByName(rule.read, rule.readInput(body));
	return read.ok
		? compareQuantities(context, rule, before, rule.present(read.value, body))
		: { kind: 'unanswered', failure: read };
}

const noQuantitiesBefore = {
	kind: 'undecided',
	why: { code: 'quantities-not-recorded' },
} as const satisfies ProbeResult;

function compareQuantities(
	{ input, ourOtherMoves, writtenOtherwise, shownAs: { scale } }: ProbeContext,
	rule: RuleOf<'quantities'>,
	before: Baseline | null,
	present: Readonly<Record<string, string>>,
): ProbeResult {
	if (before?.kind !== 'quantities') return noQuantitiesBefore;
	if (writtenOtherwise) return { kind: 'undecided', why: { code: 'settings-changed' } };
	const adds = Object.entries(rule.adds(input.body ?? {}));
	// Two of our own writes on one line: a matching sum cannot tell which of them was applied.
	const moved = ourOtherMoves(before.asOf);
	if (adds.some(([line]) => moved.has(line))) {
		return { kind: 'undecided', why: { code: 'same-lines-moved' } };
	}
	const quantity = (from: Readonly<Record<string, string>>, line: string) =>
		new Big(from[line] ?? '0');
	const unchanged = adds.every(([line]) =>
		isShownAs(quantity(before.present, line), quantity(present, line), scale, 1),
	);
	if (rule.byAnyAmount) {
		return unchanged
			? { kind: 'absent', why: { code: 'quantities-before' } }
			: { kind: 'found', serverId: null, number: '', why: { code: 'quantities-changed' } };
	}
	const added = adds.every(([line, add]) =>
		isShownAs(quantity(before.present, line).plus(add), quantity(present, line), scale, 1),
	);
	if (added && !unchanged) {
		return { kind: 'found', serverId: null, number: '', why: { code: 'quantities-after' } };
	}
	if (unchanged && !added) return { kind: 'absent', why: { code: 'quantities-before' } };
	return { kind: 'undecided', why: { code: 'quantities-neither' } };
}

/** Whether a service that keeps `scale` decimals may show this quantity after so many writes. */
const isShownAs = (quantity: Big, shown: Big, scale: number | null, writes: number): boolean =>
	quantity.eq(shown) ||
	(scale !== null && quantity.minus(shown).abs().lt(new Big(10).pow(-scale).times(writes)));
