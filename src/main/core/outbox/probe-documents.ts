// Asks the service whether a new document was made: by our reference in its text, and by its content.
import { z } from 'zod';
import type { Incomplete } from '../../../shared/bridge/app.ts';
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import { referenceIn } from '../../../shared/domain/reference.ts';
import { grainOf, wholeDay } from '../../../shared/service/likeness.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { ReadFailure } from '../api/verdict.ts';
import { compareShown, viewOf, type Compared } from './document-view.ts';
import type { Baseline } from './baseline.ts';
import { holds } from './edits.ts';
import { maybeThere, onFailure, stillUndecided } from './not-sent.ts';
import type { BeforeSending, Earlier, ProbeContext, ProbeResult, RuleOf } from './probe.ts';

const listed = z.looseObject({ id: z.string(), number: z.string().optional() });
type Listed = z.output<typeof listed>;

export async function lookForDocument(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
	{ tries, before }: Earlier,
): Promise<BeforeSending> {
	const elsewhere = context.elsewhere();
	if (tries.maybeApplied > 0) {
		const asked = await probeDocuments(context, rule, before);
		if (asked.kind === 'found') return { ...asked, kind: 'done' };
		if (asked.kind === 'unanswered') return onFailure(asked.failure);
		if (asked.kind === 'undecided' && elsewhere !== 'ordered') return stillUndecided(asked.why);
		return { kind: 'send', baseline: before };
	}
	const mayBeThere = elsewhere === 'maybe' || context.referenceWasSent() || tries.made > 0;
	// Our reference will be proof enough, so a first attempt needs no list.
	if (context.behaviour.keepsReferences === true && elsewhere === 'no' && !mayBeThere) {
		return { kind: 'send', baseline: null };
	}
	const list = await readWindow(context, rule);
	if (!list.ok) return onFailure(list.failure);
	if (mayBeThere && elsewhere !== 'ordered') {
		if (!list.complete) return notUsable(reasonOf(list));
		const there = sentBefore(context, rule, list.rows);
		if (there !== null) return there;
	}
	return { kind: 'send', baseline: { kind: 'documents', ids: list.rows.map((row) => row.id) } };
}

/**
 * A document with our reference is ours. A new one with the same content is ours only if references are unreliable;
 * whoever made it, it rules out an absence.
 */
export async function probeDocuments(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
	before: Baseline | null,
): Promise<ProbeResult> {
	const first = await readWindow(context, rule);
	if (!first.ok) return { kind: 'unanswered', failure: first.failure };
	return (
		shownIn(context, before, lookThrough(context, rule, first.rows, before)) ??
		probeAbsence(context, rule, before, first)
	);
}

/** Judges the documents of a list; null if none can be ours. */
function shownIn(
	context: ProbeContext,
	before: Baseline | null,
	{ marked, alike }: Candidates,
): ProbeResult | null {
	const [hit, ...more] = marked;
	if (hit && more.length === 0) {
		// A document sent earlier under this reference may turn up late, with its old content.
		const mayBeOther = context.referenceWasSent() || context.elsewhere() !== 'no';
		if (mayBeOther && !hasAllOf(context, hit)) {
			const args = { number: hit.number ?? hit.id };
			return { kind: 'undecided', why: { code: 'sent-as-other', args } };
		}
		return found(hit, { code: 'reference-found', args: { reference: context.reference } });
	}
	if (hit) return severalFit(marked.length);
	const byContent = context.behaviour.keepsReferences !== true;
	const [like, ...others] = alike;
	// A document with our exact time of day cannot be older than our request.
	const isNew = before?.kind === 'documents' || (others.length === 0 && like?.like === 'same');
	if (byContent && !isNew) return { kind: 'undecided', why: { code: 'documents-not-recorded' } };
	if (like && others.length > 0) return severalFit(alike.length);
	if (like && byContent && like.ours) return found(like.row, { code: 'same-content-found' });
	if (like === undefined) return null;
	const number = like.row.number ?? like.row.id;
	return { kind: 'undecided', why: { code: 'alike-there', args: { number } } };
}

/** An absence counts only if the list was complete, and unchanged on a second read. */
async function probeAbsence(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
	before: Baseline | null,
	first: ListRead,
): Promise<ProbeResult> {
	const isEarly = context.msUntilListed() > 0;
	const second = await readWindow(context, rule);
	if (!second.ok) return { kind: 'unanswered', failure: second.failure };
	const again = lookThrough(context, rule, second.rows, before);
	const same =
		first.complete &&
		second.complete &&
		first.rows.length === second.rows.length &&
		first.rows.every((row, index) => row.id === second.rows[index]?.id);
	if (!same || again.marked.length + again.alike.length > 0) {
		return notUsable(reasonOf(first, second));
	}
	if (isEarly) {
		const waitUntil = context.now() + context.msUntilListed();
		return notUsable('The list may not show the newest documents yet.', waitUntil);
	}
	// It was sent under other names, so it may only seem to be missing.
	if (context.writtenOtherwise) return { kind: 'undecided', why: { code: 'settings-changed' } };
	return {
		kind: 'absent',
		why: { code: 'none-is-ours', args: { count: first.rows.length } },
	};
}

const found = (row: Listed, why: Why): ProbeResult => ({
	kind: 'found',
	serverId: row.id,
	number: row.number ?? '',
	why,
});

const severalFit = (count: number): ProbeResult => ({
	kind: 'undecided',
	why: { code: 'several-fit', args: { count } },
});

interface Candidates {
	/** Documents with our reference. */
	readonly marked: readonly Listed[];
	/** New documents with our content that no other entry is known to have made. */
	readonly alike: readonly (Compared & { row: Listed })[];
}

function lookThrough(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
	rows: readonly Listed[],
	before: Baseline | null,
): Candidates {
	const known = new Set(before?.kind === 'documents' ? before.ids : []);
	const compared = compare(context, rule, rows);
	// If a person sends a draft despite another PC's document, that document is not ours.
	const isOther = (id: string) => context.elsewhere() === 'ordered' && known.has(id);
	return {
		marked: compared.flatMap(({ row, marked }) => (marked && !isOther(row.id) ? [row] : [])),
		alike: compared.filter(
			({ row, marked, like, otherReference }) =>
				!marked &&
				like !== 'other' &&
				!known.has(row.id) &&
				!context.isOfAnotherEntry(row.id) &&
				(otherReference === null || !context.isReferenceHere(otherReference)),
		),
	};
}

function compare(
	{ input, reference, referenceField: field, location, shownAs: { scale } }: ProbeContext,
	rule: RuleOf<'reference'>,
	rows: readonly Listed[],
	stepMs?: number,
): (Compared & { row: Listed })[] {
	const sent = { ...viewOf(input.body ?? {}, rule, field), reference };
	const views = rows.map((row) => ({ row, ...viewOf(row, rule, field) }));
	const asListed = grainOf(
		views.map(({ content }) => content),
		location,
		scale,
	);
	const grain = stepMs === undefined ? asListed : { ...asListed, stepMs };
	return views.map((view) => ({ row: view.row, ...compareShown(sent, view, grain, location) }));
}

/** A list that does not tell whether a document is there. */
const notUsable = (said: string, waitUntil: number | null = null) => ({
	kind: 'unanswered' as const,
	failure: { ok: false, kind: 'unreadable', status: null, said, waitUntil } satisfies ReadFailure,
});

const whyIncomplete: Readonly<Record<Incomplete['code'], string>> = {
	'not-proved': 'The service does not show whether the list has more rows.',
	'fewer-than-told': 'The service has more rows of the list than it sent.',
	repeats: 'The next page of the list had the same rows again.',
	changed: 'The list changed while it was read.',
	'other-address': 'The next page of the list is not at this service.',
	endless: 'The list has no end.',
	'rows-unreadable': 'Some rows of the list cannot be read.',
	'broke-off': 'The service stopped answering before the list was complete.',
};

/** If both lists are complete, they differ. */
function reasonOf(
	...lists: readonly { complete: boolean; incomplete: Incomplete | null }[]
): string {
	const list = lists.find(({ complete }) => !complete);
	return whyIncomplete[list === undefined ? 'changed' : (list.incomplete?.code ?? 'not-proved')];
}

interface ListRead {
	readonly ok: true;
	readonly rows: readonly Listed[];
	readonly complete: boolean;
	readonly incomplete: Incomplete | null;
}

async function readWindow(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
): Promise<ListRead | { ok: false; failure: ReadFailure }> {
	const query = rule.window(context.input.body ?? {});
	const begunAt = context.now();
	const read = await context.api.readAllByName(rule.list, { query });
	if (!read.ok) return { ok: false, failure: read };
	const { complete, incomplete = null } = read.value;
	// A page may repeat rows of the page before it.
	const byId = new Map(
		z
			.array(listed)
			.parse(read.value.rows)
			.map((row) => [row.id, row]),
	);
	context.observe({
		find: (serverId) => byId.get(serverId) ?? null,
		complete,
		begunAt,
		readNo: read.readNo,
		locationId: query['locationId'] ?? null,
	});
	return { ok: true, rows: [...byId.values()], complete, incomplete };
}

/** A document that an earlier step or another PC may have made from this draft; null if there is none. */
function sentBefore(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
	rows: readonly Listed[],
): BeforeSending | null {
	const keeps = context.behaviour.keepsReferences === true;
	// Content counts only if the draft may have been sent before; if references are kept, only if another PC or another
	// reference field may have been used.
	const byContent =
		context.elsewhere() === 'maybe' ||
		(keeps ? context.wasSentOtherwise() : context.referenceWasSent());
	const mayBeOurs = ({ like, otherReference }: Compared) =>
		byContent && like !== 'other' && !(keeps && otherReference !== null);
	// Two PCs may submit the same draft at different times of one day.
	const fits = compare(context, rule, rows, wholeDay).filter(
		(each) =>
			!context.isOfAnotherEntry(each.row.id) && (namesOurs(context, each.row) || mayBeOurs(each)),
	);
	// A kept reference tells our document from a colleague's with the same content.
	const named = fits.filter(({ row }) => namesOurs(context, row));
	const [there, ...more] = keeps && named.length > 0 ? named : fits;
	if (there === undefined) return null;
	if (more.length > 0) return maybeThere({ code: 'several-fit', args: { count: more.length + 1 } });
	const { row, marked } = there;
	const number = row.number ?? row.id;
	if (named.length === 0) return maybeThere({ code: 'alike-there', args: { number } });
	if (!marked || !hasAllOf(context, row)) {
		return maybeThere({ code: 'sent-as-other', args: { number } });
	}
	const why = { code: 'reference-found', args: { reference: context.reference } } as const;
	return { kind: 'done', serverId: row.id, number: row.number ?? '', why };
}

/** Whether any text has our reference: when it was sent, the profile may have named another field. */
const namesOurs = ({ reference }: ProbeContext, row: Payload): boolean =>
	Object.values(row).some((text) => typeof text === 'string' && referenceIn(text) === reference);

function hasAllOf({ operation, input, onItsDay, shownAs }: ProbeContext, row: Payload): boolean {
	const body = input.body ?? {};
	if (!(operation.body instanceof z.ZodObject)) return true;
	const told = Object.keys(body).filter((name) => name in row || name !== 'items');
	const of = (record: Payload) => Object.fromEntries(told.map((name) => [name, record[name]]));
	return holds(operation.body, onItsDay(of(row)), onItsDay(of(body)), shownAs);
}
