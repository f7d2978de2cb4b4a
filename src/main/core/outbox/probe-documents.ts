// Asking the service whether a new document was made: by our reference in its text, and by its content.
import { z } from 'zod';
import { referenceIn } from '../../../shared/domain/reference.ts';
import { documentKindOf } from '../../../shared/service/behaviour.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { ReadFailure } from '../api/verdict.ts';
import { holds } from './edits.ts';
import { maybeThere, onFailure } from './not-sent.ts';
import type { BeforeSending, Evidence, ProbeContext, ProbeResult, RuleOf } from './probe.ts';

const listed = z.looseObject({ id: z.string(), number: z.string().optional() });

/** What stands before a new document is sent. */
export async function lookForDocument(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
): Promise<BeforeSending> {
	// Where the service keeps our reference, that is proof enough and nothing needs to be read before.
	const elsewhere = context.elsewhere();
	if (context.behaviour.keepsReferences === true && elsewhere === 'no') {
		return { kind: 'send', evidence: null };
	}
	const list = await readWindow(context, rule);
	if (!list.ok) return onFailure(list.failure);
	if (elsewhere === 'maybe') {
		if (!list.complete) return { kind: 'unanswered', failure: notWhole };
		const there = sentElsewhere(context, rule, list.rows);
		if (there !== null) return there;
	}
	return { kind: 'send', evidence: { kind: 'documents', ids: list.rows.map((row) => row.id) } };
}

export async function probeDocuments(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
	before: Evidence | null,
): Promise<ProbeResult> {
	const first = await readWindow(context, rule);
	if (!first.ok) return { kind: 'unanswered', failure: first.failure };
	const known = new Set(before?.kind === 'documents' ? before.ids : []);
	const carries = markedIn(context);
	// Of a draft that goes although another PC sent it, that one's document is none of ours.
	const isOther = (id: string) => context.elsewhere() === 'ordered' && known.has(id);
	const marked = (row: z.output<typeof listed>) => carries(row) && !isOther(row.id);
	// Only where the reference is sure to be kept does a document without it count as another's.
	const byContent = context.behaviour.keepsReferences !== true;
	const isMarked = first.rows.some(marked);
	if (!isMarked && byContent && before?.kind !== 'documents') {
		return { kind: 'undecided', why: { code: 'documents-not-recorded' } };
	}
	const sent = rule.fingerprint(context.input.body ?? {});
	const isOurs = (row: z.output<typeof listed>) =>
		isMarked || !byContent
			? marked(row)
			: !known.has(row.id) && rule.fingerprint(row) === sent && !context.isAnothers(row.id);
	const [hit, ...more] = first.rows.filter(isOurs);
	if (hit && more.length === 0) {
		return {
			kind: 'found',
			serverId: hit.id,
			number: hit.number ?? '',
			why: isMarked
				? { code: 'reference-found', args: { reference: context.reference } }
				: { code: 'same-content-found' },
		};
	}
	if (hit)
		return { kind: 'undecided', why: { code: 'several-fit', args: { count: more.length + 1 } } };
	// An absence counts only when the list was whole, and the same when it is read again.
	const second = await readWindow(context, rule);
	if (!second.ok) return { kind: 'unanswered', failure: second.failure };
	const same =
		first.complete &&
		second.complete &&
		first.rows.length === second.rows.length &&
		first.rows.every((row, index) => row.id === second.rows[index]?.id);
	if (!same || second.rows.some((row) => marked(row) || isOurs(row))) {
		return { kind: 'unanswered', failure: notWhole };
	}
	return {
		kind: 'absent',
		why: { code: 'none-is-ours', args: { count: first.rows.length } },
	};
}

const notWhole: ReadFailure = {
	ok: false,
	kind: 'unreadable',
	status: null,
	said: 'The list changed while it was read.',
	waitUntil: null,
};

async function readWindow(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
): Promise<
	| { ok: true; rows: z.output<typeof listed>[]; complete: boolean }
	| { ok: false; failure: ReadFailure }
> {
	const read = await context.api.readAllByName(rule.list, {
		query: rule.window(context.input.body ?? {}),
	});
	if (!read.ok) return { ok: false, failure: read };
	return { ok: true, rows: z.array(listed).parse(read.value.rows), complete: read.value.complete };
}

/** Whether a document carries our reference. */
function markedIn(context: ProbeContext): (row: Payload) => boolean {
	const field = referenceField(context);
	return (row) => {
		const text = field === null ? undefined : row[field];
		return typeof text === 'string' && referenceIn(text) === context.reference;
	};
}

const referenceField = ({ operation, profile }: ProbeContext): string | null => {
	const kind = documentKindOf(operation);
	return kind === null ? null : profile.reference[kind];
};

/** What another PC may have made of the same draft; null where nothing there can be it. */
function sentElsewhere(
	context: ProbeContext,
	rule: RuleOf<'reference'>,
	rows: readonly z.output<typeof listed>[],
): BeforeSending | null {
	const body = context.input.body ?? {};
	const marked = markedIn(context);
	const byContent = context.behaviour.keepsReferences !== true;
	const content = (record: Payload) => rule.fingerprint(context.onItsDay(record));
	const wanted = content(body);
	const [there, ...more] = rows.filter(
		(row) => !context.isAnothers(row.id) && (marked(row) || (byContent && content(row) === wanted)),
	);
	if (there === undefined) return null;
	if (more.length > 0) return maybeThere({ code: 'several-fit', args: { count: more.length + 1 } });
	const number = there.number ?? there.id;
	if (!marked(there)) return maybeThere({ code: 'alike-there', args: { number } });
	if (!hasAllOf(context, there)) return maybeThere({ code: 'sent-as-other', args: { number } });
	const why = { code: 'reference-found', args: { reference: context.reference } } as const;
	return { kind: 'done', serverId: there.id, number: there.number ?? '', why };
}

/** Whether a document has everything that was entered, as far as the list shows it: it may leave the lines out. */
function hasAllOf({ operation, input, onItsDay }: ProbeContext, row: Payload): boolean {
	const body = input.body ?? {};
	if (!(operation.body instanceof z.ZodObject)) return true;
	const told = Object.keys(body).filter((name) => name in row || name !== 'items');
	const of = (record: Payload) => Object.fromEntries(told.map((name) => [name, record[name]]));
	return holds(operation.body, onItsDay(of(row)), onItsDay(of(body)));
}
