// Apps at the practice service: found, installed with mappings, refused, proved after a lost reply, and uninstalled.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPc } from './support/pc.ts';
import { TestPcs } from './support/pcs.ts';

let pcs: TestPcs;
let pc: TestPc;
beforeAll(async () => {
	pcs = await TestPcs.start();
	pc = await pcs.connected('Noor');
}, 60_000);
afterAll(() => pcs.end());

const app = async (search = 'ledger') => (await pc.call('marketplace.search', { search })).apps[0]!;
const mappings = async (externalId = 'H-1') => {
	const { locations, taxes } = await pc.call('marketplace.search', {});
	return {
		connection: { system: 'Books', address: 'books.business.example' },
		locations: [{ locationId: locations[0]!.locationId, externalId }],
		taxes: [{ taxId: taxes[0]!.taxId, externalId: 'T20' }],
	};
};
const install = async (externalId?: string) =>
	pc.reply('marketplace.install', {
		appId: (await app()).appId,
		...(await mappings(externalId)),
		intentId: crypto.randomUUID(),
	});
const uninstall = async () =>
	pc.reply('marketplace.uninstall', {
		appId: (await app()).appId,
		intentId: crypto.randomUUID(),
	});

test('an app is installed with its mappings, and uninstalled', async () => {
	expect(await app()).toMatchObject({ name: 'Ledger bridge', isInstalled: false });
	expect(await install()).toMatchObject({ value: { state: 'applied' } });
	expect(await app()).toMatchObject({ isInstalled: true, ...(await mappings()) });
	expect(await uninstall()).toMatchObject({ value: { state: 'applied' } });
	expect(await app()).toMatchObject({ isInstalled: false });
	expect(await uninstall()).toMatchObject({ ok: false, code: 'refused' });
});

test('an installation of which no answer came is proved by the mappings, and not repeated', async () => {
	await pcs.service.setFaults({
		kind: 'drop-reply',
		operation: 'marketPlaceApp.install',
		times: 1,
	});
	await install('H-2');
	await pc.until(({ outbox }) => outbox.waiting === 0);
	expect((await pc.call('app.state', {})).outbox.needYou).toBe(0);
	expect(await app()).toMatchObject({ isInstalled: true, locations: [{ externalId: 'H-2' }] });
	const installs = (await pcs.service.journal()).filter(
		({ operation, committed }) => operation === 'marketPlaceApp.install' && committed,
	);
	expect(installs).toHaveLength(2);
});

test('without a network, the apps known here are shown, and nothing is installed', async () => {
	pc.unplug();
	await pc.call('network.check', {});
	const { apps, online, asOf } = await pc.call('marketplace.search', { search: 'till' });
	expect(apps.map(({ name }) => name)).toEqual(['Till link']);
	expect(online).toBe(false);
	expect(asOf).not.toBeNull();
	expect(await install()).toMatchObject({ ok: false, code: 'needs-network' });
});
