import { expect, it } from 'vitest';
import { arrival } from '../../../test/support/documents.ts';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { openScreen } from '../../../test/support/screen.ts';

it('says that a draft is created for goods that go on, from the first one', async () => {
	const kitchen = await openStockedKitchen({ lists: { 'transferIn.list': [arrival()] } });
	const documentId = 'service:transferIn:T-1';
	const line = { documentId, lineId: 'l-1' };
	const { lines } = kitchen.call('transfer.get', { documentId });
	const unitId = lines[0]?.item.units.at(-1)?.unitId ?? '';
	kitchen.call('transferIn.enter', { ...line, unitId, typed: '20', locale: 'en-GB' });
	const screen = await openScreen(`/transfers/${encodeURIComponent(documentId)}`, { kitchen });
	const hint = 'Drafts are created when you receive';
	expect(screen.shown()).not.toContain(hint);
	kitchen.call('transferIn.settle', { ...line, settlement: 'waste' });
	await screen.go('/transfers');
	await screen.go(`/transfers/${encodeURIComponent(documentId)}`);
	expect(screen.shown()).toContain(hint);
});
