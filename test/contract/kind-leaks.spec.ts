// Generic code walks the kinds of documents. Only their own files name them.
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { documentAreas, kindNames } from '../../src/shared/document/kinds.ts';

/** The files of the kinds themselves, and of the service. */
const own = [
	'src/shared/document/',
	'src/shared/service/',
	'src/practice/',
	'src/renderer/messages/',
	// What to order follows from orders and transfers.
	'src/main/core/ordering/',
	'src/renderer/screens/ordering/',
	// What becomes of orders, and orders from requests.
	'src/main/core/purchasing/',
	'src/renderer/screens/purchasing/',
	// What can go back follows from receipts.
	'src/main/core/return/',
	'src/renderer/screens/return/',
	// What follows from receipts of orders.
	'src/main/core/follow-up/',
	'src/renderer/screens/follow-up/',
	// The control tower of the service lists open orders.
	'src/main/core/report/',
	'src/renderer/screens/report/',
	// Waste, which is the kind `wastage`.
	...['waste', ...documentAreas].flatMap((area) => [
		`src/shared/bridge/${area}.ts`,
		`src/main/core/${area}/`,
		`src/renderer/screens/${area}/`,
	]),
];

/** Each with the reason why no declaration says it. */
const exceptions: Readonly<Record<string, string>> = {
	'src/main/core/capabilities.ts': 'names the capability of each area',
	'src/main/core/record/templates.ts': 'changes the templates of waste on this PC',
	'src/main/core/service-check/check.ts': 'reads one operation to see a refusal',
	'src/main/core/service-check/forms.ts': 'reads a few operations to find forms',
	'src/main/core/service-check/names.ts': 'tries the lists that have a filter by location',
	'src/main/core/service-check/paths.ts': 'pings a few operations',
	'src/main/core/service-check/signing-in.ts': 'reads a few operations with a token',
	'src/main/core/service-check/test-body.ts': 'makes a test document of all kinds of the service',
	'src/main/core/service-check/test-documents.ts': 'says which test documents it may submit',
	'src/main/core/stocktake/cut-off.ts': 'finds open receipts in the orders',
	'src/renderer/record/stock-moves.ts': 'begins waste, a transfer or a count of what is in stock',
	'src/renderer/screens/service-check/check-page.svelte.ts':
		'offers two kinds of test documents first',
	'src/renderer/screens/settings/ApprovalsCard.svelte': 'offers the rule for waste alone',
	'src/renderer/screens/settings/WasteWordsCard.svelte': 'sets the words for reasons of waste',
	'src/renderer/screens/settings/fault-switches.svelte.ts':
		'offers a few operations of the practice service',
	'src/renderer/shell/areas.ts': 'the table of areas',
};

const names = kindNames.join('|');
const leaks = [
	// A name, an operation or a call: 'wastage', `transferOut.list`.
	new RegExp(`['"\`](?:${names})['"\`.]`),
	new RegExp(`['"\`](?:${documentAreas.join('|')})\\.`),
	// A row of a table, or a lookup in one.
	new RegExp(`(?:^|[\\s{,.])(?:${names})(?:\\?\\.|[:.]|\\()`, 'm'),
	new RegExp(`\\.(?:${names})\\b`),
];

const withoutComments = (text: string): string =>
	text.replaceAll(/\/\*[^]*?\*\/|<!--[^]*?-->|(?<=^|\s)\/\/.*$/gm, '');

test('no source file names a kind of document, except those that belong to it', async () => {
	const named: string[] = [];
	for await (const path of glob('src/**/*.{ts,svelte}', { exclude: ['src/practice/**'] })) {
		const file = path.replaceAll('\\', '/');
		if (file.endsWith('.spec.ts') || own.some((each) => file.startsWith(each))) continue;
		const text = withoutComments(readFileSync(file, 'utf8'));
		if (leaks.some((leak) => leak.test(text))) named.push(file);
	}
	expect(named.sort()).toEqual(Object.keys(exceptions).sort());
});
