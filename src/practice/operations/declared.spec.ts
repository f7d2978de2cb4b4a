// The practice service refuses what a form only warns about, by the same declaration.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPractice, type TestPractice } from '../../../test/support/practice.ts';

let practice: TestPractice;
beforeAll(async () => {
	practice = await startTestPractice();
	await practice.signIn();
});
afterAll(() => practice.close());

test.each([
	[{ name: ' ' }, 400, 'name'],
	[{ name: 'x'.repeat(101) }, 400, 'name'],
	[{ name: 'Abbey', email: 'nobody' }, 400, 'email'],
	[{ name: 'Abbey', paymentDays: 400 }, 400, 'paymentDays'],
])('A supplier %o is refused at its field', async (body, status, field) => {
	const answered = await practice.call('supplier.create', { body });
	expect(answered.status).toBe(status);
	expect(answered.text).toContain(field);
});

test('A second supplier with the same name is refused, and an update of the first is not', async () => {
	const [first] = await practice.all<{ id: string; name: string }>('supplier.list');
	const twin = await practice.call('supplier.create', { body: { name: first!.name } });
	expect(twin.status).toBe(409);
	expect((await practice.call('supplier.update', { body: { ...first } })).status).toBe(200);
});
