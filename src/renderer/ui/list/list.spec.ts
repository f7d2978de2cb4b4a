import { expect, it } from 'vitest';
import { succeed } from '../../../shared/bridge/reply.ts';
import { ListState, mostChosen } from './list.svelte.ts';

/** A list of so many numbers, 10 of them visible. */
async function listOf(count: number) {
	const asked: number[] = [];
	const opened: string[] = [];
	let rows = Array.from({ length: count }, (_, index) => `row-${index}`);
	const list = new ListState<string>({
		ask: async (from, limit) => {
			asked.push(from);
			return succeed({ rows: rows.slice(from, from + limit), total: rows.length });
		},
		keyOf: (row) => row,
		open: (row) => opened.push(row),
		canChoose: true,
	});
	list.window.rowHeight = 20;
	list.window.headHeight = 20;
	list.window.viewportHeight = 220;
	await list.load();
	const key = (name: string, more: { shiftKey?: boolean; ctrlKey?: boolean } = {}) =>
		list.press({
			key: name,
			code: name.length === 1 ? `Key${name.toUpperCase()}` : name,
			shiftKey: false,
			ctrlKey: false,
			metaKey: false,
			altKey: false,
			...more,
		});
	return {
		list,
		asked,
		opened,
		key,
		change: (to: string[]) => (rows = to),
	};
}

/** A list whose answers come when the test says so. */
function waitingList() {
	const answers: ((rows: string[]) => void)[] = [];
	const list = new ListState<string>({
		ask: () =>
			new Promise((resolve) => {
				answers.push((rows) => resolve(succeed({ rows, total: rows.length })));
			}),
		keyOf: (row) => row,
		open: () => undefined,
	});
	return { list, answers };
}

it('renders visible rows and loads the rest when scrolled', async () => {
	const { list, asked, key } = await listOf(20_000);
	expect(list.total).toBe(20_000);
	expect(list.window.rows.length).toBeLessThan(40);
	key('End');
	await list.fill();
	expect(list.rowAt(19_999)).toBe('row-19999');
	expect(asked).toEqual([0, 19_900]);
});

it('keeps the current row rendered wherever it is scrolled', async () => {
	const { list } = await listOf(1_000);
	list.window.scrollTop = 10_000;
	expect(list.window.slotOf(0)).not.toBeNull();
});

it('selects with Space, Shift and arrows, all, and none', async () => {
	const { list, key } = await listOf(1_000);
	key(' ');
	key('ArrowDown');
	key(' ');
	expect([...list.chosen.keys()]).toEqual(['row-0', 'row-1']);
	key('ArrowDown', { shiftKey: true });
	key('ArrowDown', { shiftKey: true });
	expect([...list.chosen.keys()]).toEqual(['row-1', 'row-2', 'row-3']);
	key('ArrowUp', { shiftKey: true });
	expect([...list.chosen.keys()]).toEqual(['row-1', 'row-2']);
	await list.chooseAll();
	expect(list.chosen.size).toBe(mostChosen);
	key('Escape');
	expect(list.chosen.size).toBe(0);
	expect(key('Escape')).toBe(false);
});

it('keeps its position on changes, and restarts for another list', async () => {
	const { list, key, change } = await listOf(300);
	key('End');
	await list.fill();
	key(' ');
	change(Array.from({ length: 250 }, (_, index) => `row-${index}`));
	await list.load();
	expect(list.at).toBe(249);
	expect(list.chosen.size).toBe(1);
	await list.load(true);
	expect([list.at, list.window.scrollTop, list.chosen.size]).toEqual([0, 0, 0]);
});

it('returns to a row, also if it has moved, until the list is another one', async () => {
	const asked: number[] = [];
	const rows = Array.from({ length: 300 }, (_, index) => `row-${index}`);
	const list = new ListState<string>({
		ask: async (from, limit) => {
			asked.push(from);
			return succeed({ rows: rows.slice(from, from + limit), total: rows.length });
		},
		keyOf: (row) => row,
		open: () => undefined,
	});
	list.resume({ key: 'row-152', index: 150, scrollTop: 2_900 });
	await list.load(true);
	expect([asked, list.at]).toEqual([[100], 152]);
	list.showResumed();
	expect(list.window.scrollTop).toBeGreaterThan(2_800);
	await list.load(true);
	expect([list.at, list.window.scrollTop]).toEqual([0, 0]);
});

it('ignores answers from before the list changed', async () => {
	const { list, answers } = waitingList();
	const [first, second] = [list.load(), list.load(true)];
	answers[1]?.(['new']);
	answers[0]?.(['old', 'old']);
	await Promise.all([first, second]);
	expect([list.total, list.rowAt(0)]).toEqual([1, 'new']);
});

it('shows answers while changes come faster, and none that is older than the rows', async () => {
	const { list, answers } = waitingList();
	const loads = [list.load(), list.load(), list.load()];
	answers[0]?.(['first']);
	await loads[0];
	expect(list.rowAt(0)).toBe('first');
	answers[2]?.(['last']);
	answers[1]?.(['second']);
	await Promise.all(loads);
	expect(list.rowAt(0)).toBe('last');
});

it('refreshes everything visible after a change, across pages', async () => {
	const { list, change } = await listOf(300);
	list.mount({ focusRow: () => undefined, followRow: () => undefined });
	list.window.scrollTo(95 * 20);
	await list.fill();
	expect(list.rowAt(104)).toBe('row-104');
	change(Array.from({ length: 300 }, (_, index) => `new-${index}`));
	await list.load();
	expect([list.rowAt(96), list.rowAt(104)]).toEqual(['new-96', 'new-104']);
});

it('selects nothing if the list has changed by the time of the answer', async () => {
	let hold: Promise<void> = Promise.resolve();
	const list = new ListState<string>({
		ask: async () => {
			await hold;
			return succeed({ rows: ['a', 'b'], total: 2 });
		},
		keyOf: (row) => row,
		open: () => undefined,
		canChoose: true,
	});
	await list.load();
	const held = Promise.withResolvers<undefined>();
	hold = held.promise;
	const all = list.chooseAll();
	hold = Promise.resolve();
	await list.load();
	await list.load(true);
	held.resolve(undefined);
	await all;
	expect([...list.chosen.keys()]).toEqual([]);
});

it('selects all rows although the list was read again meanwhile', async () => {
	const { list } = await listOf(3);
	const all = list.chooseAll();
	await list.load();
	await all;
	expect(list.chosen.size).toBe(3);
});
