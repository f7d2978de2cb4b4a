// Who may do what, at the practice service: read with the people of each role, changed while somebody waits, and proved
// by reading back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightsOf } from '../src/shared/access/rights.ts';
import type { TestPc } from './support/pc.ts';
import { TestPcs } from './support/pcs.ts';

let pcs: TestPcs;
let pc: TestPc;
let roleId: string;
let personId: string;

beforeAll(async () => {
	pcs = await TestPcs.start();
	pc = await pcs.connected('Noor');
	const { roles, people } = await pc.call('access.read', {});
	roleId = roles.find(({ name }) => name === 'Approver')!.roleId;
	personId = people.find(({ name }) => name === 'Kitchen Lead')!.personId;
}, 60_000);
afterAll(() => pcs.end());

const change = (name: 'access.addPerson' | 'access.removePerson') => {
	const asked = { roleId, personId, intentId: crypto.randomUUID() };
	return pc.reply(name, { ...asked, locationIds: null });
};
const rights = async () => {
	const access = await pc.call('access.read', { people: true });
	return rightsOf(access, personId).map(({ scope }) => access.rightNames[scope] ?? scope);
};
const writes = async () =>
	(await pcs.service.journal()).filter(
		({ operation, committed }) => operation === 'role.addUser' && committed,
	).length;

test('the rights of a person come from the roles of the business and of the system', async () => {
	expect(await rights()).toEqual([
		'Count stock',
		'Enter waste',
		'Transfer goods',
		'Order from suppliers',
		'Request goods',
	]);
});

test('a person gets a role, and what the service refuses is told', async () => {
	expect(await change('access.addPerson')).toMatchObject({ value: { state: 'applied' } });
	expect(await rights()).toContain('Approve documents');
	expect(await change('access.addPerson')).toMatchObject({ ok: false, code: 'refused' });
	expect(await change('access.removePerson')).toMatchObject({ value: { state: 'applied' } });
	expect(await rights()).not.toContain('Approve documents');
});

test('a role of which no answer came is proved by its people, and not given twice', async () => {
	const before = await writes();
	for (const operation of ['role.addUser', 'role.removeUser'] as const) {
		await pcs.service.setFaults({ kind: 'drop-reply', operation, times: 1 });
		await change(operation === 'role.addUser' ? 'access.addPerson' : 'access.removePerson');
		await pc.until(({ outbox }) => outbox.waiting === 0);
		expect((await pc.call('app.state', {})).outbox.needYou).toBe(0);
	}
	expect(await writes()).toBe(before + 1);
	expect(await rights()).not.toContain('Approve documents');
});

test('without a network nothing is changed, and what is known stays readable', async () => {
	pc.unplug();
	await pc.call('network.check', {});
	expect(await change('access.addPerson')).toMatchObject({ ok: false, code: 'needs-network' });
	const access = await pc.call('access.read', { people: true });
	expect(access).toMatchObject({ online: false });
	expect(access.peopleAsOf).not.toBeNull();
	expect(rightsOf(access, personId).length).toBeGreaterThan(0);
});
