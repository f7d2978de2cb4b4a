// The fault table of docs/outbox.md: measured results in the screens' words, with equal rows merged.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { z } from 'zod';
import {
	howConfirmed,
	sentenceOf,
	whenWords,
} from '../../src/renderer/screens/outbox/step-words.ts';
import type { Outcome, Seen } from './measure.ts';

export const marks = ['<!-- faults -->', '<!-- /faults -->'] as const;
export const page = join(import.meta.dirname, '../../docs/outbox.md');

const words = z
	.record(z.string(), z.string())
	.parse(
		JSON.parse(
			readFileSync(join(import.meta.dirname, '../../src/renderer/messages/en/outbox.json'), 'utf8'),
		),
	);

/** One row per fault and outcome, with its operations. */
export function faultTable(outcomes: readonly Outcome[]): string {
	const operations = [...new Set(outcomes.map(({ operation }) => operation))];
	const rows = new Map<string, { fault: string; cells: string[]; operations: string[] }>();
	for (const outcome of outcomes) {
		const cells = [
			String(outcome.requests),
			String(outcome.done),
			sentence(outcome.first),
			outcome.last.step.state === 'confirmed' ? 'confirmed' : 'a person',
			sentence(outcome.last),
		];
		const key = [outcome.fault, ...cells].join('|');
		const row = rows.get(key) ?? { fault: outcome.fault, cells, operations: [] };
		row.operations.push(outcome.operation);
		rows.set(key, row);
	}
	const head = ['fault, once', 'operations', 'requests', 'done', 'seen first', 'ends', 'seen then'];
	return [
		head,
		head.map(() => '---'),
		...[...rows.values()].map((row) => [
			row.fault,
			inWords(row.operations, operations),
			...row.cells,
		]),
	]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

/** All, all but a few, or the few. */
function inWords(named: readonly string[], all: readonly string[]): string {
	const others = all.filter((each) => !named.includes(each));
	if (others.length === 0) return 'all';
	if (others.length < named.length) return `all but ${others.join(', ')}`;
	return named.join(', ');
}

/** The text between the marks. @throws if there are none. */
export function between(text: string): { before: string; table: string; after: string } {
	const [before, rest] = text.split(marks[0]);
	const [table, after] = rest?.split(marks[1]) ?? [];
	if (before === undefined || table === undefined || after === undefined) {
		throw new Error(`${page} has no ${marks.join(' … ')}.`);
	}
	return { before, table, after };
}

/** As the screen says it; `…` for the action, with sample times and numbers. */
function sentence({ step, network, now }: Seen): string {
	const { key, inMs } = sentenceOf(step.state === 'confirmed' ? { ...step, verb: 'other' } : step, {
		now,
		network,
		secretNeeded: false,
		diskFull: false,
	});
	const when = inMs === null ? null : whenWords(inMs);
	const said = say(key, {
		doing: '…',
		time: '10:42',
		at: 'at 10:42',
		number: 'WST-0042',
		when: when === null ? '' : say(when.key, when.values),
	});
	const how = howConfirmed(step);
	return how === null ? said : `${said}. ${say(how, {})}`;
}

function say(key: string, values: Record<string, string | number>): string {
	const message = words[key.replace(/^outbox\./, '')];
	if (message === undefined) throw new Error(`There are no words for ${key}.`);
	return String(
		new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).format(values),
	);
}
