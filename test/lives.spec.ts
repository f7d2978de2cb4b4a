// Every life cycle of waste and transfers, step by step, at both ends: online, and with each step taken offline and
// sent later. Both give the same service state, with every write exactly once. Two PCs on one practice service, no
// screens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '../src/shared/service/index.ts';
import type { Operation } from '../src/shared/service/operation.ts';
import type { TransferDocument, TransferLine } from '../src/shared/bridge/transfer.ts';
import type { WasteDocument, WasteLine } from '../src/shared/bridge/waste.ts';
import { transferFilter } from '../src/shared/bridge/transfer.ts';
import type { Phase } from '../src/shared/bridge/values.ts';
import { add } from '../src/shared/domain/decimal.ts';
import { operations } from '../src/shared/service/index.ts';
import type { TestPc } from './support/pc.ts';
import { intent, TwoEnds } from './support/two-ends.ts';

type Kind = 'wastage' | 'transferOut' | 'transferIn';

/** One end of a transfer: a PC at its location, which finds the document by its description. */
interface Desk {
	pc: TestPc;
	locationId: string;
	otherLocationId: string;
	description: string;
	/** As soon as the program shows it so. */
	waste(fits: (waste: WasteDocument) => boolean): Promise<WasteDocument>;
	transfer(
		kind: 'transferOut' | 'transferIn',
		fits: (transfer: TransferDocument) => boolean,
	): Promise<TransferDocument>;
}

interface Step {
	at: 'here' | 'there';
	takes(desk: Desk): Promise<unknown>;
	/** Its writes, in order. */
	makes: readonly OperationName[];
	/** The final states at the service. */
	then: Partial<Record<Kind, Phase>>;
}

interface Life {
	name: string;
	steps: readonly Step[];
}

let ends: TwoEnds;
let item: { itemId: string; unitId: string };
let reasonId: string;

beforeAll(async () => {
	ends = await TwoEnds.open();
	item = ends.items[0]!;
	const { here, there } = ends;
	for (const { pc } of [here, there]) await pc.call('settings.set', { approvalsWait: true });
	reasonId = (await here.pc.call('wasteReason.list', {})).reasons[0]!.reasonId;
});
afterAll(() => ends.close());

// The steps

const locale = 'en-GB';
const reason = 'Weighed again';

const oneLine = (typed: string) => ({
	lineId: 'a',
	itemId: item.itemId,
	note: '',
	boxes: [{ unitId: item.unitId, typed }],
});

const oneMore = ({ lineId, item: { itemId }, boxes, note }: WasteLine | TransferLine) => ({
	lineId,
	itemId,
	note,
	boxes: boxes.map(({ unitId, typed }) => ({ unitId, typed: add(typed, '1') })),
});

const logged: Step = {
	at: 'here',
	makes: ['wastage.create', 'wastage.submit'],
	then: { wastage: 'submitted' },
	async takes({ pc, locationId, description }) {
		const { documentId } = await pc.call('wastage.save', {
			documentId: null,
			revision: 0,
			locationId,
			description,
			locale,
			lines: [{ ...oneLine('2'), reasonId }],
		});
		await pc.call('wastage.submit', { documentId, ...intent() });
	},
};

const decided = (verb: 'approve' | 'reject', phase: Phase): Step => ({
	at: 'here',
	makes: [`wastage.${verb}`],
	then: { wastage: phase },
	async takes({ pc, waste }) {
		const { documentId, version } = await waste(({ can }) => can.includes(verb));
		await pc.call(`wastage.${verb}`, { documentId, version, reason, ...intent() });
	},
});

const locked = (lock: boolean, phase: Phase): Step => ({
	at: 'here',
	makes: ['wastage.lock'],
	then: { wastage: phase },
	async takes({ pc, waste }) {
		const { documentId, version } = await waste(
			(shown) => shown.can.includes('lock') && shown.locked !== lock,
		);
		await pc.call('wastage.lock', { documentId, version, locked: lock, ...intent() });
	},
});

const wasteChanged: Step = {
	at: 'here',
	makes: ['wastage.update', 'wastage.submit'],
	then: { wastage: 'submitted' },
	async takes({ pc, waste }) {
		const shown = await waste(({ edit }) => edit !== null);
		expect(shown.rejectedBecause).toBe(reason);
		const draft = await pc.call('wastage.edit', { documentId: shown.documentId });
		const { documentId, revision, locationId, description, lines } = draft;
		await pc.call('wastage.save', {
			documentId,
			revision,
			locationId,
			description,
			locale,
			lines: lines.map((line) => ({
				...oneMore(line),
				reasonId: line.reasonId,
				label: line.label,
			})),
		});
		await pc.call('wastage.submit', { documentId, ...intent() });
	},
};

/** A transfer written and sent: by the sender, or as the receiver's request. */
const written = (kind: 'transferOut' | 'transferIn'): Step => ({
	at: kind === 'transferOut' ? 'here' : 'there',
	makes: [`${kind}.create`, `${kind}.submit`],
	then: { [kind]: 'submitted' },
	async takes({ pc, locationId, otherLocationId, description }) {
		const { documentId } = await pc.call(`${kind}.save`, {
			documentId: null,
			revision: 0,
			locationId,
			otherLocationId,
			description,
			locale,
			lines: [oneLine('10')],
		});
		await pc.call(`${kind}.submit`, { documentId, ...intent() });
	},
});

const transferMoved = (
	kind: 'transferOut' | 'transferIn',
	verb: 'approve' | 'reject' | 'finalize',
	then: Step['then'],
): Step => ({
	at: kind === 'transferOut' ? 'here' : 'there',
	makes: [`${kind}.${verb}`],
	then,
	async takes({ pc, transfer }) {
		const { documentId, version } = await transfer(kind, ({ can }) => can.includes(verb));
		await pc.call(`${kind}.${verb}`, { documentId, version, reason, ...intent() });
	},
});

const transferChanged = (kind: 'transferOut' | 'transferIn', because: string): Step => ({
	at: kind === 'transferOut' ? 'here' : 'there',
	makes: [`${kind}.update`, `${kind}.submit`],
	then: { [kind]: 'submitted' },
	async takes({ pc, locationId, otherLocationId, transfer }) {
		const shown = await transfer(kind, ({ edit }) => edit !== null);
		expect(shown.rejectedBecause).toBe(because);
		const draft = await pc.call(`${kind}.edit`, { documentId: shown.documentId });
		const { documentId, revision, description, lines } = draft;
		await pc.call(`${kind}.save`, {
			documentId,
			revision,
			locationId,
			otherLocationId,
			description,
			locale,
			lines: lines.map(oneMore),
		});
		await pc.call(`${kind}.submit`, { documentId, ...intent() });
	},
});

/** Quantity received or sent off; null for everything due. */
const moved = (
	kind: 'transferOut' | 'transferIn',
	quantity: string | null,
	then: Step['then'],
): Step => ({
	at: kind === 'transferOut' ? 'here' : 'there',
	makes: [kind === 'transferOut' ? 'transferOut.fulfill' : 'transferIn.receive'],
	then,
	async takes({ pc, transfer }) {
		const { documentId, lines } = await transfer(kind, ({ receiving }) => receiving !== null);
		if (quantity === null) await pc.call(`${kind}.enterAllAsDue`, { documentId });
		for (const { lineId } of quantity === null ? [] : lines) {
			const at = { documentId, lineId };
			await pc.call(`${kind}.enter`, {
				...at,
				unitId: item.unitId,
				typed: quantity!,
				locale,
			});
			if (kind === 'transferIn') await pc.call('transferIn.explain', { ...at, reason });
		}
		const step = kind === 'transferOut' ? 'transferOut.fulfill' : 'transferIn.receive';
		await pc.call(step, { documentId, ...intent() });
	},
});

const approvedOut = transferMoved('transferOut', 'approve', { transferOut: 'approved' });
const finalizedOut = transferMoved('transferOut', 'finalize', { transferOut: 'finalized' });
const leavesWhole = moved('transferOut', null, {
	transferOut: 'fulfilled',
	transferIn: 'in-transit',
});

const lives: readonly Life[] = [
	{
		name: 'waste: logged, approved, locked and unlocked',
		steps: [
			logged,
			decided('approve', 'approved'),
			locked(true, 'approved'),
			locked(false, 'approved'),
		],
	},
	{
		name: 'waste: rejected, edited and sent again, approved',
		steps: [logged, decided('reject', 'rejected'), wasteChanged, decided('approve', 'approved')],
	},
	{
		name: 'transfer: approved, finalised, leaves and comes in two parts',
		steps: [
			written('transferOut'),
			approvedOut,
			finalizedOut,
			moved('transferOut', '4', { transferOut: 'in-transit', transferIn: 'in-transit' }),
			moved('transferIn', '3', { transferIn: 'partly-received' }),
			moved('transferOut', null, { transferOut: 'fulfilled', transferIn: 'partly-received' }),
			moved('transferIn', null, { transferIn: 'received' }),
		],
	},
	{
		name: 'transfer: rejected by its own end, edited and sent again',
		steps: [
			written('transferOut'),
			transferMoved('transferOut', 'reject', { transferOut: 'rejected' }),
			transferChanged('transferOut', reason),
			approvedOut,
		],
	},
	{
		name: 'transfer: turned away on arrival, edited by the sender and sent again, received over',
		steps: [
			written('transferOut'),
			approvedOut,
			finalizedOut,
			leavesWhole,
			transferMoved('transferIn', 'reject', { transferOut: 'rejected', transferIn: 'rejected' }),
			transferChanged('transferOut', reason),
			approvedOut,
			finalizedOut,
			{ ...leavesWhole, then: { transferOut: 'fulfilled' } },
			moved('transferIn', '12', { transferOut: 'fulfilled' }),
		],
	},
	{
		name: 'request: approved, finalised and received over',
		steps: [
			written('transferIn'),
			transferMoved('transferIn', 'approve', { transferIn: 'approved' }),
			transferMoved('transferIn', 'finalize', { transferIn: 'finalized' }),
			moved('transferIn', '11', { transferIn: 'received' }),
		],
	},
	{
		name: 'request: rejected, edited and sent again, approved',
		steps: [
			written('transferIn'),
			transferMoved('transferIn', 'reject', { transferIn: 'rejected' }),
			transferChanged('transferIn', reason),
			transferMoved('transferIn', 'approve', { transferIn: 'approved' }),
		],
	},
];

// Living

describe.each(['with the network there', 'with every step taken offline'] as const)('%s', (net) => {
	test.each(lives)('$name', async ({ steps }) => {
		const description = crypto.randomUUID();
		let before = steps[0]?.at;
		for (const [at, step] of steps.entries()) {
			const desk = deskOf(step.at, description);
			const { pc } = desk;
			if (before !== step.at) await ends.pull(pc);
			before = step.at;
			const done = (await ends.service.journal()).length;
			if (net === 'with the network there') {
				await step.takes(desk);
			} else {
				pc.unplug();
				await step.takes(desk);
				expect(await writesSince(done), 'nothing goes while the network is down').toEqual([]);
				expect((await pc.call('app.state', {})).outbox.waiting).toBe(1);
				pc.plugIn();
			}
			await pc.until(({ outbox }) => outbox.waiting === 0);
			expect((await pc.call('app.state', {})).outbox.needYou, `step ${at + 1}`).toBe(0);
			expect(await writesSince(done), `step ${at + 1}`).toEqual(step.makes);
			expect(await standing(description), `step ${at + 1}`).toMatchObject(step.then);
		}
	});
});

test('covers every write of these documents', () => {
	const all: readonly Operation[] = operations;
	const known = all
		.filter(({ name }) => /^(wastage|transferOut|transferIn)\./.test(name))
		.filter(({ replay }) => replay !== undefined && replay.offline !== 'never')
		.map(({ name }) => name);
	const lived = new Set<string>(lives.flatMap(({ steps }) => steps.flatMap(({ makes }) => makes)));
	expect([...lived].sort()).toEqual(known.sort());
});

function deskOf(at: Step['at'], description: string): Desk {
	const { pc, locationId } = ends[at];
	const asked = { locationId, from: 0, limit: 5 };
	return {
		pc,
		locationId,
		otherLocationId: ends[at === 'here' ? 'there' : 'here'].locationId,
		description,
		waste: (fits) =>
			ends.shown(async () => {
				const filter = { text: description };
				const { documents } = await pc.call('wastage.list', { ...asked, filter });
				const documentId = documents[0]?.documentId;
				return documentId === undefined ? null : pc.call('wastage.get', { documentId });
			}, fits),
		transfer: (kind, fits) =>
			ends.shown(async () => {
				const filter = transferFilter.parse({ text: description });
				const { documents } = await pc.call('transfer.list', { ...asked, filter });
				const ours = documents.filter((each) => each.kind === kind);
				// A rejected transfer sent again is a new document at the receiver.
				const found = ours.find(({ phase }) => phase !== 'rejected') ?? ours[0];
				return found === undefined ? null : pc.call('transfer.get', found);
			}, fits),
	};
}

const writesSince = async (done: number): Promise<OperationName[]> =>
	(await ends.service.journal())
		.slice(done)
		.filter(({ committed }) => committed)
		.map(({ operation }) => operation);

/** States of the newest documents of each kind with this description. */
async function standing(description: string): Promise<Partial<Record<Kind, string>>> {
	const snapshot = await ends.service.snapshot();
	const found: Partial<Record<Kind, string>> = {};
	for (const kind of ['wastage', 'transferOut', 'transferIn'] as const) {
		const ours = snapshot[kind].filter((each) => each.description?.includes(description));
		const last = ours.at(-1);
		if (last !== undefined) found[kind] = last.status;
	}
	return found;
}
