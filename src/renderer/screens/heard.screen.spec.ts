// What each screen tells beside its text, where a person begins on it, the keys of its footer, and where it leads.
import { expect, it } from 'vitest';
import { openAll } from '../../../test/support/all-screens.ts';
import { enterBox } from '../../../test/support/counting.ts';
import { wasteLine, wasteToSave } from '../../../test/support/documents.ts';
import { heardOn } from '../../../test/support/heard.ts';
import { finish, giveTableThread, pasted } from '../../../test/support/import-page.ts';
import { refused } from '../../../test/support/verdicts.ts';
import type { App } from '../app.svelte.ts';
import { printedChord } from '../keys/key-words.ts';
import { keysAt, keyTable, placesOf } from '../keys/keys.ts';
import { screens } from './index.ts';

/** A chapter for each set of screens that have the same parts, of all but a few told by those without. */
function chapters(pages: ReadonlyMap<string, readonly string[]>): string {
	const having = new Map<string, string[]>();
	for (const [page, lines] of pages)
		for (const line of lines) having.set(line, [...(having.get(line) ?? []), page]);
	const all = new Map<string, string[]>();
	for (const [line, names] of having) {
		const others = [...pages.keys()].filter((page) => !names.includes(page));
		const most = others.length === 0 ? ['All'] : ['All but', ...others];
		const title = (others.length < names.length ? most : names).join(' ');
		all.set(title, [...(all.get(title) ?? []), `\t${line}`]);
	}
	return [...all]
		.map(([title, lines]) => [title, ...lines.toSorted()].join('\n'))
		.toSorted()
		.join('\n');
}

/** The keys that `?` shows on a page, as a footer prints them. */
function listedKeys({ t, route }: App): Set<string> {
	const names = placesOf(route.match?.screen.path ?? '').flatMap(keysAt);
	const chords = names.flatMap((name): readonly string[] => keyTable[name].chords);
	return new Set(['↑ ↓', ...chords.map((chord) => printedChord(t, chord).join(' '))]);
}

it('tells a screen reader of the parts of every screen', async () => {
	giveTableThread();
	const { screen, named, stocktakeId } = await openAll();
	const kitchen = screen.kitchen!;
	const pages = new Map<string, string[]>();
	const footers = new Map<string, string[]>();
	const unlisted: string[] = [];
	const shown: string[] = [];
	const hear = (name: string) => {
		shown.push(
			name,
			...screen
				.shown()
				.split('\n')
				.map((line) => `\t${line}`),
		);
		pages.set(name, heardOn(document.body));
		const { keys, text } = screen.app.foot.content;
		const hints = keys.map((note) => `${note.keys.join(' + ')}: ${note.label}`);
		const listed = listedKeys(screen.app);
		for (const note of keys)
			if (!listed.has(note.keys.join(' '))) unlisted.push(`${name}: ${note.keys.join(' + ')}`);
		footers.set(name, [...hints, ...(text === '' ? [] : [text])]);
	};
	for (const [path, name] of named) {
		await screen.go(path);
		hear(name);
	}

	// With nothing to count, a record selected, entries, a refused document, and rows to import.
	await screen.go('/counts/new');
	await screen.click('Items', 'radio');
	hear('/counts/new/items');
	await screen.go('/supplier');
	await screen.keys(' ');
	hear('/supplier/selected');
	enterBox(kitchen, stocktakeId, 1, '40', { by: 'Samir' });
	for (const page of ['', '/review', '/paper']) {
		await screen.go(`/counts/${stocktakeId}${page}`);
		hear(`/counts/counted${page}`);
	}
	const { documentId } = kitchen.call('wastage.save', wasteToSave([wasteLine()]));
	kitchen.service.next = [refused];
	kitchen.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
	await kitchen.send();
	await screen.go('/outbox?show=all');
	await screen.click('Show history');
	hear('/outbox/history');
	await screen.go('/imports/new');
	await screen.user.click(screen.page.getByLabelText(/^Or paste rows/));
	await screen.user.paste(pasted.join('\n'));
	await screen.keys(finish);
	hear('/imports/columns');
	await screen.keys(finish);
	await kitchen.clock.settle();
	await screen.settle();
	hear('/imports/preview/:id');
	kitchen.service.there = false;
	await screen.keys(finish);
	await kitchen.clock.settle();
	await screen.settle();
	hear('/imports/run/:id');
	const heard = new Set(screens.filter(({ path }) => pages.has(path)).map(({ load }) => load));
	expect(screens.filter(({ load }) => !heard.has(load))).toEqual([]);
	expect(unlisted).toEqual([]);
	const told = shown.join('\n').replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '…');
	await expect(told).toMatchFileSnapshot('shown.txt');
	await expect(chapters(pages)).toMatchFileSnapshot('heard.txt');
	await expect(chapters(footers)).toMatchFileSnapshot('footers.txt');
}, 60_000);

it('names nothing that cannot be opened', async () => {
	const { screen, named } = await openAll();
	const links = new Map<string, string>();
	for (const [path, name] of named) {
		await screen.go(path);
		// Rows that the service alone knows are made up here.
		if (['/organisation', '/marketplace'].includes(name)) continue;
		for (const link of document.querySelectorAll('main a[href^="#/"]'))
			links.set(decodeURIComponent(link.getAttribute('href')!.slice(1)), name);
	}
	for (const [path] of named) links.delete(path);
	expect(links.size).toBeGreaterThan(10);
	for (const [path, from] of links) {
		await screen.go(path);
		expect(screen.shown(), `${path} of ${from}`).not.toMatch(/no longer|does not exist|could not/);
	}
}, 60_000);

it('leads from a page to its list, and to what else it names', async () => {
	const { screen, stocktakeId } = await openAll();
	// No page is opened from the list that it leads to: it would only go back in the history.
	for (const [path, name, to, role] of [
		['/credits/new', 'All credits', '/credits'],
		['/prices/1', 'All prices', '/prices'],
		['/credits/letter/P-1', 'All credits', '/credits'],
		['/ordering/tables/par', 'All suppliers', '/ordering'],
		['/credits/claim-of-order', 'All credits', '/credits'],
		['/ordering/P-1', 'All suppliers', '/ordering'],
		['/counts/new', 'Cancel', '/counts'],
		['/report/dashboard', 'Back to the list', '/report'],
		['/counts/history', 'All counts', '/counts'],
		['/orders/service:purchaseOrder:O-1', 'All purchase orders', '/orders'],
		['/waste', 'Totals', '/waste/totals', 'radio'],
		['/credits', 'By supplier', '/credits/totals', 'radio'],
		['/ordering/tables/par', 'Minimum orders', '/ordering/tables/terms', 'radio'],
		['/supplier', 'Import', '/imports/new'],
	] as const) {
		await screen.go(path);
		await screen.click(name, role);
		expect([path, screen.app.route.path]).toEqual([path, to]);
	}
	await screen.go(`/counts/${stocktakeId}`);
	await screen.fromMenu('More', 'Enter from paper');
	expect(screen.app.route.path).toBe(`/counts/${stocktakeId}/paper`);
});
