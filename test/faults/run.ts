// `npm run -s faults -- [--write]`: runs every queued operation with every fault, and prints the table or writes it to
// docs/outbox.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { readOptions } from '../../scripts/command-line.ts';
import { measureFaults } from './measure.ts';
import { between, faultTable, marks, page } from './table.ts';

const { write } = readOptions({ write: { type: 'boolean', default: false } });
const table = faultTable(await measureFaults());
if (write) {
	const { before, after } = between(readFileSync(page, 'utf8'));
	const text = `${before}${marks[0]}\n\n${table}\n\n${marks[1]}${after}`;
	writeFileSync(page, await format(text, { parser: 'markdown', printWidth: 120, useTabs: true }));
} else console.log(table);
