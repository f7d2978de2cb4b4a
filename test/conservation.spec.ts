// Transfers neither create nor lose stock: stock at two locations, in transit and wasted always adds up, whoever starts
// the transfer, and whether it is sent in part, received short or over, rejected or returned. Two PCs on one practice
// service, all through their outboxes.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TransferDocument, TransferLine } from '../src/shared/bridge/transfer.ts';
import { add, compare, isZero, subtract, sum } from '../src/shared/domain/decimal.ts';
import { wastageRecord } from '../src/shared/service/wastage.ts';
import type { TestPc } from './support/pc.ts';
import { whole } from './support/whole.ts';
import { intent, TwoEnds, type End } from './support/two-ends.ts';

const arrivals = ['whole', 'short', 'over', 'in-two', 'turned-away', 'back', 'waste'] as const;
const plan = fc.record({
	/** For both items: base units requested, and the part sent. */
	lines: fc.tuple(
		fc.record({ asked: fc.integer({ min: 10, max: 30 }), stays: fc.integer({ min: 0, max: 8 }) }),
		fc.record({ asked: fc.integer({ min: 10, max: 30 }), stays: fc.integer({ min: 0, max: 30 }) }),
	),
	/** The sending end. */
	from: fc.constantFrom('here', 'there'),
	/** Who starts it. Requested goods leave the sender on receipt. */
	begins: fc.constantFrom('sender', 'receiver'),
	/** Whether the rest is sent later. */
	restLeaves: fc.boolean(),
	/** The outcome. */
	arrives: fc.constantFrom(...arrivals),
});
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

let ends: TwoEnds;
let items: TwoEnds['items'];
/** The total before anything is sent, by item. */
let before: string[];
const endsOf = (from: 'here' | 'there'): { sender: End; receiver: End } =>
	from === 'here'
		? { sender: ends.here, receiver: ends.there }
		: { sender: ends.there, receiver: ends.here };

beforeAll(async () => {
	ends = await TwoEnds.open();
	items = ends.items.slice(0, 2);
	expect(items).toHaveLength(2);
	before = await all();
});
afterAll(() => ends.close());

/** The PC has sent everything. */
const drained = async (pc: TestPc): Promise<void> => {
	await pc.until(({ outbox }) => outbox.waiting === 0);
	expect((await pc.call('app.state', {})).outbox.needYou).toBe(0);
};

/** By item: stock of both ends plus waste. */
async function onShelves(): Promise<string[]> {
	const { stock, wastage } = await ends.service.snapshot();
	const thrownAway = wastage
		.map((each) => wastageRecord.parse(each))
		.filter(({ status }) => status === 'approved')
		.flatMap(({ items: lines = [] }) => lines);
	return items.map(({ itemId }) =>
		sum([
			...stock
				.filter((row) => row.itemId === itemId)
				.filter(({ locationId }) =>
					[ends.here, ends.there].some((end) => end.locationId === locationId),
				)
				.map(({ quantity }) => quantity),
			...thrownAway.filter((line) => line.itemId === itemId).map(({ quantity }) => quantity),
		]),
	);
}

/** By item: in transit according to the receivers' programs, minus surplus received. */
async function onTheWay(): Promise<string[]> {
	const lines: TransferLine[] = [];
	for (const { pc, locationId } of [ends.here, ends.there]) {
		const { documents } = await pc.call('transfer.list', { locationId });
		for (const { documentId, kind, phase, sentAt } of documents) {
			if (kind !== 'transferIn' || phase === 'rejected' || sentAt === null) continue;
			lines.push(...(await pc.call('transfer.get', { documentId })).lines);
		}
	}
	return items.map(({ itemId }) =>
		sum(
			lines
				.filter(({ item }) => item.itemId === itemId)
				.map(({ sent, received }) => subtract(sent ?? '0', received ?? '0')),
		),
	);
}

const all = async (): Promise<string[]> => {
	await ends.pull(ends.here.pc, ends.there.pc);
	const [shelves, way] = [await onShelves(), await onTheWay()];
	return shelves.map((quantity, at) => add(quantity, way[at] ?? '0'));
};

/** Moves a draft through every step until it can leave. @returns it ready to leave. */
async function approved(pc: TestPc, draftId: string): Promise<TransferDocument> {
	const { kind } = await pc.call('transfer.get', { documentId: draftId });
	await pc.call(`${kind}.submit`, { documentId: draftId, ...intent() });
	for (const verb of ['approve', 'finalize'] as const) {
		const { documentId, version } = await shown(pc, draftId, ({ can }) => can.includes(verb));
		await pc.call(`${kind}.${verb}`, { documentId, version, ...intent() });
	}
	return shown(
		pc,
		draftId,
		({ receiving, standing }) => receiving !== null && standing === 'service',
	);
}

/** Waits until the program shows the transfer so. */
const shown = (pc: TestPc, documentId: string, fits: (transfer: TransferDocument) => boolean) =>
	ends.shown(() => pc.call('transfer.get', { documentId }), fits);

const enter = (
	pc: TestPc,
	kind: 'transferIn' | 'transferOut',
	documentId: string,
	line: TransferLine,
	quantity: string,
) =>
	pc.call(`${kind}.enter`, {
		documentId,
		lineId: line.lineId,
		unitId: items.find(({ itemId }) => itemId === line.item.itemId)!.unitId,
		typed: quantity,
		locale: 'en-GB',
	});

/** Everything still due. */
async function restOf(pc: TestPc, kind: 'transferIn' | 'transferOut', documentId: string) {
	await pc.call(`${kind}.enterAllAsDue`, { documentId });
	const step = { transferIn: 'transferIn.receive', transferOut: 'transferOut.fulfill' } as const;
	await pc.call(step[kind], { documentId, ...intent() });
	await drained(pc);
}

/** @returns the draft, written at the starting end. */
async function write({ lines, from, begins }: Plan): Promise<string> {
	const { sender, receiver } = endsOf(from);
	const [own, other] = begins === 'sender' ? [sender, receiver] : [receiver, sender];
	const kind = begins === 'sender' ? 'transferOut' : 'transferIn';
	const { documentId } = await own.pc.call(`${kind}.save`, {
		documentId: null,
		revision: 0,
		locationId: own.locationId,
		otherLocationId: other.locationId,
		description: crypto.randomUUID(),
		lines: lines.map(({ asked }, at) => ({
			lineId: String(at),
			itemId: items[at]!.itemId,
			boxes: [{ unitId: items[at]!.unitId, typed: String(asked) }],
			note: '',
		})),
		locale: 'en-GB',
	});
	return documentId;
}

/** The sender's part. @returns the receiver's id of it. */
async function sendOff(plan: Plan): Promise<string> {
	const { pc } = endsOf(plan.from).sender;
	const { documentId, description, lines: due } = await approved(pc, await write(plan));
	let left = false;
	for (const [at, line] of due.entries()) {
		const { asked, stays } = plan.lines[at]!;
		await enter(pc, 'transferOut', documentId, line, String(Math.max(asked - stays, 0)));
		left ||= stays > 0;
	}
	await pc.call('transferOut.fulfill', { documentId, ...intent() });
	await drained(pc);
	if (left && plan.restLeaves) {
		await shown(pc, documentId, ({ receiving }) => receiving !== null);
		await restOf(pc, 'transferOut', documentId);
	}
	return description;
}

/** The receiver's request, until accepted or refused. */
async function askFor(plan: Plan): Promise<string> {
	const { pc } = endsOf(plan.from).receiver;
	const draftId = await write(plan);
	if (plan.arrives !== 'turned-away') return (await approved(pc, draftId)).description;
	await pc.call('transferIn.submit', { documentId: draftId, ...intent() });
	const asked = await shown(pc, draftId, ({ can }) => can.includes('reject'));
	await turnAway(pc, asked);
	return asked.description;
}

async function turnAway(
	pc: TestPc,
	{ kind, documentId, version }: TransferDocument,
): Promise<void> {
	await pc.call(`${kind}.reject`, { documentId, version, reason: 'Not ours', ...intent() });
	await drained(pc);
}

async function receive(description: string, { arrives, from, begins }: Plan): Promise<void> {
	if (arrives === 'turned-away' && begins === 'receiver') return;
	const { pc, locationId } = endsOf(from).receiver;
	const { documents } = await pc.call('transfer.list', { locationId });
	const arrived = await Promise.all(
		documents
			.filter(({ kind }) => kind === 'transferIn')
			.map(({ documentId }) => pc.call('transfer.get', { documentId })),
	);
	const arrival = arrived.find((each) => each.description === description);
	if (arrival === undefined) throw new Error('What left is not on its way.');
	if (arrives === 'turned-away') return turnAway(pc, arrival);
	const { documentId } = arrival;
	for (const line of arrival.lines) {
		const due = line.entry!.due;
		const settles = arrives === 'back' || arrives === 'waste';
		const over = compare(due, '10') >= 0 ? add(due, '1') : due;
		const quantity =
			arrives === 'whole'
				? due
				: arrives === 'over'
					? over
					: subtract(due, isZero(due) ? '0' : '1');
		await enter(pc, 'transferIn', documentId, line, quantity);
		if (compare(quantity, due) === 0) continue;
		const { lineId } = line;
		await pc.call('transferIn.explain', { documentId, lineId, reason: 'Damaged' });
		if (!settles) continue;
		const settlement = arrives === 'back' ? 'return' : 'waste';
		await pc.call('transferIn.settle', { documentId, lineId, settlement });
	}
	const received = await pc.call('transferIn.receive', { documentId, ...intent() });
	await drained(pc);
	if (arrives === 'in-two') {
		expect(await all(), 'when a part came').toEqual(before);
		await restOf(pc, 'transferIn', documentId);
	}
	const [drafted] = received.lines.flatMap(({ settled }) => settled);
	if (drafted?.how === 'return') {
		const back = await approved(pc, drafted.documentId!);
		await restOf(pc, 'transferOut', back.documentId);
	} else if (drafted?.how === 'waste') {
		await throwAway(pc, drafted.documentId!);
	}
}

async function throwAway(pc: TestPc, draftId: string): Promise<void> {
	const draft = await pc.call('wastage.get', { documentId: draftId });
	const [reason] = (await pc.call('wasteReason.list', {})).reasons;
	await pc.call('wastage.save', {
		...draft,
		lines: draft.lines.map(({ lineId, item, boxes, note }) => ({
			lineId,
			itemId: item.itemId,
			boxes,
			reasonId: reason!.reasonId,
			note,
		})),
		locale: 'en-GB',
	});
	await pc.call('wastage.submit', { documentId: draftId, ...intent() });
	await drained(pc);
	await ends.pull(pc);
	const { documentId, version } = await pc.call('wastage.get', { documentId: draftId });
	await pc.call('wastage.approve', { documentId, version, ...intent() });
	await drained(pc);
}

/** By day, three: the bookkeeper of transfers and the lives of documents have the others. */
const begun = [
	...(whole ? arrivals : (['in-two', 'waste'] as const)).map(
		(arrives) => ({ begins: 'sender', arrives }) as const,
	),
	...(whole ? (['short', 'over', 'in-two', 'turned-away'] as const) : (['short'] as const)).map(
		(arrives) => ({ begins: 'receiver', arrives }) as const,
	),
];

test('total stock at both ends, in transit and wasted stays the same, whatever happens to a transfer', async () => {
	await fc.assert(
		fc.asyncProperty(plan, async (transfer) => {
			const description = await (transfer.begins === 'sender' ? sendOff : askFor)(transfer);
			expect(await all(), 'when it left').toEqual(before);
			await receive(description, transfer);
			expect(await all(), 'when it came').toEqual(before);
		}),
		{
			numRuns: begun.length + (whole ? 60 : 0),
			// One of each, in both directions and started by either end.
			examples: begun.map(({ begins, arrives }, at): [Plan] => [
				{
					arrives,
					begins,
					restLeaves: at % 3 === 0,
					from: at % 2 === 0 ? 'here' : 'there',
					lines: [
						{ asked: 12, stays: 0 },
						{ asked: 20, stays: 5 },
					],
				},
			]),
		},
	);
}, 60_000);
