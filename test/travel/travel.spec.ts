// The second model: work that travels between PCs by backups, damage and files. Each known way of losing, doubling or
// reverting something is a short history; the rest is random.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journeys, runHistory, sendings, work, type Deed } from './history.ts';
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

/** Actions in order: each at the first PC, or `@` another, and `:` which of the candidates it chooses, in [0, 1). */
const histories = {
	'a template, a plan, the labels and the settings stay the newest when the file is repaired':
		'template, count-template, look, copy, template, count-template, look:0.9, break-index',
	'a removed template stays removed when the file is repaired':
		'template, copy, template:0.99, break-index',
	'what was moved away and back is there when the file is repaired by a copy from in between':
		'draft, submit, draft, give-move, copy, import@2, give-move@2, import, break-index',
	'the newest copy takes the place of a ruined file, also where the clock was a year ahead before':
		'draft, copy-ahead, edit, copy, ruin',
	'a draft that was changed at the other PC comes back changed':
		'draft, give-copy, import@2, edit@2, give-move@2, import',
	'a draft that was changed at the other PC comes back changed, also where this one had imported its own file':
		'draft, give-move, import@2, import-again, edit@2, give-move@2, import',
	'two receipts of one transfer are put before a person': 'receive, receive@2, give-move@2, import',
	'an older file that is imported again changes nothing':
		'draft, give-move, import@2, edit@2, import-again:0, give-move@2, import-again:0.99, ' +
		'import-again:0',
	'an edit that was discarded and begun anew since the copy stays':
		'begin-edit, copy, begin-edit, restore',
	'a count that was opened between two copies that were restored is whole':
		'open-count, copy, keep-code, copy, restore:0, open-count, keep-code:0.99, restore:0.99',
	'decisions and codes of the other PC come back with the count':
		'open-count, enter, give-copy, import@2, enter:0.5, decide@2, keep-code@2, give-move@2, import',
	'pictures that were lost come back with a file that has them':
		'draft, add-photo, give-copy, import@2, lose-pictures, give-copy@2, import',
	'a photo that was removed at the other PC stays removed':
		'draft, add-photo, give-copy, import@2, remove-photo@2, give-move@2, import, import-again:0',
	'lines that two PCs changed of one draft are all there, and a person is asked about one that both changed':
		'draft, give-copy, import@2, line, line@2, give-copy@2, import, line:0.6, line@2:0.6, ' +
		'give-copy, import@2, give-move@2, import',
	'a line that one PC removed does not come back with the entries of the other PC':
		'draft, line, give-copy, import@2, line:0.9, edit@2, give-copy@2, import',
	'a copy that is restored leaves the receipt that was begun since':
		'receive, receive@2:0.8, copy, give-copy@2, import, restore',
	'a copy that two PCs send is one document':
		'draft, submit, give-copy, import@2, send@2, send, send@2',
	'work that was moved while it waited, and is at both PCs again, is one document':
		'draft, submit, give-move, import@2, import-again, send@2, send, send@2',
	'a PC that goes on from a copy of before it sent something sends it no second time':
		'draft, submit, copy, send, ruin, send',
	'it is said when the log is gone': 'draft, edit, lose-log',
};

const names = new Set<string>([...work, ...journeys, ...sendings].flat());
const isName = (name: string): name is Deed['name'] => names.has(name);

function deedsOf(history: string): Deed[] {
	return history.split(', ').map((word) => {
		const [, name = '', pc = '1', pick = '0.3'] =
			/^([a-z-]+)(?:@(\d))?(?::(.+))?$/.exec(word) ?? [];
		if (!isName(name)) throw new Error(`There is no action "${word}".`);
		return { name, pc: Number(pc) - 1, pick: Number(pick), keep: 'there' };
	});
}

test.each(Object.entries(histories))('%s', async (_name, history) => {
	await runHistory(templates, 2, deedsOf(history));
});

test('whatever people do at two or three PCs, nothing is lost, doubled or silently reverted', async () => {
	const { failures } = await travel({ histories: whole ? 50 : 3, seed: 20_261_123 });
	expect(failures).toEqual([]);
}, 120_000);
