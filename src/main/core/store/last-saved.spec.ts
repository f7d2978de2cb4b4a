import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStockedKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';
import type { CallInput, CallName } from '../../../shared/bridge/contract.ts';
import type { Core } from '../core.ts';
import { createCore } from '../create-core.ts';
import { savedNumber } from './last-saved.ts';
import { openDurable } from './open.ts';

let kitchen: Kitchen;
let core: Core;

beforeEach(async () => {
	kitchen = await openStockedKitchen();
	await kitchen.close();
	core = createCore({ dataFolder: kitchen.folder, ports: kitchen.ports });
});
afterEach(async () => {
	await core.stop();
	kitchen.remove();
});

const noted = (): number => Number(readFileSync(join(kitchen.folder, 'last-saved'), 'latin1'));
function saved(): number {
	const db = openDurable(join(kitchen.folder, 'stillroom.db'));
	try {
		return savedNumber(db);
	} finally {
		db.close();
	}
}

test('the number of saved changes is noted beside the data before the saving call is answered', async () => {
	const before = noted();
	expect(before).toBe(saved());
	const told: number[] = [];
	const call = async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
		const reply = await core.call(name, input);
		if (!reply.ok) throw new Error(reply.message);
		told.push(noted());
		expect(told.at(-1), name).toBe(saved());
		return reply.value;
	};
	const { documentId } = await call('wastage.save', {
		documentId: null,
		revision: 0,
		locationId: 'L-1',
		description: '',
		locale: 'en-GB',
		lines: [
			{ lineId: '1', itemId: '1', boxes: [{ unitId: '1', typed: '3' }], reasonId: 'R-1', note: '' },
		],
	});
	await call('wastage.submit', { documentId, intentId: 'intent-0001' });
	await call('settings.set', { person: 'Noor' });
	expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
	expect(told[0]).toBeGreaterThan(before);
});
