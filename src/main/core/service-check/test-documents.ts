// With permission to write, creates a marked test document of each kind, to learn about references, lists, texts,
// instants, quantities, updates and repeated submits. No stock should move; the first draft that does ends the
// trials.
import { z } from 'zod';
import type { WritePermission } from '../../../shared/bridge/service-check.ts';
import { referenceIn, shortReference, withReference } from '../../../shared/domain/reference.ts';
import { lengthOf } from '../../../shared/domain/shown-text.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { currentStockRecord } from '../../../shared/service/inventory-item.ts';
import { grainOf, likeness, type DocumentContent } from '../../../shared/service/likeness.ts';
import { inLetterCase } from '../../../shared/service/letter-case.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import { documentKinds, phaseOf, type DocumentKind } from '../../../shared/service/profile.ts';
import type { WriteVerdict } from '../api/verdict.ts';
import type { Clock } from '../ports.ts';
import type { Findings } from './findings.ts';
import { operationOf } from './forms.ts';
import { pause, type Patience, type PatientApi } from './patience.ts';
import type { RawService } from './raw.ts';
import type { Known } from './reading.ts';
import { putAway } from './test-ending.ts';
import { tryChanges } from './test-changes.ts';
import { testBody, testItem } from './test-body.ts';
import { isTaken, learnEmpty } from './taken.ts';
import { judgeInstant, tellingInstant, zoneOfNow } from './test-instants.ts';

/** Submitting these moves no stock and orders nothing, even if it approves them at once. */
const submittable: readonly DocumentKind[] = ['transferOut', 'transferIn', 'purchaseRequest'];

/** ms between looks for our document; after their sum it counts as not shown. */
const lookPauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

const listed = z.looseObject({
	id: z.string(),
	number: z.string().optional(),
	status: z.string().optional(),
	date: z.string().optional(),
	returnDate: z.string().optional(),
	createdDate: z.string().optional(),
});
export type Listed = z.output<typeof listed>;

const isAlike = (sent: DocumentContent, shown: DocumentContent): boolean => {
	const clock = { timeZone: 'UTC', dayStartHour: 0 };
	return likeness(sent, shown, grainOf([shown], clock), clock) !== 'other';
};

export interface Trying {
	api: PatientApi;
	service: RawService;
	findings: Findings;
	clock: Clock;
	patience: Patience;
	newId: () => string;
	permission: WritePermission;
	known: Known;
	timeZone: string;
	/** Whether the service's instants name a zone; null if none was seen. */
	zoned: boolean | null;
}

export interface TestDocument {
	readonly kind: DocumentKind;
	readonly id: string | null;
	readonly row: Listed | undefined;
	readonly body: Payload;
	readonly reference: string;
	readonly field: string | null;
	readonly sentAt: number;
}

export async function tryDocuments(trying: Trying): Promise<void> {
	const known = new Map(trying.known);
	if (trying.permission.documents.includes('production')) {
		const read = await trying.api.all('prepItem.list');
		if (read.ok) known.set('prepItem.list', z.array(listed).parse(read.value.rows));
	}
	const [first] = trying.permission.documents;
	// An empty document, which every service refuses, for the form of the refusal.
	if (first !== undefined) await trying.service.write(operationOf(`${first}.create`), { body: {} });
	const delays: (number | null)[] = [];
	for (const kind of trying.permission.documents) {
		const sentAt = tellingInstant(trying.clock.now());
		const date = new Date(sentAt).toISOString();
		const body = testBody(kind, { ...trying, known, date, quantity: '1' });
		if (body === null) {
			for (const question of ['reference', 'ownWrites', 'repeat', 'draftStock'] as const) {
				trying.findings.ask(question, { document: kind }).open('nothingToTryWith');
			}
			continue;
		}
		const { moved, delayMs } = await tryDocument(trying, kind, body, sentAt);
		if (delayMs !== undefined) delays.push(delayMs);
		learnDelay(trying, delays);
		if (moved) return;
	}
	shareFields(trying);
}

async function tryDocument(
	trying: Trying,
	kind: DocumentKind,
	body: Payload,
	sentAt: number,
): Promise<{ moved: boolean; delayMs?: number | null }> {
	const { findings, clock } = trying;
	const reference = shortReference(trying.newId());
	const asking = findings.ask('ownWrites', { document: kind });
	const look = lookerFor(trying, kind, body);
	const before = new Set((await look())?.map(({ id }) => id));
	const stockBefore = await stockOf(trying);
	const { made, sent } = await create(trying, kind, body, reference, look);
	if (made.kind === 'rejected' || made.kind === 'unauthorized' || made.kind === 'not-sent') {
		const why = { said: made.said };
		const code = made.kind === 'not-sent' ? 'noAnswer' : 'notAllowed';
		asking.open(code, why);
		for (const question of ['reference', 'repeat', 'draftStock'] as const) {
			findings.ask(question, { document: kind }).open(code, why);
		}
		return { moved: false };
	}

	const { content } = replayOf(kind);
	// How instants are kept is unknown yet, so the document is recognised by everything else.
	const { date, returnDate } = sent;
	const isOurs = (row: Listed): boolean =>
		(made.kind === 'applied' && made.id !== null && row.id === made.id) ||
		markedField(row, reference) !== null ||
		(!before.has(row.id) && isAlike(content(sent), content({ ...row, date, returnDate })));
	const started = clock.monotonic();
	let row = (await look())?.find(isOurs);
	const atOnce = row !== undefined;
	for (const ms of lookPauses) {
		if (row !== undefined) break;
		await pause(clock, ms);
		row = (await look())?.find(isOurs);
	}
	const waited = Math.round(clock.monotonic() - started);
	if (row !== undefined && atOnce) asking.good('shownAtOnce');
	else {
		const values = { seconds: Math.ceil(waited / 1000) };
		asking.careful(row === undefined ? 'notShown' : 'shownAfter', values);
	}
	findings.flags.push({ flag: 'listsAreCurrent', document: kind, holds: atOnce, field: '' });
	const delayMs = row === undefined ? null : atOnce ? 0 : waited;

	const id = row?.id ?? (made.kind === 'applied' ? made.id : null);
	if (row !== undefined) learnEmpty(made, findings);
	const field = await readReference(trying, kind, { id, row, reference });
	if (row !== undefined) learnInstants(trying, row, sentAt);
	const moved = await readStock(trying, kind, stockBefore);
	if (row?.status !== undefined) learnState(trying, kind, 'draft', row.status);
	if (id === null) return { moved, delayMs };
	if (!moved) await tryChanges(trying, { kind, id, row, body, reference, field, sentAt });
	const submitted = moved ? false : await trySubmit(trying, kind, id, row?.status);
	await putAway(trying, kind, id, row?.number ?? id, submitted);
	return { moved, delayMs };
}

/** A late list may be even later for another document. */
const mayBeLater = 2;

/** @param delays ms until each kind's list showed the test document; null if it never did */
function learnDelay({ findings }: Trying, delays: readonly (number | null)[]): void {
	const known = delays.filter((each) => each !== null);
	const most = Math.max(0, ...known);
	if (known.length < delays.length) {
		findings.learn('behaviour.listDelayMs', null);
		return;
	}
	if (most > 0) findings.learn('behaviour.listDelayMs', most * mayBeLater);
	if (known.length > 0) findings.found('listDelayMs', 'testDocument');
}

const replayOf = (kind: DocumentKind) => {
	const { replay } = operationOf(`${kind}.create`);
	if (replay?.proof !== 'reference') throw new Error(`${kind} is not created with a reference.`);
	return replay;
};

function lookerFor({ api }: Trying, kind: DocumentKind, body: Payload) {
	const { list, window } = replayOf(kind);
	return async (): Promise<Listed[] | null> => {
		const read = await api.all(list, { query: window(body) });
		return read.ok ? read.value.rows.flatMap((row) => listed.safeParse(row).data ?? []) : null;
	};
}

const textFields = ['notes', 'note', 'comment', 'comments', 'remarks', 'remark', 'memo', 'text'];

/** Creates it once, with the reference in every possible field, or only in the usual one if that is refused. */
async function create(
	trying: Trying,
	kind: DocumentKind,
	body: Payload,
	reference: string,
	look: () => Promise<Listed[] | null>,
): Promise<{ made: WriteVerdict; sent: Payload }> {
	const { api, findings, patience, clock } = trying;
	const { reference: fields, fieldCase } = findings.profile();
	const text = withReference('Stillroom service check', reference);
	const usual = fields[kind] ?? 'description';
	const others = textFields.map((name) => inLetterCase(name, fieldCase));
	const withText = (names: readonly string[]) => ({
		...body,
		...Object.fromEntries(names.map((name) => [name, text])),
	});
	for (const names of [[usual, ...others], [usual]]) {
		const sent = withText(names);
		for (let tries = 0; ; tries += 1) {
			const made = await api.once(`${kind}.create`, { body: sent });
			const isRefused = made.kind === 'rejected' && names.length > 1;
			if (isRefused) break;
			const waits = made.kind === 'not-sent' || made.kind === 'unknown';
			if (!waits || made.code !== 'wait') return { made, sent };
			const ms = made.waitUntil === null ? null : made.waitUntil - clock.now();
			// A service that asks to wait may have created it anyway.
			if (!(await patience(ms, tries))) return { made, sent };
			if ((await look())?.some((row) => markedField(row, reference) !== null) !== false) {
				return { made, sent };
			}
		}
	}
	throw new Error('A create always ends with a verdict.');
}

/** The field with our reference; null if there is none. */
function markedField(row: Listed, reference: string): string | null {
	const found = Object.entries(row).filter(
		([, value]) => typeof value === 'string' && referenceIn(value) === reference,
	);
	return (found.find(([name]) => name === 'description') ?? found[0])?.[0] ?? null;
}

async function readReference(
	{ api, findings }: Trying,
	kind: DocumentKind,
	made: { id: string | null; row: Listed | undefined; reference: string },
): Promise<string | null> {
	const asking = findings.ask('reference', { document: kind });
	const { id, row, reference } = made;
	const inList = row === undefined ? null : markedField(row, reference);
	const one = id === null ? null : await api.one(`${kind}.get`, { path: { id } });
	const record = one?.ok === true ? listed.safeParse(one.value).data : undefined;
	if (row === undefined && record === undefined) {
		asking.open('notFound');
		return null;
	}
	const field = inList ?? findings.profile().reference[kind] ?? 'description';
	const values = { field };
	const kept = row !== undefined && inList !== null ? { kept: lengthOf(String(row[inList])) } : {};
	const flag = { flag: 'keepsReferences', document: kind, holds: inList !== null, field } as const;
	findings.flags.push({ ...flag, ...kept });
	findings.found('reference', 'testDocument', kind);
	if (inList !== null) {
		findings.learn(`reference.${kind}`, field);
		asking.good('kept', values);
		return field;
	}
	findings.learn(`reference.${kind}`, null);
	// The outbox looks in the list, so a reference only in the document itself does not help.
	const inRecord = record !== undefined && markedField(record, reference) !== null;
	asking.careful(inRecord ? 'unlisted' : 'lost', values);
	return null;
}

export function learnInstants(trying: Trying, row: Listed, sentAt: number): void {
	const { findings, clock, timeZone, zoned } = trying;
	const shown = Date.parse(row.date ?? row.returnDate ?? '');
	if (Number.isNaN(shown) || findings.profile().instants.zone === 'location') return;
	const told = judgeInstant(shown, sentAt, zoned === true, timeZone);
	const created = Date.parse(row.createdDate ?? '');
	const zone =
		zoned === false && !Number.isNaN(created)
			? (zoneOfNow(created, clock.now(), timeZone) ?? told.zone)
			: told.zone;
	if (told.precision !== null) {
		findings.set('precision', told.precision, 'testDocument');
	}
	if (zone !== null) {
		findings.set('zone', zone, 'testDocument');
	}
}

export function learnState(
	{ findings }: Trying,
	kind: DocumentKind,
	phase: 'draft' | 'submitted' | 'rejected',
	word: string,
): void {
	findings.learnState(kind, phase, word);
	findings.found('states', 'testDocument', kind);
}

async function readStock(
	trying: Trying,
	kind: DocumentKind,
	before: string | null,
): Promise<boolean> {
	const asking = trying.findings.ask('draftStock', { document: kind });
	const after = await stockOf(trying);
	if (before === null || after === null) {
		asking.open('noAnswer', { said: 'inventoryItem.currentStock' });
		return false;
	}
	if (before === after) asking.good('stockStayed');
	else asking.careful('stockMoved');
	return before !== after;
}

async function trySubmit(
	trying: Trying,
	kind: DocumentKind,
	id: string,
	word: string | undefined,
): Promise<boolean> {
	const { api, findings, permission } = trying;
	const asking = findings.ask('repeat', { document: kind });
	const submit = findOperation(`${kind}.submit`);
	if (!permission.submit) asking.open('needsPermission');
	else if (!submittable.includes(kind) || submit === undefined) {
		asking.open('mayMoveStock');
	} else if (word === undefined || phaseOf(findings.profile(), kind, word) !== 'draft') {
		asking.open('nothingToTryWith');
	} else {
		const first = await api.again(submit.name, { path: { id } });
		if (!isTaken(first)) {
			asking.open('notAllowed', { said: first.said });
			return first.kind === 'unknown';
		}
		const shown = await stateOf(api, kind, id);
		if (shown !== null && shown !== word) {
			learnState(trying, kind, 'submitted', shown);
			learnEmpty(first, findings);
		}
		const again = await api.again(submit.name, { path: { id } });
		if (isTaken(again) || again.kind === 'rejected') {
			const holds = again.kind === 'rejected';
			findings.flags.push({ flag: 'refusesRepeatedTransition', document: kind, holds, field: '' });
			const more = { status: again.status };
			if (holds) asking.good('repeatRefused', more);
			else asking.careful('repeatTaken', more);
		} else asking.open('noAnswer', { said: again.said });
		return true;
	}
	return false;
}

export async function stateOf(
	api: PatientApi,
	kind: DocumentKind,
	id: string,
): Promise<string | null> {
	const read = await api.one(`${kind}.get`, { path: { id } });
	return read.ok ? (listed.safeParse(read.value).data?.status ?? null) : null;
}

/** Stock of the test item at the location, by area; null if unreadable. */
async function stockOf({ api, permission, known }: Trying): Promise<string | null> {
	const item = testItem(known);
	const read = await api.all('inventoryItem.currentStock', {
		query: { locationId: permission.locationId },
	});
	if (!read.ok || item === null) return null;
	return z
		.array(currentStockRecord)
		.parse(read.value.rows)
		.filter(
			({ itemId, locationId }) => itemId === item.itemId && locationId === permission.locationId,
		)
		.map(({ storageAreaId, quantity }) => `${storageAreaId} ${quantity}`)
		.sort()
		.join('\n');
}

/** If all tried kinds keep text in the same field or length, applies that to the other kinds. */
function shareFields({ findings, permission }: Trying): void {
	const { reference, textLimits } = findings.profile();
	const tried = permission.documents.filter(
		(kind) => findings.sourceOf('reference', kind) !== null,
	);
	const fields = new Set(tried.map((kind) => reference[kind]));
	const limits = new Set(tried.map((kind) => textLimits[kind]));
	const [field] = fields;
	const [limit] = limits;
	for (const kind of documentKinds.filter((each) => !tried.includes(each))) {
		if (fields.size === 1 && field !== undefined) findings.learn(`reference.${kind}`, field);
		if (limits.size === 1 && limit !== undefined) findings.learn(`textLimits.${kind}`, limit);
	}
}
