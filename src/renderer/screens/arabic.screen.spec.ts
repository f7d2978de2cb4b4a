// Every screen in Arabic: what is left of it in Latin letters is data, a key or a unit of a file.
import { expect, it } from 'vitest';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { openScreen } from '../../../test/support/screen.ts';
import { recordTypeNames } from '../../shared/record/records.ts';
import { screens } from './index.ts';

const paths = [
	...screens.map(({ path }) => path).filter((path) => !path.includes(':')),
	...recordTypeNames.map((name) => `/${name}/new/1`),
];

/** Names, codes and units of the kitchen, keys, kinds of files, and what `shownLines` says of a control. */
const allowed =
	/DA-\d|Whole milk|Butter|Cream|https:\/\/(inventory|service)\.example|Europe\/Berlin|(?<![A-Za-z])(Stillroom|Harbour Kitchen|Harbour Group|Garden Room|Dry store|Freezer|Noor|NO|kit|Dairy|Spoiled|Riverside Dairy|case|each|EUR|English|Ctrl|Alt|Enter|Tab|Shift|Esc|F\d+|CSV|Excel|XLSX|yes|no|on|off|open|wrong)(?![A-Za-z])/g;

it('no screen shows English', async () => {
	const kitchen = await openStockedKitchen();
	const settings = { language: 'ar', locale: 'ar-AE' } as const;
	const screen = await openScreen('/counts', { kitchen, settings });
	const found = new Map<string, string>();
	const count = { locationId: 'L-1', name: 'C', plan: { scope: { kind: 'full' } } } as const;
	const { stocktakeId } = kitchen.call('stocktake.open', {
		...count,
		intentId: crypto.randomUUID(),
	});
	const more = ['', '/review', '/paper'].map((page) => `/counts/${stocktakeId}${page}`);
	for (const path of [...paths, ...more]) {
		await screen.go(path);
		const shown = screen.shown().replaceAll(/ #\S*>/g, '>');
		for (const word of shown.replaceAll(allowed, '|').match(/[A-Za-z]{2,}( [A-Za-z]{2,})*/g) ?? [])
			found.set(word, path);
	}
	expect([...found]).toEqual([]);
}, 60_000);
