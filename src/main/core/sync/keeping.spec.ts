import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../../../test/support/store.ts';
import { virtualClock } from '../../../../test/support/virtual-clock.ts';
import { unreadableRowTable } from '../store/unreadable-rows.ts';
import { keepList, type ListToKeep } from './keeping.ts';

const accountId = 'account-1';
let store: TestStore;
let readNo: number;
beforeEach(() => {
	store = openTestStore(accountId);
	readNo = 0;
});
afterEach(() => {
	store.end();
});

/** Reads a list of suppliers that changes while it is read, until `settles`. */
async function readsOf(settles: number) {
	const clock = virtualClock();
	let reads = 0;
	const list: ListToKeep<string> = {
		kind: 'supplier',
		locationId: '',
		async read(reader) {
			reads += 1;
			readNo += 1;
			await reader.onPage([`S-${String(reads)}`], readNo);
			const changed = { page: 1, came: 1, told: null, code: 'changed' } as const;
			const complete = reads === settles;
			const value = { rows: [], complete, incomplete: complete ? null : changed };
			return { ok: true, readNo, serverDate: null, value };
		},
		keep: () => true,
		keyOf: (id) => id,
		keyOfPart: () => null,
		keysAfter: () => [],
		remove: () => false,
	};
	const keeping = keepList(list, {
		accountId,
		cache: store.cache,
		pulls: store.pulls,
		unreadable: unreadableRowTable(store.cache),
		clock,
		cacheLog: { during: (work) => work(), shorten: () => Promise.resolve() },
		waitUntil: () => Promise.resolve(false),
		onProgress: () => undefined,
	});
	await clock.settle();
	const { changed } = await keeping;
	return { reads, changed, complete: store.pulls.get(accountId, 'supplier')?.complete };
}

test('a list that changes while it is read is read again at once, three times at most', async () => {
	expect(await readsOf(1)).toEqual({ reads: 1, changed: 1, complete: true });
	expect(await readsOf(2)).toEqual({ reads: 2, changed: 2, complete: true });
	expect(await readsOf(9)).toEqual({ reads: 3, changed: 3, complete: false });
});
