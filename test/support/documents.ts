// Transfers and waste at a test kitchen: records of the service, and the calls of the person who receives.
import type { CallArguments, CallInput } from '../../src/shared/bridge/contract.ts';
import type { TransferLineInput } from '../../src/shared/bridge/transfer.ts';
import type { Kitchen } from './kitchen.ts';

/** In transit from the Garden Room: eighteen milk, three butter. */
export const arrival = (more: object = {}) => ({
	id: 'T-1',
	number: 'TRI-7',
	fromLocationId: 'L-2',
	toLocationId: 'L-1',
	date: '2026-11-19T10:00:00Z',
	sentDate: '2026-11-19T11:00:00Z',
	status: 'InTransit',
	items: [
		{ id: 'l-1', itemId: '1', quantity: '18', unitCost: '0.50' },
		{ id: 'l-2', itemId: '2', quantity: '3', unitCost: '2' },
	],
	...more,
});

/** The same goods, on their way to the Garden Room. */
export const departure = (more: object = {}) =>
	arrival({ id: 'T-5', number: 'TRO-5', fromLocationId: 'L-1', toLocationId: 'L-2', ...more });

/** The lines of `arrival`, of which six milk did not come. */
export const shortLines = [
	{ id: 'l-1', itemId: '1', quantity: '18', quantityReceived: '12', unitCost: '0.50' },
	{ id: 'l-2', itemId: '2', quantity: '3', quantityReceived: '3', unitCost: '2' },
];

/** The milk of `arrival` as a case and six. */
const caseAndSix = [
	{ uomId: 3, quantity: '1' },
	{ uomId: 1, quantity: '6' },
];
const [milk, butter] = arrival().items;
export const arrivalInCases = (more: object = {}) =>
	arrival({ items: [{ ...milk, quantities: caseAndSix }, butter], ...more });

export const transferLine = (more: Partial<TransferLineInput> = {}): TransferLineInput => ({
	lineId: 'line-1',
	itemId: '1',
	boxes: [{ unitId: '3', typed: '2' }],
	note: '',
	...more,
});

/** A new transfer to the Garden Room, to save at either end. */
export const transferToSave = (
	lines: readonly TransferLineInput[] = [transferLine()],
	more: Partial<CallInput<'transferOut.save'>> = {},
): CallInput<'transferOut.save'> => ({
	documentId: null,
	revision: 0,
	description: '',
	locale: 'en-GB',
	locationId: 'L-1',
	otherLocationId: 'L-2',
	lines: [...lines],
	...more,
});

export type TransferSettlement = CallInput<'transferIn.settle'>['settlement'];

/** Calls about one transfer. They answer a reply, for `valueOf` or `failureOf`. */
export function receivingAt(kitchen: () => Kitchen, documentId = 'service:transferIn:T-1') {
	const kind = documentId.includes('transferIn') ? 'transferIn' : 'transferOut';
	const about = { documentId };
	return {
		get: (id = documentId) => kitchen().call('transfer.get', { documentId: id }),
		enter: (lineId: string, typed: string, unitId = '1', locale = 'en-GB') =>
			kitchen().call(`${kind}.enter`, { ...about, lineId, unitId, typed, locale }),
		explain: (lineId: string, reason: string) =>
			kitchen().call('transferIn.explain', { ...about, lineId, reason }),
		settle: (lineId: string, settlement: TransferSettlement) =>
			kitchen().call('transferIn.settle', { ...about, lineId, settlement }),
		enterAllAsDue: () => kitchen().call(`${kind}.enterAllAsDue`, about),
		receive: () =>
			kitchen().call('transferIn.receive', { ...about, intentId: crypto.randomUUID() }),
		fulfill: () =>
			kitchen().call('transferOut.fulfill', { ...about, intentId: crypto.randomUUID() }),
	};
}

type WasteToSave = CallArguments<'wastage.save'>;
type WasteLine = WasteToSave['lines'][number];

export const wasteLine = (more: Partial<WasteLine> = {}): WasteLine => ({
	lineId: 'line-1',
	itemId: '1',
	boxes: [{ unitId: '1', typed: '2' }],
	reasonId: 'R-1',
	label: '',
	note: '',
	...more,
});

/** A new waste document, for `wastage.save`. */
export const wasteToSave = (
	lines: readonly WasteLine[] = [wasteLine()],
	more: Partial<WasteToSave> = {},
): WasteToSave => ({
	documentId: null,
	revision: 0,
	locationId: 'L-1',
	description: '',
	lines: [...lines],
	locale: 'en-GB',
	...more,
});

/** A document with two milk. */
export const wasteRecord = (more: object = {}) => ({
	id: 'W-9',
	number: 'WST-9',
	locationId: 'L-1',
	date: '2026-11-19T10:00:00Z',
	items: [{ id: 'w-1', itemId: '1', uomId: 1, quantity: '2' }],
	...more,
});

export const wasteAt = (kitchen: Kitchen) =>
	kitchen.call('wastage.list', {
		locationId: 'L-1',
		limit: 50,
	}).documents;

/** The writes that the service got. */
export const written = ({ service }: Kitchen): string[] => service.writes.map(({ name }) => name);
