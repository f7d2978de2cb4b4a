import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { openStockedKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';
import { noReply } from '../../../../test/support/verdicts.ts';
import { recordCapability } from './record.ts';

let kitchen: Kitchen;
afterEach(() => kitchen.end());

describe('a deletion', () => {
	const group = { id: 'G-1', name: 'Sauces' };
	const remove = async () => {
		const call = recordCapability(kitchen.context)['record.remove'];
		const asked = { type: 'modifierGroup' as const, id: 'G-1', intentId: randomUUID() };
		const replied = (async () => call(asked, { connection: 'test' }))();
		await kitchen.clock.pass(10_000);
		return replied;
	};
	const lane = () => kitchen.outbox.laneOf('record:modifierGroup', 'G-1');
	const openGroups = async () => {
		kitchen = await openStockedKitchen({ lists: { 'modifierGroup.list': [group] } });
		kitchen.service.onWrite = () => {
			kitchen.service.lists['modifierGroup.list'] = [];
		};
	};

	test('takes the record off the list', async () => {
		await openGroups();
		expect(await remove()).toMatchObject({ value: { state: 'removed' } });
		expect(kitchen.service.writes.at(-1)).toMatchObject({
			name: 'modifierGroup.remove',
			body: { id: 'G-1' },
		});
		expect(kitchen.call('record.list', { type: 'modifierGroup' }).total).toBe(0);
	});

	test('without an answer is proved at once by a read that showed the record before', async () => {
		await openGroups();
		kitchen.service.next = [noReply];
		expect(await remove()).toMatchObject({ value: { state: 'not-confirmed' } });
		expect(lane()).toMatchObject({ standing: 'done', actions: [{ state: 'confirmed' }] });
	});

	test('is left to a person if the read never showed the record', async () => {
		await openGroups();
		kitchen.service.lists['modifierGroup.list'] = [];
		kitchen.service.next = [noReply];
		await remove();
		await kitchen.clock.pass(24 * 3_600_000);
		expect(lane()?.actions).toMatchObject([{ attention: 'not-confirmed-undecided' }]);
		expect(kitchen.service.writes).toHaveLength(1);
	});
});
