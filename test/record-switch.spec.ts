// Several records switched on and off at the practice service by a real PC: with one request where the service takes it,
// proved by the list, and one by one where it does not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plain } from '../src/shared/record/record-kit.ts';
import { recordTypeNames, type RecordTypeName } from '../src/shared/record/records.ts';
import { findOperation, operationNamed } from '../src/shared/service/index.ts';
import type { TestPc } from './support/pc.ts';
import { TestPcs } from './support/pcs.ts';
import { whole } from './support/whole.ts';

let pcs: TestPcs;
let pc: TestPc;
beforeAll(async () => {
	pcs = await TestPcs.start();
	pc = await pcs.connected('Noor');
}, 60_000);
afterAll(() => pcs.end());

const look = (name: string): Promise<readonly Plain[]> =>
	pcs.service.all<Plain>(operationNamed(`${name}.list` as 'supplier.list').name);
const atService = async (name: RecordTypeName, id: string): Promise<Plain | undefined> =>
	(await look(name)).find((each) => each['id'] === id);
const get = (type: RecordTypeName, id: string) => pc.call('record.get', { type, id });
const drained = () => pc.until(({ outbox }) => outbox.waiting === 0);

// Practice has one group of modifiers, and one record is switched by its own update.
const several = recordTypeNames.filter(
	(name) => name !== 'modifierGroup' && findOperation(`${name}.updateMany`) !== undefined,
);
test.each(whole ? several : several.slice(0, 2))(
	'%s: several are switched by one request, each told by itself',
	async (name) => {
		const rows = (await look(name)).filter((each) => each['isActive'] !== false);
		const ids = rows.slice(-2).map((each) => String(each['id']));
		const counted = async () =>
			(await pcs.service.journal()).filter(
				({ operation, committed }) => operation === `${name}.updateMany` && committed,
			).length;
		const before = await counted();
		const asked = { type: name, ids };
		for (const isActive of [false, true]) {
			const intentId = crypto.randomUUID();
			const { records } = await pc.call('record.switch', { ...asked, isActive, intentId });
			expect(records).toMatchObject(ids.map((id) => ({ id, state: 'applied' })));
			for (const id of ids) expect((await get(name, id)).record['isActive']).toBe(isActive);
		}
		expect(await counted()).toBe(before + 2);
		for (const id of ids) {
			expect((await get(name, id)).history[0]).toMatchObject({
				act: 'change',
				by: 'Noor',
				changes: [{ at: 'isActive', was: false, to: true }],
			});
		}

		await pcs.service.setFaults({
			kind: 'drop-reply',
			operation: operationNamed(`${name}.updateMany` as 'supplier.updateMany').name,
			times: 1,
		});
		const intentId = crypto.randomUUID();
		await pc.call('record.switch', { ...asked, isActive: false, intentId });
		await drained();
		expect(await counted(), 'it is not sent again').toBe(before + 3);
		for (const id of ids) expect((await atService(name, id))?.['isActive']).toBe(false);
		await pc.call('record.switch', { ...asked, isActive: true, intentId: crypto.randomUUID() });
	},
);

test('several that the service refuses together go one by one', async () => {
	const ids = (await look('class')).slice(0, 2).map((each) => String(each['id']));
	await pcs.service.setFaults({ kind: 'refused', operation: 'class.updateMany', times: 1 });
	const asked = { type: 'class' as const, ids, isActive: false };
	const { records } = await pc.call('record.switch', { ...asked, intentId: crypto.randomUUID() });
	expect(records).toMatchObject(ids.map((id) => ({ id, state: 'queued' })));
	await drained();
	for (const id of ids) expect((await atService('class', id))?.['isActive']).toBe(false);
});
