// The core as the hosts have it, on a disk that is slow: a flush of its log takes until the test ends it.
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStockedKitchen, type Kitchen } from '../../../test/support/kitchen.ts';
import type { Reply } from '../../shared/bridge/reply.ts';
import type { Core } from './core.ts';
import { createCore } from './create-core.ts';
import { openStore } from './store/open.ts';

let kitchen: Kitchen;
let core: Core;
/** Where the test ends it. */
let stopping: Promise<void> | null;
let stocktakeId: string;
/** The flushes that were begun, with what stood in the log by then. */
let flushes: (PromiseWithResolvers<undefined> & { log: Buffer })[];
/** From now on each ends by itself. */
let quick: boolean;
/** What was answered and told, in order. */
let heard: string[];

beforeEach(async () => {
	kitchen = await openStockedKitchen();
	await kitchen.close();
	let now = 0;
	flushes = [];
	quick = false;
	heard = [];
	stopping = null;
	core = createCore({
		dataFolder: kitchen.folder,
		ports: {
			...kitchen.ports,
			// Between two looks at the clock passes more than a quick disk takes for a commit.
			clock: { ...kitchen.clock, monotonic: () => (now += 5) },
			flushOf: (file) => ({
				flush() {
					const flush = { ...Promise.withResolvers<undefined>(), log: readFileSync(file) };
					flushes.push(flush);
					if (quick) flush.resolve(undefined);
					return flush.promise;
				},
				close: () => undefined,
			}),
		},
	});
	const opened = await core.call('stocktake.open', {
		locationId: 'L-1',
		name: '',
		plan: { scope: { kind: 'areas', areaIds: ['A-1', 'A-2'] } },
		intentId: 'count-of-the-day',
	});
	if (!opened.ok) throw new Error(opened.message);
	({ stocktakeId } = opened.value);
	core.on('stocktake.changed', ({ line }) => heard.push(`changed ${line?.lineNo ?? 'all'}`));
});
afterEach(async () => {
	quick = true;
	for (const { resolve } of flushes) resolve(undefined);
	await (stopping ?? core.stop());
	kitchen.remove();
});

function enter(lineNo: number, typed = '5'): Promise<Reply<unknown>> {
	const answer = core.call('stocktake.enter', {
		...{ stocktakeId, lineNo, unitId: '1', typed, locale: 'en-GB' },
	});
	void answer.then(({ ok }) => heard.push(`${ok ? 'saved' : 'not saved'} ${lineNo}`));
	return answer;
}
/** Ends a flush once it is begun. */
async function end(nth: number): Promise<void> {
	await expect.poll(() => flushes.length).toBeGreaterThan(nth);
	flushes[nth]?.resolve(undefined);
}
/** What is entered by a log that a power cut leaves. */
function enteredIn(log: Buffer): unknown[] {
	const folder = mkdtempSync(join(kitchen.folder, 'cut-'));
	copyFileSync(join(kitchen.folder, 'stillroom.db'), join(folder, 'stillroom.db'));
	writeFileSync(join(folder, 'stillroom.db-wal'), log);
	const left = openStore(folder);
	try {
		return left.durable.prepare('SELECT line_no FROM count_box ORDER BY line_no').pluck().all();
	} finally {
		left.close();
	}
}

test('an entry is answered and told when the disk has it, and others are served meanwhile', async () => {
	const entered = enter(1);
	await kitchen.clock.settle();
	const found = await core.call('item.search', { text: 'milk', locationId: 'L-1', limit: 5 });
	expect(found).toMatchObject({ ok: true, value: { items: [{ name: 'Whole milk' }] } });
	await kitchen.clock.settle();
	expect(heard).toEqual([]);

	await end(0);
	expect(await entered).toMatchObject({ ok: true });
	expect(heard).toEqual(['changed 1', 'saved 1']);
	expect(enteredIn(flushes[0]!.log)).toEqual([1]);
});

test('entries that come while the disk writes share its next turn, and none is told by the one before', async () => {
	const first = enter(1);
	await kitchen.clock.settle();
	const others = [enter(2), enter(3)];
	const reading = core.call('stocktake.sheet', { stocktakeId }).then(() => heard.push('the sheet'));
	await kitchen.clock.settle();
	await end(0);
	await first;
	await kitchen.clock.settle();
	expect(heard, 'what is read shows what is not on the disk').toEqual(['changed 1', 'saved 1']);
	expect(enteredIn(flushes[0]!.log)).toEqual([1]);

	await end(1);
	await Promise.all([...others, reading]);
	expect(heard.slice(2)).toEqual(['changed 2', 'changed 3', 'saved 2', 'saved 3', 'the sheet']);
	expect(flushes).toHaveLength(2);
	expect(enteredIn(flushes[1]!.log)).toEqual([1, 2, 3]);
});

test('what the disk does not say that it has is not called saved, and can be entered again', async () => {
	const entered = enter(1);
	await kitchen.clock.settle();
	flushes[0]?.reject(Object.assign(new Error('i/o error, fdatasync'), { code: 'EIO' }));
	expect(await entered).toMatchObject({ ok: false, code: 'file-damaged' });
	expect(heard).toEqual(['not saved 1']);
	quick = true;

	// The files are closed, looked at and opened again; the disk is good from now on.
	await enter(1);
	expect(heard).toEqual(['not saved 1', 'changed 1', 'saved 1']);
});

test('a disk that turns out to be full while it writes refuses the entry as a full one does', async () => {
	const entered = enter(1);
	await kitchen.clock.settle();
	flushes[0]?.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
	expect(await entered).toMatchObject({ ok: false, code: 'disk-full' });
	expect(heard).toEqual(['not saved 1']);
});

test('the program ends when the disk has what is on its way, and answers it', async () => {
	const entered = enter(1);
	await kitchen.clock.settle();
	stopping = core.stop().then(() => void heard.push('stopped'));
	await kitchen.clock.settle();
	expect(heard).toEqual([]);
	await end(0);
	await Promise.all([entered, stopping]);
	expect(heard.toSorted()).toEqual(['changed 1', 'saved 1', 'stopped']);
});
