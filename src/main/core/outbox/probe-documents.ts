// Asking the service whether a new document was made: by our reference in its text, and by its content.
import { z } from 'zod';
import type { Incomplete } from '../../../shared/bridge/app.ts';
import { grainOf, wholeDay } from '../../../shared/service/likeness.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { ReadFailure } from '../api/verdict.ts';
import { compareShown, viewOf, type Compared } from './document-view.ts';
import { holds } from './edits.ts';
import { maybeThere, onFailure, stillUndecided } from './not-sent.ts';
import type {
	BeforeSending,
	Earlier,
	Evidence,
	ProbeContext,
	ProbeResult,
	RuleOf,
} from './probe.ts';

const listed = z.looseObject({ id: z.string(), number: z.string().optional() });
type Listed = z.output<typeof listed>;

/** What stands before a new document is sent. */
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
		return { kind: 'send', evidence: before };
	}
	const mayBeThere = elsewhere === 'maybe' || context.wasSentAs() || tries.made > 0;
	// Where the service keeps our reference, that is proof enough and nothing needs to be read before a first try.
	if (context.behaviour.keepsReferences === true && elsewhere === 'no' && !mayBeThere) {
		return { kind: 'send', evidence: null };
	}
	const list = await readWindow(context, rule);
	if (!list.ok) return onFailure(list.failure);
	if (mayBeThere && elsewhere !== 'ordered') {
		if (!list.complete) return notUsable(reasonOf(list));
		const there = sentBefore(context, rule, list.rows);
		if (there !== null) return there;
	}
	return { kind: 'send', evidence: { kind: 'documents', ids: list.rows.map((row) => row.id) } };
}

/**
 * A document that carries our reference is ours. Of the others, a new one of the same content is taken for ours only where
 * references are not relied upon; and whosever it is, with such a document there nothing is absent.
 */
export async function probeDocuments(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
	before: Evidence | null,
): Promise<ProbeResult> {
	const first = await readWindow(context, rule);
	if (!first.ok) return { kind: 'unanswered', failure: first.failure };
	const { marked, alike } = lookThrough(context, rule, first.rows, before);
	const [hit, ...more] = marked;
	if (hit && more.length === 0) {
		// What was sent before under the same reference may have come late, with what was entered then.
		const mayBeOther = context.wasSentAs() || context.elsewhere() !== 'no';
		if (mayBeOther && !hasAllOf(context, hit)) {
			const args = { number: hit.number ?? hit.id };
			return { kind: 'undecided', why: { code: 'sent-as-other', args } };
		}
		return found(hit, { code: 'reference-found', args: { reference: context.reference } });
	}
	if (hit) return severalFit(marked.length);
	const byContent = context.behaviour.keepsReferences !== true;
	const [like, ...others] = alike;
	// What has its time of day cannot have been there before it was sent.
	const isNew = before?.kind === 'documents' || (others.length === 0 && like?.like === 'same');
	if (byContent && !isNew) return { kind: 'undecided', why: { code: 'documents-not-recorded' } };
	if (like && others.length > 0) return severalFit(alike.length);
	if (like && byContent && like.ours) return found(like.row, { code: 'same-content-found' });
	if (like) {
		const number = like.row.number ?? like.row.id;
		return { kind: 'undecided', why: { code: 'alike-there', args: { number } } };
	}
	// An absence counts only when the list was whole, and the same when it is read again.
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
	// A list that was seen to come late may do so again.
	if (isEarly) {
		const waitUntil = context.now() + context.msUntilListed();
		return notUsable('The list may not show the newest documents yet.', waitUntil);
	}
	// What is not there by the names that hold today may be there by those with which it was sent.
	if (context.writtenOtherwise) return { kind: 'undecided', why: { code: 'settings-changed' } };
	return {
		kind: 'absent',
		why: { code: 'none-is-ours', args: { count: first.rows.length } },
	};
}

const found = (row: Listed, why: Extract<ProbeResult, { kind: 'found' }>['why']): ProbeResult => ({
	kind: 'found',
	serverId: row.id,
	number: row.number ?? '',
	why,
});

const severalFit = (count: number): ProbeResult => ({
	kind: 'undecided',
	why: { code: 'several-fit', args: { count } },
});

/** Those that carry our reference, and new ones of the same content that are not known to be another entry's. */
function lookThrough(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
	rows: readonly Listed[],
	before: Evidence | null,
): { marked: Listed[]; alike: (Compared & { row: Listed })[] } {
	const known = new Set(before?.kind === 'documents' ? before.ids : []);
	const compared = compare(context, rule, rows);
	// Of a draft that goes although another PC sent it, that one's document is none of ours.
	const isOther = (id: string) => context.elsewhere() === 'ordered' && known.has(id);
	return {
		marked: compared.flatMap(({ row, marked }) => (marked && !isOther(row.id) ? [row] : [])),
		alike: compared.filter(
			({ row, marked, like, otherReference }) =>
				!marked &&
				like !== 'other' &&
				!known.has(row.id) &&
				!context.isAnothers(row.id) &&
				(otherReference === null || !context.isReferenceHere(otherReference)),
		),
	};
}

/** @param stepMs how precisely instants are compared, where it is not as the list shows them. */
function compare(
	{ input, reference, referenceField: field, place, shownAs: { scale } }: ProbeContext,
	rule: RuleOf<'reference'>,
	rows: readonly Listed[],
	stepMs?: number,
): (Compared & { row: Listed })[] {
	const sent = { ...viewOf(input.body ?? {}, rule, field), reference };
	const views = rows.map((row) => ({ row, ...viewOf(row, rule, field) }));
	const asListed = grainOf(
		views.map(({ content }) => content),
		place,
		scale,
	);
	const grain = stepMs === undefined ? asListed : { ...asListed, stepMs };
	return views.map((view) => ({ row: view.row, ...compareShown(sent, view, grain, place) }));
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
	'rows-set-aside': 'Some rows of the list cannot be read.',
	'broke-off': 'The service stopped answering before the list was complete.',
};

/** Lists that are complete were not the same twice. */
function reasonOf(
	...lists: readonly { complete: boolean; incomplete: Incomplete | null }[]
): string {
	const list = lists.find(({ complete }) => !complete);
	return whyIncomplete[list === undefined ? 'changed' : (list.incomplete?.code ?? 'not-proved')];
}

async function readWindow(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
): Promise<
	| { ok: true; rows: Listed[]; complete: boolean; incomplete: Incomplete | null }
	| { ok: false; failure: ReadFailure }
> {
	const query = rule.window(context.input.body ?? {});
	const begunAt = context.now();
	const read = await context.api.readAllByName(rule.list, { query });
	if (!read.ok) return { ok: false, failure: read };
	const { complete, incomplete = null } = read.value;
	// A page may show again what the page before it had.
	const byId = new Map(
		z
			.array(listed)
			.parse(read.value.rows)
			.map((row) => [row.id, row]),
	);
	context.observe({
		find: (serverId) => byId.get(serverId) ?? null,
		...{ complete, begunAt, readNo: read.readNo },
		locationId: query['locationId'] ?? null,
	});
	return { ok: true, rows: [...byId.values()], complete, incomplete };
}

/** What an earlier step or another PC may have made of the same draft; null where nothing there can be it. */
function sentBefore(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
	rows: readonly Listed[],
): BeforeSending | null {
	// What was surely not sent from here is known by its reference alone.
	const byContent =
		context.behaviour.keepsReferences !== true &&
		(context.elsewhere() === 'maybe' || context.wasSentAs());
	// What is submitted at two PCs goes with two instants of one day.
	const fits = compare(context, rule, rows, wholeDay).filter(
		({ row, marked, like }) =>
			!context.isAnothers(row.id) && (marked || (byContent && like !== 'other')),
	);
	const [there, ...more] = fits;
	if (there === undefined) return null;
	if (more.length > 0) return maybeThere({ code: 'several-fit', args: { count: fits.length } });
	const { row, marked } = there;
	const number = row.number ?? row.id;
	if (!marked) return maybeThere({ code: 'alike-there', args: { number } });
	if (!hasAllOf(context, row)) return maybeThere({ code: 'sent-as-other', args: { number } });
	const why = { code: 'reference-found', args: { reference: context.reference } } as const;
	return { kind: 'done', serverId: row.id, number: row.number ?? '', why };
}

/** Whether a document has everything that was entered, as far as the list shows it: it may leave the lines out. */
function hasAllOf({ operation, input, onItsDay, shownAs }: ProbeContext, row: Payload): boolean {
	const body = input.body ?? {};
	if (!(operation.body instanceof z.ZodObject)) return true;
	const told = Object.keys(body).filter((name) => name in row || name !== 'items');
	const of = (record: Payload) => Object.fromEntries(told.map((name) => [name, record[name]]));
	return holds(operation.body, onItsDay(of(row)), onItsDay(of(body)), shownAs);
}
