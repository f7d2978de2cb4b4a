// With leave to write: a marked test document of each kind, which shows whether our reference survives, whether lists show
// one's own writes, and whether a repeated submit is refused. Nothing here moves stock; what a draft does to stock is
// looked at, and the first one that moves any ends the trying.
import { z } from 'zod';
import type { LeaveToWrite } from '../../../shared/bridge/service-check.ts';
import { referenceIn, shortReference, withReference } from '../../../shared/domain/reference.ts';
import { lengthOf } from '../../../shared/domain/shown-text.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { currentStockRecord } from '../../../shared/service/inventory-item.ts';
import { grainOf, likeness, type DocumentContent } from '../../../shared/service/likeness.ts';
import type { Operation, Payload } from '../../../shared/service/operation.ts';
import { phaseOf, type DocumentKind } from '../../../shared/service/profile.ts';
import type { ServiceApi } from '../api/service-api.ts';
import type { WriteVerdict } from '../api/verdict.ts';
import type { Clock } from '../ports.ts';
import type { Findings } from './findings.ts';
import { pause } from './raw.ts';
import type { Known } from './reading.ts';

/** Submitting these moves no stock even where it approves them at once; of the others that is not sure. */
const submittable: readonly DocumentKind[] = ['transferOut', 'transferIn', 'purchaseRequest'];

/** Pauses between looks for one's own write, ms; it counts as not shown after their sum. */
const lookPauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

const listed = z.looseObject({
	id: z.string(),
	number: z.string().optional(),
	status: z.string().optional(),
});
type Listed = z.output<typeof listed>;

/** The test document stands for itself, so the list's own precision is not needed. */
const isAlike = (sent: DocumentContent, shown: DocumentContent): boolean => {
	const clock = { timeZone: 'UTC', dayStartHour: 0 };
	return likeness(sent, shown, grainOf([shown], clock), clock) !== 'other';
};

interface Trying {
	/** Through the profile as it is known when the call is made. */
	api: () => ServiceApi;
	findings: Findings;
	clock: Clock;
	newId: () => string;
	leave: LeaveToWrite;
	known: Known;
}

export async function tryDocuments(trying: Trying): Promise<void> {
	const known = new Map(trying.known);
	if (trying.leave.documents.includes('production')) {
		const read = await trying.api().readAllByName('prepItem.list', {});
		if (read.ok) known.set('prepItem.list', z.array(listed).parse(read.value.rows));
	}
	for (const kind of trying.leave.documents) {
		const body = bodyOf(kind, { ...trying, known });
		if (body === null) {
			for (const question of ['reference', 'ownWrites', 'repeat', 'draftStock'] as const) {
				trying.findings.ask(question).open('nothingToTryWith', { document: kind });
			}
			continue;
		}
		const { moved } = await tryDocument(trying, kind, body);
		if (moved) return;
	}
}

async function tryDocument(
	trying: Trying,
	kind: DocumentKind,
	plain: Payload,
): Promise<{ moved: boolean }> {
	const { api, findings, clock } = trying;
	const field = findings.profile().reference[kind] ?? 'description';
	const reference = shortReference(trying.newId());
	const text = `Stillroom service check ${new Date(clock.now()).toISOString()}`;
	const written = withReference(text, reference);
	const body = { ...plain, [field]: written };
	const create = operationOf(`${kind}.create`);
	const rule = create.replay?.proof === 'reference' ? create.replay : null;
	if (rule === null) throw new Error(`${kind} is not created with a reference.`);

	const asking = findings.ask('ownWrites');
	const look = async (): Promise<Listed[] | null> => {
		const read = await api().readAllByName(rule.list, { query: rule.window(body) });
		return read.ok ? z.array(listed).parse(read.value.rows) : null;
	};
	const before = new Set((await look())?.map(({ id }) => id));
	const stockBefore = await stockOf(trying);
	const made = await api().write(create.name, { body });
	if (made.kind === 'rejected' || made.kind === 'unauthorized' || made.kind === 'not-sent') {
		const why = { document: kind, values: { said: made.said } };
		const code = made.kind === 'not-sent' ? 'noAnswer' : 'notAllowed';
		asking.open(code, why);
		for (const question of ['reference', 'repeat', 'draftStock'] as const) {
			findings.ask(question).open(code, why);
		}
		return { moved: false };
	}

	const isOurs = (row: Listed): boolean =>
		(made.kind === 'applied' && made.id !== null && row.id === made.id) ||
		markOf(row, field) === reference ||
		(!before.has(row.id) && isAlike(rule.content(body), rule.content(row)));
	const started = clock.monotonic();
	let row = (await look())?.find(isOurs);
	const atOnce = row !== undefined;
	for (const ms of lookPauses) {
		if (row !== undefined) break;
		await pause(clock, ms);
		row = (await look())?.find(isOurs);
	}
	const waited = Math.round(clock.monotonic() - started);
	if (row !== undefined && atOnce) asking.good('shownAtOnce', { document: kind });
	else {
		const values = { seconds: Math.ceil(waited / 1000) };
		asking.careful(row === undefined ? 'notShown' : 'shownAfter', { document: kind, values });
	}
	findings.flags.push({ flag: 'listsAreCurrent', document: kind, holds: atOnce, field: '' });

	const id = row?.id ?? (made.kind === 'applied' ? made.id : null);
	await readReference(trying, kind, { id, row, field, reference, text: written });
	const moved = await readStock(trying, kind, stockBefore);
	if (row?.status !== undefined) findings.learnState(kind, 'draft', row.status);
	const submitted = moved ? false : await trySubmit(trying, kind, id, row?.status);
	if (id !== null) await putAway(trying, kind, id, row?.number ?? id, submitted);
	return { moved };
}

async function readReference(
	{ api, findings }: Trying,
	kind: DocumentKind,
	made: {
		id: string | null;
		row: Listed | undefined;
		field: string;
		reference: string;
		/** As it was sent. */
		text: string;
	},
): Promise<void> {
	const asking = findings.ask('reference');
	const { id, row, field, reference } = made;
	const inList = row !== undefined && markOf(row, field) === reference;
	const one = id === null ? null : await api().readByName(`${kind}.get`, { path: { id } });
	const record = one?.ok === true ? listed.safeParse(one.value).data : undefined;
	if (row === undefined && record === undefined) {
		asking.open('notFound', { document: kind });
		return;
	}
	const values = { field };
	const kept = inList ? { kept: lengthOf(made.text) } : {};
	findings.flags.push({ flag: 'keepsReferences', document: kind, holds: inList, field, ...kept });
	if (inList) {
		findings.learn(['reference', kind], field);
		asking.good('kept', { document: kind, values });
		return;
	}
	findings.learn(['reference', kind], null);
	// The outbox looks for it in the list: what only the document itself shows does not help it.
	const inRecord = record !== undefined && markOf(record, field) === reference;
	asking.careful(inRecord ? 'unlisted' : 'lost', { document: kind, values });
}

async function readStock(
	trying: Trying,
	kind: DocumentKind,
	before: string | null,
): Promise<boolean> {
	const asking = trying.findings.ask('draftStock');
	const after = await stockOf(trying);
	if (before === null || after === null) {
		asking.open('noAnswer', { document: kind, values: { said: 'inventoryItem.currentStock' } });
		return false;
	}
	if (before === after) asking.good('stockStayed', { document: kind });
	else asking.careful('stockMoved', { document: kind });
	return before !== after;
}

/** What has no body, or was taken in for later, tells of no failure either. */
const isTaken = (
	verdict: WriteVerdict,
): verdict is WriteVerdict & { kind: 'applied' | 'unknown'; status: number } =>
	verdict.kind === 'applied' ||
	(verdict.kind === 'unknown' && (verdict.code === 'empty' || verdict.code === 'accepted'));

/** @returns whether it was submitted. */
async function trySubmit(
	{ api, findings, leave }: Trying,
	kind: DocumentKind,
	id: string | null,
	word: string | undefined,
): Promise<boolean> {
	const asking = findings.ask('repeat');
	const submit = findOperation(`${kind}.submit`);
	if (!leave.submit) asking.open('needsLeave', { document: kind });
	else if (!submittable.includes(kind) || submit === undefined) {
		asking.open('mayMoveStock', { document: kind });
	} else if (
		id === null ||
		word === undefined ||
		phaseOf(findings.profile(), kind, word) !== 'draft'
	) {
		asking.open('nothingToTryWith', { document: kind });
	} else {
		const first = await api().write(submit.name, { path: { id } });
		if (!isTaken(first)) {
			asking.open('notAllowed', { document: kind, values: { said: first.said } });
			return first.kind === 'unknown';
		}
		const shown = await stateOf(api(), kind, id);
		if (shown !== null && shown !== word) {
			findings.learnState(kind, 'submitted', shown);
			if (first.kind === 'unknown' && first.code === 'empty')
				findings.learn(['behaviour', 'emptyAnswersMeanDone'], true);
		}
		const again = await api().write(submit.name, { path: { id } });
		if (isTaken(again) || again.kind === 'rejected') {
			const holds = again.kind === 'rejected';
			findings.flags.push({ flag: 'refusesRepeatedTransition', document: kind, holds, field: '' });
			const more = { document: kind, values: { status: again.status } };
			if (holds) asking.good('repeatRefused', more);
			else asking.careful('repeatTaken', more);
		} else asking.open('noAnswer', { document: kind, values: { said: again.said } });
		return true;
	}
	return false;
}

/** Has the document rejected, so that nobody works on with it; where the service does not, it stays as it is. */
async function putAway(
	{ api, findings }: Trying,
	kind: DocumentKind,
	id: string,
	number: string,
	submitted: boolean,
): Promise<void> {
	const asking = findings.ask('leftBehind');
	const reject = operationOf(`${kind}.reject`);
	const before = await stateOf(api(), kind, id);
	const rejected = await api().write(reject.name, {
		path: { id },
		...(reject.body === undefined ? {} : { body: { reason: 'Stillroom service check' } }),
	});
	const after = await stateOf(api(), kind, id);
	if (isTaken(rejected)) {
		if (submitted && after !== null && after !== before) {
			findings.learnState(kind, 'rejected', after);
		}
		asking.good('leftRejected', { document: kind, values: { number } });
	} else {
		const values = { number, word: after ?? before ?? '' };
		asking.careful('leftAsItIs', { document: kind, values });
	}
}

async function stateOf(api: ServiceApi, kind: DocumentKind, id: string): Promise<string | null> {
	const read = await api.readByName(`${kind}.get`, { path: { id } });
	return read.ok ? (listed.safeParse(read.value).data?.status ?? null) : null;
}

/** The stock of the item that the documents are made with, at the location, by area; null where it cannot be read. */
async function stockOf({ api, leave, known }: Trying): Promise<string | null> {
	const item = itemOf(known);
	const read = await api().readAllByName('inventoryItem.currentStock', {
		query: { locationId: leave.locationId },
	});
	if (!read.ok || item === null) return null;
	return z
		.array(currentStockRecord)
		.parse(read.value.rows)
		.filter(({ itemId, locationId }) => itemId === item.itemId && locationId === leave.locationId)
		.map(({ storageAreaId, quantity }) => `${storageAreaId} ${quantity}`)
		.sort()
		.join('\n');
}

const markOf = (row: Listed, field: string): string | null => {
	const text = row[field];
	return typeof text === 'string' ? referenceIn(text) : null;
};

/** The smallest document of its kind, of one line; null where the lists show nothing that it could be made of. */
function bodyOf(kind: DocumentKind, { clock, known, leave }: Trying): Payload | null {
	const item = itemOf(known);
	const { locationId, otherLocationId } = leave;
	const [supplier] = known.get('supplier.list') ?? [];
	const [reason] = known.get('wasteReason.list') ?? [];
	if (item === null) return null;
	const { itemId, uomId } = item;
	const quantity = '1';
	const head = { locationId, date: new Date(clock.now()).toISOString() };
	const between = (fromLocationId: string, toLocationId: string) => ({
		fromLocationId,
		toLocationId,
		date: head.date,
		items: [{ itemId, quantities: [{ uomId, quantity }] }],
	});
	switch (kind) {
		case 'wastage': {
			const why = reason === undefined ? {} : { wasteReasonId: reason.id };
			return { ...head, isDraft: true, items: [{ itemId, uomId, quantity, ...why }] };
		}
		case 'transferOut':
			return otherLocationId === null ? null : between(locationId, otherLocationId);
		case 'transferIn':
			return otherLocationId === null ? null : between(otherLocationId, locationId);
		case 'purchaseRequest':
			return { ...head, items: [{ itemId, uomId, quantity }] };
		case 'purchaseOrder':
			return supplier === undefined
				? null
				: {
						...head,
						supplierId: supplier.id,
						isDraft: true,
						items: [{ itemId, uomId, quantity, price: '1' }],
					};
		case 'returnOrder':
			return supplier === undefined
				? null
				: {
						locationId,
						returnDate: head.date,
						supplierId: supplier.id,
						isDraft: true,
						items: [{ itemId, uomId, returnQuantity: quantity }],
					};
		case 'production': {
			const made = withUnit(known.get('prepItem.list')?.[0]);
			return made === null ? null : { ...head, items: [{ ...made, quantity }] };
		}
	}
}

const countable = z.looseObject({ id: z.string(), baseUomId: z.number() });

function withUnit(record: unknown): { itemId: string; uomId: number } | null {
	const read = countable.safeParse(record);
	return read.success ? { itemId: read.data.id, uomId: read.data.baseUomId } : null;
}

const itemOf = (known: Known) => withUnit(known.get('inventoryItem.list')?.[0]);

const operationOf = (name: string): Operation => {
	const found = findOperation(name);
	if (found === undefined) throw new Error(`No operation is called ${name}.`);
	return found;
};
