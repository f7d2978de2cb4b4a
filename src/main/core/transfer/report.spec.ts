import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { caller, openKitchen, stockUp } from '../../../../test/support/kitchen.ts';
import type { TransferReport } from '../../../shared/bridge/transfer.ts';

const kitchen = eachKitchen(() => stockUp(openKitchen()));

/** Sent to the Main Kitchen by the Garden Room on the 19th: eighteen milk, of which twelve came, and three butter. */
const arrival = (more: object = {}) => ({
	id: 'T-1',
	fromLocationId: 'L-2',
	toLocationId: 'L-1',
	date: '2026-11-19T10:00:00Z',
	sentDate: '2026-11-19T11:00:00Z',
	status: 'PartiallyReceived',
	items: [
		{ id: 'l-1', itemId: '1', quantity: '18', quantityReceived: '12', unitCost: '0.50' },
		{ id: 'l-2', itemId: '2', quantity: '3' },
	],
	...more,
});

const report = async (
	source: 'copies' | 'service',
	[from, to] = ['2026-11-19', '2026-11-19'],
): Promise<TransferReport> => {
	const reply = await kitchen.calls['transfer.report'](
		{ locationId: 'L-1', from, to, source },
		caller,
	);
	if (!reply.ok) throw new Error(reply.message);
	return reply.value;
};
const brief = ({ lines }: TransferReport) =>
	lines.map(({ direction, otherLocationId, itemId, sent, received, difference, value }) => ({
		direction,
		otherLocationId,
		itemId,
		sent,
		received,
		difference,
		value,
	}));

test('a value that leaves out a line of unknown cost counts that line', async () => {
	await kitchen.shows({
		'transferIn.list': [
			arrival(),
			arrival({ id: 'T-2', items: [{ id: 'l-9', itemId: '1', quantity: '2' }] }),
		],
	});
	const { lines } = await report('copies');
	expect(lines.map(({ itemId, value, costsUnknown }) => [itemId, value, costsUnknown])).toEqual([
		['2', null, 1],
		['1', '9', 1],
	]);
});

test('the report from copies sums received and missing quantities by location and item, at the sender’s cost', async () => {
	await kitchen.shows({
		'transferIn.list': [
			arrival(),
			arrival({ id: 'T-2', items: [{ id: 'l-9', itemId: '1', quantity: '2', unitCost: '0.50' }] }),
			arrival({ id: 'T-3', fromLocationId: 'L-1', toLocationId: 'L-2' }),
			arrival({ id: 'T-4', sentDate: undefined }),
			arrival({ id: 'T-5', sentDate: '2026-11-16T11:00:00Z' }),
		],
	});
	kitchen.service.there = false;
	const found = await report('copies');
	expect(found.asOf).not.toBeNull();
	const milk = { itemId: '1', sent: '20', received: '12', difference: '-8', value: '10' };
	const butter = { itemId: '2', sent: '3', received: '0', difference: '-3', value: null };
	const there = { otherLocationId: 'L-2' };
	const sorted = brief(found).sort((a, b) =>
		`${a.direction}${a.itemId}`.localeCompare(`${b.direction}${b.itemId}`),
	);
	expect(sorted).toEqual([
		{ direction: 'in', ...there, ...milk },
		{ direction: 'in', ...there, ...butter },
		{ direction: 'out', ...there, ...milk, sent: '18', difference: '-6', value: '9' },
		{ direction: 'out', ...there, ...butter },
	]);
});

test('the report uses business days of the location', async () => {
	await kitchen.shows({
		'transferIn.list': [arrival({ id: 'T-1', sentDate: '2026-11-19T23:30:00Z' })],
	});
	expect((await report('copies')).lines).toHaveLength(2);
	expect((await report('copies', ['2026-11-20', '2026-11-20'])).lines).toHaveLength(0);
});

test('the report from the service shows its figures, and fails if it does not answer', async () => {
	kitchen.service.lists['report.transfers'] = [
		{
			locationId: 'L-1',
			fromLocationId: 'L-2',
			toLocationId: 'L-1',
			itemId: '1',
			quantitySent: '4',
			quantityReceived: '4.0',
			difference: '0',
			value: '2',
		},
	];
	expect(brief(await report('service'))).toEqual([
		{
			direction: 'in',
			otherLocationId: 'L-2',
			itemId: '1',
			sent: '4',
			received: '4',
			difference: '0',
			value: '2',
		},
	]);
	kitchen.service.there = false;
	const reply = await kitchen.calls['transfer.report'](
		{ locationId: 'L-1', from: '2026-11-19', to: '2026-11-19', source: 'service' },
		caller,
	);
	expect(reply).toMatchObject({ ok: false, code: 'unreachable' });
});
