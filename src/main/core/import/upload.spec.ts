import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { Importing } from '../../../../test/support/importing.ts';
import { caller } from '../../../../test/support/kitchen.ts';
import { refused, noReply } from '../../../../test/support/verdicts.ts';

let importing: Importing;
afterEach(() => importing.kitchen.end());

const file = 'name,code\nButter,B-1\n';
const upload = async () => {
	const { calls, clock } = importing.kitchen;
	const reply = calls['import.upload']({ name: 'items.csv', file, intentId: randomUUID() }, caller);
	await clock.pass(1_000);
	return reply;
};
const uploads = () =>
	importing.kitchen.service.writes.flatMap(({ name, body }) =>
		name === 'inventoryItem.import' ? [body] : [],
	);

test('an upload is sent once and unchanged while somebody waits', async () => {
	importing = await Importing.open();
	expect(await upload()).toEqual({ ok: true, value: { state: 'applied' } });
	await importing.kitchen.send();
	expect(uploads()).toEqual([{ file }]);
});

test('an upload never waits for the network', async () => {
	importing = await Importing.open();
	importing.kitchen.service.there = false;
	expect(await upload()).toMatchObject({ ok: false, code: 'needs-network' });
	importing.kitchen.service.there = true;
	await importing.kitchen.send();
	expect(uploads()).toEqual([]);
});

test("repeats the service's reason for a refused upload, and allows another one", async () => {
	importing = await Importing.open();
	importing.kitchen.service.next = [refused];
	expect(await upload()).toMatchObject({ ok: false, code: 'refused' });
	expect(await upload()).toMatchObject({ ok: true });
});

test('an upload without an answer is never repeated: a person decides before the next one', async () => {
	importing = await Importing.open();
	importing.kitchen.service.next = [noReply];
	expect(await upload()).toEqual({ ok: true, value: { state: 'not-confirmed' } });
	expect(await upload()).toMatchObject({ ok: false, code: 'not-possible-now' });
	await importing.kitchen.clock.pass(600_000);
	await importing.kitchen.send();
	expect(uploads()).toHaveLength(1);
});
