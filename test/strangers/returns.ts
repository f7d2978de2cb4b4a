// Goods that go back on a day at a stranger: a return is made, and of those that are there one is approved, one rejected
// and one locked.
import type { CallOutput } from '../../src/shared/bridge/contract.ts';
import { serverIdOf } from '../../src/main/core/document/document-id.ts';
import { operationNamed, type OperationName } from '../../src/shared/service/index.ts';
import type { TestPc } from '../support/pc.ts';
import { documentEntry, intent, locale, someText, type Entry, type Place } from './entries.ts';
import { createChance } from '../../src/practice/demo/random.ts';
import type { BarePractice } from './practice.ts';
import type { Stranger } from './stranger.ts';

type Receipt = CallOutput<'return.receipts'>['receipts'][number];

/** What can be done with returns, and the items that it moves. */
export interface Returning {
	readonly back: { readonly receipt: Receipt; readonly line: Receipt['lines'][number] } | null;
	readonly submitted: readonly string[];
	readonly approved: readonly string[];
	readonly itemIds: readonly string[];
}

/** The steps after which a return at each location waits for somebody. */
const begun: readonly (readonly OperationName[])[] = [
	['returnOrder.submit'],
	['returnOrder.submit'],
	['returnOrder.submit', 'returnOrder.approve'],
];

/** Others made returns of receipts that nothing went back of. */
export function addReturns({ records, ask }: BarePractice): void {
	const done = (name: OperationName, request: Partial<Parameters<typeof ask>[1]>) => {
		const answer = ask(operationNamed(name), { path: {}, query: {}, body: undefined, ...request });
		if (!answer.ok) throw new Error(`${name}: ${answer.detail}`);
		return answer.value;
	};
	const returned = new Set(records.all('returnOrder').map((each) => each.purchaseOrderReceivingId));
	for (const { id: locationId } of records.all('location')) {
		const receipts = records
			.all('purchaseReceiving')
			.filter((each) => each.locationId === locationId && !returned.has(each.id));
		for (const [at, steps] of begun.entries()) {
			const receipt = receipts[at];
			const line = receipt?.items.find(({ quantity }) => Number(quantity) > 1);
			if (receipt === undefined || line === undefined) continue;
			const { supplierId, purchaseOrderId, id: purchaseOrderReceivingId, date } = receipt;
			const head = { locationId, supplierId, purchaseOrderId, purchaseOrderReceivingId };
			const item = {
				itemId: line.itemId,
				uomId: line.uomId,
				returnQuantity: '1',
				purchaseOrderItemId: line.purchaseOrderItemId,
				purchaseOrderReceivingItemId: line.id,
			};
			done('returnOrder.create', { body: { ...head, returnDate: date, items: [item] } });
			const id = records.all('returnOrder').at(-1)?.id ?? '';
			for (const step of steps) done(step, { path: { id } });
		}
	}
}

export async function returning(pc: TestPc, locationId: string): Promise<Returning> {
	const { receipts } = await pc.call('return.receipts', { locationId });
	const found = receipts.flatMap((receipt) =>
		receipt.lines
			.filter((line) => unitOf(line) !== undefined && Number(line.left) >= sizeOf(line))
			.map((line) => ({ receipt, line })),
	);
	const inState = async (state: 'submitted' | 'approved') => {
		const { documents } = await pc.call('returnOrder.list', { locationId, filter: { state } });
		return documents
			.filter(({ standing }) => standing === 'service')
			.map(({ documentId }) => documentId);
	};
	const [submitted, approved] = [await inState('submitted'), await inState('approved')];
	const [back = null] = found;
	const lines = await Promise.all(
		submitted.map(async (documentId) => (await pc.call('returnOrder.get', { documentId })).lines),
	);
	const itemIds = [...lines.flat(), ...(back === null ? [] : [back.line])].map(
		({ item }) => item.itemId,
	);
	return { back, submitted, approved, itemIds };
}

/** Each enters one thing. */
export function enterReturns(
	pc: TestPc,
	stranger: Stranger,
	place: Place,
	{ back, submitted, approved }: Returning,
): (() => Promise<Entry | readonly Entry[]>)[] {
	const [first, second] = submitted;
	const [last] = approved;
	const there = (documentId: string) => {
		const own = stranger.dialect.ownId(serverIdOf('returnOrder', documentId) ?? '');
		return { own, record: () => stranger.practice.records.get('returnOrder', own) };
	};
	const decision = async (
		what: 'approval' | 'rejection' | 'lock',
		documentId: string | undefined,
	): Promise<readonly Entry[]> => {
		if (documentId === undefined) return [];
		await pc.call('settings.set', { approvalsWait: true });
		const { version } = await pc.call('returnOrder.get', { documentId });
		const about = { documentId, version, ...intent() };
		const { own, record } = there(documentId);
		let isDone = () => record()?.isLocked === true;
		if (what === 'lock') await pc.call('returnOrder.lock', { ...about, locked: true });
		else if (what === 'approval') {
			await pc.call('returnOrder.approve', about);
			isDone = () => record()?.status === 'approved';
		} else {
			await pc.call('returnOrder.reject', { ...about, reason: 'It was not sour' });
			isDone = () => record()?.status === 'rejected';
		}
		const content = `${what}|${own}`;
		return [{ what, documentId, content, effects: 1, times: () => (isDone() ? 1 : 0) }];
	};
	return [
		() => (back === null ? Promise.resolve([]) : sendBack(pc, stranger, place, back)),
		() => decision('approval', first),
		() => decision('rejection', second),
		() => decision('lock', last),
	];
}

/** One unit of a line of a receipt. */
function sendBack(
	pc: TestPc,
	stranger: Stranger,
	place: Place,
	{ receipt, line }: NonNullable<Returning['back']>,
): Promise<Entry> {
	const unitId = unitOf(line)?.unitId ?? '';
	const { locationId } = place;
	const item = { itemId: line.item.itemId, unitId, places: 0 };
	const lines = [{ item, typed: '1', lineId: line.lineId }];
	const text = someText(createChance(stranger.composition.seed + 151));
	return documentEntry(stranger, 'returnOrder', place, lines, text, async (description) => {
		const { orderId, receivingId } = receipt;
		const { documentId } = await pc.call('return.begin', {
			locationId,
			orderId,
			receivingId,
			receiptDraftId: null,
			lineIds: [line.lineId],
			...intent(),
		});
		const draft = await pc.call('returnOrder.get', { documentId });
		const filled = draft.lines.map((each) => ({
			...each,
			itemId: each.item.itemId,
			boxes: [{ unitId, typed: '1' }],
			itemCondition: 'Opened',
			returnReason: 'Sour',
		}));
		await pc.call('returnOrder.save', { ...draft, description, lines: filled, locale });
		await pc.call('returnOrder.submit', { documentId, ...intent() });
		return documentId;
	});
}

const unitOf = ({ item, unitName }: Receipt['lines'][number]) =>
	item.units.find(({ name }) => name === unitName);

/** Base units in one unit of the receipt. */
function sizeOf(line: Receipt['lines'][number]): number {
	const { numerator = '1', denominator = '1' } = unitOf(line)?.factor ?? {};
	return Number(numerator) / Number(denominator);
}
