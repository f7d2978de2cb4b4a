// The second model: work that travels between PCs by backups, damage and files. Each known way of losing, doubling or
// reverting something is a short history; the rest is random.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHistory, type Deed } from './history.ts';
import { makeTemplates, type Templates } from './pcs.ts';
import { whole } from '../support/whole.ts';
import { travel } from './travel.ts';

let templates: Templates;
beforeAll(async () => {
	templates = await makeTemplates();
});
afterAll(() => {
	templates.remove();
});

/** An action at a PC, by default the first. */
function at(name: Deed['name'], pc = 1, pick = 0.3): Deed {
	return { name, pc: pc - 1, pick, keep: 'there' };
}
const [first, last] = [0, 0.99];

const histories: Record<string, readonly Deed[]> = {
	'a template, a plan, the labels and the settings stay the newest when the file is repaired': [
		at('template'),
		at('count-template'),
		at('look'),
		at('copy'),
		at('template'),
		at('count-template'),
		at('look', 1, 0.9),
		at('break-index'),
	],
	'a removed template stays removed when the file is repaired': [
		at('template'),
		at('copy'),
		at('template', 1, last),
		at('break-index'),
	],
	'what was moved away and back is there when the file is repaired by a copy from in between': [
		at('draft'),
		at('submit'),
		at('draft'),
		at('give-move'),
		at('copy'),
		at('import', 2),
		at('give-move', 2),
		at('import'),
		at('break-index'),
	],
	'the newest copy takes the place of a ruined file, also where the clock was a year ahead before':
		[at('draft'), at('copy-ahead'), at('edit'), at('copy'), at('ruin')],
	'a draft that was changed at the other PC comes back changed': [
		at('draft'),
		at('give-copy'),
		at('import', 2),
		at('edit', 2),
		at('give-move', 2),
		at('import'),
	],
	'a draft that was changed at the other PC comes back changed, also where this one had imported its own file':
		[
			at('draft'),
			at('give-move'),
			at('import', 2),
			at('import-again'),
			at('edit', 2),
			at('give-move', 2),
			at('import'),
		],
	'two receipts of one transfer are put before a person': [
		at('receive'),
		at('receive', 2),
		at('give-move', 2),
		at('import'),
	],
	'an older file that is imported again changes nothing': [
		at('draft'),
		at('give-move'),
		at('import', 2),
		at('edit', 2),
		at('import-again', 1, first),
		at('give-move', 2),
		at('import-again', 1, last),
		at('import-again', 1, first),
	],
	'an edit that was discarded and begun anew since the copy stays': [
		at('begin-edit'),
		at('copy'),
		at('begin-edit'),
		at('restore'),
	],
	'a count that was opened between two copies that were restored is whole': [
		at('open-count'),
		at('copy'),
		at('keep-code'),
		at('copy'),
		at('restore', 1, first),
		at('open-count'),
		at('keep-code', 1, last),
		at('restore', 1, last),
	],
	'decisions and codes of the other PC come back with the count': [
		at('open-count'),
		at('enter'),
		at('give-copy'),
		at('import', 2),
		at('enter', 1, 0.5),
		at('decide', 2),
		at('keep-code', 2),
		at('give-move', 2),
		at('import'),
	],
	'pictures that were lost come back with a file that has them': [
		at('draft'),
		at('add-photo'),
		at('give-copy'),
		at('import', 2),
		at('lose-pictures'),
		at('give-copy', 2),
		at('import'),
	],
	'a photo that was removed at the other PC stays removed': [
		at('draft'),
		at('add-photo'),
		at('give-copy'),
		at('import', 2),
		at('remove-photo', 2),
		at('give-move', 2),
		at('import'),
		at('import-again', 1, first),
	],
	'lines that two PCs changed of one draft are all there, and a person is asked about one that both changed':
		[
			at('draft'),
			at('give-copy'),
			at('import', 2),
			at('line'),
			at('line', 2),
			at('give-copy', 2),
			at('import'),
			at('line', 1, 0.6),
			at('line', 2, 0.6),
			at('give-copy'),
			at('import', 2),
			at('give-move', 2),
			at('import'),
		],
	'a line that one PC removed does not come back with the entries of the other PC': [
		at('draft'),
		at('line'),
		at('give-copy'),
		at('import', 2),
		at('line', 1, 0.9),
		at('edit', 2),
		at('give-copy', 2),
		at('import'),
	],
	'a copy that is restored leaves the receipt that was begun since': [
		at('receive'),
		at('receive', 2, 0.8),
		at('copy'),
		at('give-copy', 2),
		at('import'),
		at('restore'),
	],
	'a copy that two PCs send is one document': [
		at('draft'),
		at('submit'),
		at('give-copy'),
		at('import', 2),
		at('send', 2),
		at('send'),
		at('send', 2),
	],
	'work that was moved while it waited, and is at both PCs again, is one document': [
		at('draft'),
		at('submit'),
		at('give-move'),
		at('import', 2),
		at('import-again'),
		at('send', 2),
		at('send'),
		at('send', 2),
	],
	'a PC that goes on from a copy of before it sent something sends it no second time': [
		at('draft'),
		at('submit'),
		at('copy'),
		at('send'),
		at('ruin'),
		at('send'),
	],
	'it is said when the log is gone': [at('draft'), at('edit'), at('lose-log')],
};

test.each(Object.entries(histories))('%s', async (_name, deeds) => {
	await runHistory(templates, 2, deeds);
});

test('whatever people do at two or three PCs, nothing is lost, doubled or silently reverted', async () => {
	const { failures } = await travel({ histories: whole ? 50 : 3, seed: 20_261_123 });
	expect(failures).toEqual([]);
}, 120_000);
