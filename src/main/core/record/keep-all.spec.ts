// A block of changes from a sheet, kept as drafts of its records.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStockedKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';

const type = 'supplier';
let kitchen: Kitchen;
beforeEach(async () => {
	const suppliers = ['P-1', 'P-2'].map((id) => ({ id, name: `Supplier ${id}`, phone: '1' }));
	kitchen = await openStockedKitchen({ lists: { 'supplier.list': suppliers } });
});
afterEach(() => kitchen.end());

const draft = (id: string, to: string | null, more: object = {}) => ({
	id,
	draftId: randomUUID(),
	revision: 0,
	changes: to === null ? [] : [{ at: 'phone', was: '1', to }],
	typed: {},
	...more,
});
const keep = (...drafts: ReturnType<typeof draft>[]) =>
	kitchen.call('record.keepAll', { type, drafts }).kept;
const get = (id: string) => kitchen.call('record.get', { type, id });

test('several records get their drafts, and nothing is sent', () => {
	const kept = keep(draft('P-1', '2'), draft('P-2', '3'));
	expect(kept).toEqual([
		{ state: 'kept', revision: 1 },
		{ state: 'kept', revision: 1 },
	]);
	expect(get('P-2').draft?.changes).toEqual([{ at: 'phone', was: '1', to: '3' }]);
	expect(kitchen.service.writes).toEqual([]);
});

test('one without changes is discarded, also if it never was', () => {
	const first = draft('P-1', '2');
	keep(first);
	expect(keep({ ...first, revision: 1, changes: [] }, draft('P-2', null))).toEqual([
		{ state: 'discarded' },
		{ state: 'discarded' },
	]);
	expect([get('P-1').draft, get('P-2').draft]).toEqual([null, null]);
});

test('a draft of another window and a record that is gone are refused, the others kept', () => {
	keep(draft('P-1', '9'));
	expect(keep(draft('P-1', '2'), draft('gone', '2'), draft('P-2', '2'))).toEqual([
		{ state: 'refused', code: 'changed-meanwhile' },
		{ state: 'refused', code: 'not-found' },
		{ state: 'kept', revision: 1 },
	]);
	expect(get('P-1').draft?.changes).toMatchObject([{ to: '9' }]);
});
