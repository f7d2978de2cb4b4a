import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import {
	caller,
	failureOf,
	openKitchen,
	stockUp,
	valueOf,
} from '../../../../test/support/kitchen.ts';
import { contract } from '../../../shared/bridge/contract.ts';
import { ExactNumber } from '../../../shared/exact-json.ts';
import { differencesOf } from './changed-decision.ts';

const kitchen = eachKitchen(() => stockUp(openKitchen()));

const line = (quantity: string) => ({ id: 'w-1', itemId: '1', uomId: 1, quantity });
const record = (more: object = {}) => ({
	id: 'W-9',
	number: 'WST-9',
	locationId: 'L-1',
	date: '2026-11-19T10:00:00Z',
	status: 'Submitted',
	items: [line('2')],
	...more,
});
const atService = (more: object = {}) => {
	kitchen.service.lists['wastage.list'] = [record(more)];
};
async function approveThenChanged(more: object, before: object = {}): Promise<void> {
	atService(before);
	await kitchen.pull();
	const documentId = 'service:wastage:W-9';
	const { version } = valueOf(kitchen.calls['wastage.get']({ documentId }, caller));
	const approval = { documentId, version, intentId: 'intent-approve' };
	valueOf(kitchen.calls['wastage.approve'](approval, caller));
	atService(more);
	await kitchen.send();
}
const step = () => {
	const all = contract['outbox.list'].input.parse({ filter: 'all' });
	const { lanes } = valueOf(kitchen.calls['outbox.list'](all, caller));
	return lanes[0]!.steps.at(-1)!;
};
const changes = () =>
	valueOf(kitchen.calls['outbox.changes']({ actionId: step().actionId }, caller)).changes;
const decideAnew = ({ actionId, revision } = step()) =>
	kitchen.calls['outbox.decideAnew']({ actionId, revision }, caller);

test('a decision about a changed document shows the difference and can be made again for the new content', async () => {
	await approveThenChanged({ items: [line('6')], description: 'A tray more' });
	expect(kitchen.service.writes).toEqual([]);
	expect(step()).toMatchObject({
		attention: 'changed',
		can: ['decide-anew', 'mark-done', 'discard'],
	});
	expect(changes()).toMatchObject([
		{
			item: { name: 'Whole milk' },
			was: { amounts: [{ quantity: '2' }] },
			now: { amounts: [{ quantity: '6' }] },
		},
		{ field: 'description', was: null, now: { text: 'A tray more' } },
	]);
	const { actionId, revision } = step();
	valueOf(decideAnew());
	await kitchen.send();
	expect(kitchen.service.writes).toMatchObject([{ name: 'wastage.approve' }]);
	expect(step()).toMatchObject({ actionId, revision: revision + 1, state: 'confirmed', can: [] });
	const kept = kitchen.store.durable.prepare('SELECT base FROM action_revision').pluck().all();
	expect(kept.map((base) => JSON.parse(String(base)) as object)).toMatchObject([
		{ items: [{ quantity: '2' }] },
	]);
});

test('a document that changes again after the second decision needs attention again', async () => {
	await approveThenChanged({ items: [line('6')] });
	const shown = step();
	atService({ items: [line('7')] });
	valueOf(decideAnew());
	await kitchen.send();
	expect(kitchen.service.writes).toEqual([]);
	expect(changes()).toMatchObject([
		{ was: { amounts: [{ quantity: '6' }] }, now: { amounts: [{ quantity: '7' }] } },
	]);
	expect(failureOf(decideAnew(shown)).code).toBe('changed-meanwhile');
});

test('a document that is gone is said to be neither changed by someone else nor forbidden', async () => {
	await approveThenChanged({ id: 'W-10' });
	expect(kitchen.service.writes).toEqual([]);
	expect(step()).toMatchObject({
		attention: 'cannot-be-asked',
		because: { code: 'look-not-found' },
		can: ['send-again', 'mark-done', 'discard'],
	});
	atService();
	const { actionId, revision } = step();
	valueOf(kitchen.calls['outbox.sendAgain']({ actionId, revision }, caller));
	await kitchen.send();
	expect(kitchen.service.writes).toMatchObject([{ name: 'wastage.approve' }]);
});

test('a document in another state cannot be decided again', async () => {
	await approveThenChanged({ status: 'Rejected' });
	expect(step()).toMatchObject({ attention: 'changed', can: ['mark-done', 'discard'] });
	expect(changes()).toEqual([]);
	expect(failureOf(decideAnew()).code).toBe('not-found');
});

test('another format of a number that only the service knows does not count as a change', async () => {
	const numbers = (rowVersion: string, weight: string) => ({
		rowVersion: new ExactNumber(rowVersion),
		weight: new ExactNumber(weight),
	});
	await approveThenChanged(numbers('17', '2.5'), numbers('17', '2.50'));
	expect(kitchen.service.writes).toMatchObject([{ name: 'wastage.approve' }]);
});

test('computed fields and different formats are no differences', () => {
	const priced = (totalCost: string, modifiedDate: string, quantity: string, unitCost: string) =>
		record({ totalCost, modifiedDate, items: [{ ...line(quantity), unitCost }] });
	const [was, now] = [priced('3.10', 'a', '2.0', '1'), priced('3.1', 'b', '2', '2')];
	expect(differencesOf(was, now)).toEqual([]);
	expect(differencesOf(was, record({ items: [] })).map(({ key }) => key)).toEqual([
		'items/1,1',
		'totalCost',
	]);
});
