// What each screen tells a screen reader beside its text: names and roles of its parts, live regions, stops of the Tab key, where
// the focus begins, and the way back.
import { expect, it } from 'vitest';
import { openAll } from '../../../test/support/all-screens.ts';
import { partsOf } from '../../../test/support/named-parts.ts';

it('names the parts of every screen', async () => {
	const { screen, named } = await openAll();
	const pages = new Map<string, string[]>();
	for (const [path, name] of named) {
		await screen.go(path);
		const { localName, textContent } = document.activeElement ?? document.body;
		const focus = `focus: ${localName} ${textContent.trim().replaceAll(/\s+/g, ' ')}`.trim();
		for (const part of [...partsOf(document.body), focus])
			pages.set(part, [...(pages.get(part) ?? []), name]);
	}
	const lines = [...pages].map(([part, names]) =>
		names.length === named.length ? part : `${part}: ${names.toSorted().join(' ')}`,
	);
	await expect(lines.toSorted().join('\n')).toMatchFileSnapshot('named-parts.txt');
}, 60_000);

it('goes back from a page to its list', async () => {
	const { screen } = await openAll();
	for (const [path, back] of [
		['/credits/new', 'All credits'],
		['/credits/letter/P-1', 'All credits'],
		['/credits/claim-of-order', 'All credits'],
		['/prices/1', 'All prices'],
		['/ordering/tables/par', 'All suppliers'],
		['/ordering/P-1', 'All suppliers'],
	] as const) {
		// Opened from its list, it would only go back in the history.
		await screen.go('/nowhere');
		await screen.go(path);
		await screen.click(back);
		expect([path, screen.app.route.path]).toEqual([path, `/${path.split('/')[1] ?? ''}`]);
	}
});
