import { expect, it } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

const open = (opening: Parameters<typeof openCountScreen>[1] = {}) =>
	openCountScreen('/counts/ID', opening);
type Screen = Awaited<ReturnType<typeof open>>;
const tabs = (screen: Screen) => screen.part('tablist').split('\n');
/** Lines of the area shown: number and name. */
const lines = (screen: Screen) =>
	[...screen.part('grid').matchAll(/^(\d+ \| .*?)DA-/gm)].map(([, line = '']) =>
		line.replace(' | ', ' '),
	);
function drag(over: Element, type: string, at: MouseEventInit = {}): void {
	const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...at });
	over.dispatchEvent(event);
	// A browser drops nothing on a part that does not take it.
	if (type === 'dragover') expect(event.defaultPrevented).toBe(true);
}

it('moves between areas, and areas among each other, by keys', async () => {
	const screen = await open({ typed: { 4: '6' } });
	expect(tabs(screen)).toEqual(['[Dry store 3 not started, on] [Freezer 2 1 left · 50%]']);
	screen.page.getByRole('tab', { name: /^Dry/ }).focus();
	const went: string[] = [];
	for (const key of ['ArrowRight', 'ArrowRight', 'End', 'Home', 'ArrowLeft']) {
		await screen.keys(`{${key}}`);
		went.push(document.activeElement?.querySelector('bdi')?.textContent ?? '');
	}
	expect(went).toEqual(['Freezer', 'Dry store', 'Freezer', 'Dry store', 'Freezer']);
	expect(lines(screen)).toEqual(['4 Whole milk', '5 Cream']);
	await screen.keys('{Control>}{ArrowLeft}{/Control}');
	expect(screen.asked('stocktake.moveArea')).toEqual([
		{ stocktakeId: screen.stocktakeId, areaId: 'A-2', behind: null, by: '' },
	]);
	expect(screen.notices()).toEqual(['Freezer is now area 1 of 2, for the next counts too.']);
	expect(tabs(screen)).toEqual(['[Freezer 2 1 left · 50%, on] [Dry store 3 not started]']);
	await screen.keys('{Control>}{ArrowLeft}{/Control}');
	await screen.keys('{Control>}{ArrowRight}{/Control}');
	expect(screen.asked('stocktake.moveArea').at(-1)?.behind).toBe('A-1');
	expect(screen.asked('stocktake.moveArea')).toHaveLength(2);
	await screen.click(/^Dry store/, 'tab');
	expect(lines(screen)).toEqual(['1 Whole milk', '2 Butter', '3 Flour']);
});

it('leaves the focus where the person went while an area was being moved', async () => {
	const moved = Promise.withResolvers<null>();
	const screen = await open({ answers: { 'stocktake.moveArea': () => moved.promise } });
	screen.page.getByRole('tab', { name: /^Dry/ }).focus();
	await screen.keys('{Control>}{ArrowRight}{/Control}');
	const finder = screen.page.getByRole('combobox', { name: 'Find a line' });
	finder.focus();
	moved.resolve(null);
	await screen.settle();
	expect(tabs(screen)[0]).toMatch(/^\[Freezer/);
	expect(document.activeElement).toBe(finder);
});

it('goes to a moved line wherever the focus was before the dialog', async () => {
	const screen = await open();
	document.querySelector<HTMLElement>('[role=tabpanel]')!.focus();
	await screen.keys('{Alt>}m{/Alt}');
	const shelves = () => screen.dialog().split('\n').slice(5, -1);
	expect(shelves()).toEqual(['[A] [B]']);
	await screen.choose('Area', 'A-2');
	expect(shelves()).toEqual(['[A]']);
	await screen.choose('Area', 'A-1');
	await screen.fill(/^Shelf/, 'By the door');
	await screen.confirm(/^Move/);
	expect(document.activeElement?.getAttribute('aria-label')).toMatch(/line 1, Whole milk/);
});

it('moves an area by dragging its tab', async () => {
	const screen = await open();
	const [dry, freezer] = screen.page.getAllByRole('tab');
	drag(freezer!, 'dragstart');
	drag(dry!, 'dragover', { clientX: -1 });
	await screen.settle();
	expect(dry!.className).toContain('before');
	drag(dry!, 'drop');
	await screen.settle();
	expect(screen.asked('stocktake.moveArea')).toEqual([
		{ stocktakeId: screen.stocktakeId, areaId: 'A-2', behind: null, by: '' },
	]);
	drag(freezer!, 'dragend');
	expect(tabs(screen)[0]).toContain('Freezer');
});

it('moves a line by keys, by dragging its number, or to another shelf', async () => {
	const screen = await open();
	await screen.keys('{Alt>}{ArrowDown}{/Alt}');
	expect(lines(screen)).toEqual(['2 Butter', '1 Whole milk', '3 Flour']);
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Case, line 1, Whole milk');
	const rows = screen.page.getAllByRole('row');
	const flour = screen.page.getByRole('img', { name: '3' });
	drag(flour, 'dragstart');
	drag(rows[2]!, 'dragover', { clientY: -1 });
	expect(rows[2]!.dataset['drop']).toBe('upper');
	drag(rows[2]!, 'drop', { clientY: -1 });
	await screen.settle();
	expect(lines(screen)).toEqual(['3 Flour', '2 Butter', '1 Whole milk']);
	await screen.keys('{Alt>}m{/Alt}');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Move Flour
		The new walking order is kept for the next counts. The stock stays in its storage area at the service.
		Area {Area: Dry store}
		Shelfoptional {Shelf optional: A}
		Type a new shelf or choose one.
		[A]
		[Cancel] [Move]"
	`);
	await screen.fill(/^Shelf/, 'B');
	await screen.confirm('A');
	expect(screen.dialog()).toContain('{Shelf optional: A}');
	await screen.choose('Area', 'A-2');
	await screen.fill(/^Shelf/, ' Top ');
	await screen.confirm(/^Move/);
	expect(screen.asked('stocktake.move').at(-1)).toMatchObject({
		areaId: 'A-2',
		behind: null,
		by: '',
		lineNo: 3,
		shelf: 'Top',
	});
	expect(lines(screen)).toEqual(['3 Flour', '4 Whole milk', '5 Cream']);
});

it('moves a line while the person leaves', async () => {
	const answer = Promise.withResolvers<null>();
	const screen = await open({ answers: { 'stocktake.move': () => answer.promise } });
	await screen.keys('{Alt>}{ArrowDown}{/Alt}');
	await screen.go('/outbox');
	answer.resolve(null);
	await screen.settle();
	expect(screen.page.getByRole('heading', { level: 1 }).textContent).toBe('Outbox');
	await screen.go(`/counts/${screen.stocktakeId}`);
	expect(lines(screen)).toEqual(['2 Butter', '1 Whole milk', '3 Flour']);
});

it('adds a line for an item, and removes it again', async () => {
	const screen = await open({ typed: { 1: '48' } });
	await screen.more('Add an item or a place…');
	await screen.confirm(/^Add/);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Add an item or a place
		An item that is not on this count, or another place where an item is kept.
		Item
		{Item, wrong: } [Show the list]
		Choose an item first: type part of its name, or its code.
		Area {Area: Dry store}
		Shelfoptional {Shelf optional: A}
		Type a new shelf or choose one.
		[A] [B]
		[Cancel] [Add]"
	`);
	await screen.user.click(screen.page.getByRole('combobox', { name: 'Item' }));
	await screen.keys('saff');
	await screen.keys('{Enter}');
	await screen.confirm(/^Add/);
	expect(screen.asked('stocktake.addLine')).toMatchObject([
		{
			areaId: 'A-1',
			behind: 2,
			by: '',
			itemId: '5',
			shelf: 'A',
		},
	]);
	expect(lines(screen)).toEqual(['1 Whole milk', '2 Butter', '6 Saffron', '3 Flour']);
	await screen.keys('3{Enter}');
	await screen.keys('{ArrowUp}');
	await screen.more(/^Remove/);
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Remove Saffron from the count?
		It is already counted. Its count is removed too; Ctrl Z restores both.
		[Cancel] [Remove]"
	`);
	await screen.confirm('Remove');
	expect(screen.asked('stocktake.removeLine')).toMatchObject([
		{
			by: '',
			evenIfCounted: false,
			lineNo: 6,
		},
		{
			by: '',
			evenIfCounted: true,
			lineNo: 6,
		},
	]);
	expect(screen.notices()).toEqual(['Saffron was removed from the count. Ctrl Z restores it.']);
	expect(document.activeElement?.getAttribute('aria-label')).toMatch(/, line 3, Flour$/);
});

it('removes only a line that was added', async () => {
	const screen = await open();
	await screen.click('More');
	expect(screen.menu()).toContain('You can only remove lines that were added during this count.');
	await screen.click(/^Remove line/, 'menuitem');
	expect(screen.asked('stocktake.removeLine')).toEqual([]);
});

it('says why a line was not added or moved', async () => {
	const no = () => fail('not-possible-now', 'no');
	const screen = await open({ answers: { 'stocktake.addLine': no, 'stocktake.move': no } });
	await screen.more('Add an item or a place…');
	await screen.user.click(screen.page.getByRole('combobox', { name: 'Item' }));
	await screen.keys('saff');
	await screen.keys('{Enter}');
	await screen.confirm(/^Add/);
	expect(screen.dialog()).toContain(
		'{Item, wrong: Saffron} [Show the list]\nThis is not possible now.',
	);
	await screen.keys('{Escape}');
	await screen.keys('{Alt>}m{/Alt}');
	await screen.confirm(/^Move/);
	expect(screen.dialog()).toContain('{Area, wrong: Dry store}\nThis is not possible now.');
});

it('searches and scans where the count is, whichever location is in use', async () => {
	const screen = await open();
	await screen.app.change({ locationId: 'L-2' });
	await screen.scan('036000291452');
	await screen.more('Add an item or a place…');
	expect(screen.dialog()).toContain('{Area: Dry store}');
	await screen.user.click(screen.page.getByRole('combobox', { name: 'Item' }));
	await screen.keys('s');
	await screen.keys('{Escape}{Escape}');
	await screen.go(`/counts/${screen.stocktakeId}/paper`);
	await screen.scan('036000291452');
	const asked = screen.calls.filter(({ name }) => name.startsWith('item.'));
	expect(asked.map(({ name }) => name)).toEqual([
		'item.byBarcode',
		'item.search',
		'item.search',
		'item.byBarcode',
	]);
	expect(asked).toEqual(
		asked.map(({ name }) => ({
			name,
			input: expect.objectContaining({ locationId: 'L-1' }) as unknown,
		})),
	);
});
