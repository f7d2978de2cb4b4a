// What each screen tells a screen reader beside its text: names and roles of its parts, live regions, stops of the Tab key.
import { expect, it } from 'vitest';
import { openAll } from '../../../test/support/all-screens.ts';
import { partsOf } from '../../../test/support/named-parts.ts';

it('names the parts of every screen', async () => {
	const { screen, named } = await openAll();
	const pages = new Map<string, string[]>();
	for (const [path, name] of named) {
		await screen.go(path);
		for (const part of partsOf(document.body)) pages.set(part, [...(pages.get(part) ?? []), name]);
	}
	const lines = [...pages].map(([part, names]) =>
		names.length === named.length ? part : `${part}: ${names.toSorted().join(' ')}`,
	);
	await expect(lines.toSorted().join('\n')).toMatchFileSnapshot('named-parts.txt');
}, 60_000);
