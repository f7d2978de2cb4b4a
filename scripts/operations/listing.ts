// The registry as text: the CSV list of the service's document, and docs/service.md.
import { operations } from '../../src/shared/service/index.ts';
import { unused } from './unused.ts';
import type { Operation, ReplayRule } from '../../src/shared/service/operation.ts';

const all: readonly Operation[] = operations;
/** Operations that share an address are one operation of the service. */
const atAddresses = [
	...Map.groupBy(all, ({ method, path }) => `${method} ${path}`).values(),
].flatMap(([first]) => first ?? []);

export function operationsCsv(): string {
	const lines = atAddresses.map((each) =>
		[
			each.area,
			each.resource,
			each.method,
			each.path,
			each.evidence.method,
			inCsv(each.note ?? ''),
		].join(','),
	);
	return `${['area,resource,method,path,method_evidence,note', ...lines].join('\n')}\n`;
}

const inCsv = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** docs/service.md: every operation by area and resource, with evidence and rule. */
export function operationsMarkdown(): string {
	const shown = atAddresses.filter((each) => each.evidence.method === 'shown').length;
	return [
		'# The service',
		'',
		`All ${atAddresses.length} operations of the service, as \`src/shared/service\` declares them. Its documentation shows the method of ${shown};`,
		`that of the other ${atAddresses.length - shown} is our reading. If a service differs, its profile says so (\`operations\`, \`fields\`;`,
		'[service-profile.md](service-profile.md)). This page is made by `npm run -s operations -- --markdown`.',
		'',
		'In the columns _method_, _request_ and _answer_, **shown** means that the documentation shows it, and _assumed_ that',
		'it is our reading. The last column says how a write is proved after a lost reply, and whether it may wait offline;',
		'[outbox.md](outbox.md) says how the outbox asks.',
		...areas().flatMap((area) => ['', `## ${area}`, ...resourcesOf(area).flatMap(sectionOf)]),
		'',
		'## Without a screen',
		'',
		'No screen uses these operations. `npm run -s operations -- --reach` lists those that the tests with a real PC and the',
		'tour called.',
		'',
		...unusedByReason(),
		'',
	].join('\n');
}

const unusedByReason = (): string[] =>
	[...Map.groupBy(Object.entries(unused), ([, reason]) => reason)].map(
		([reason, names]) => `- ${names.map(([name]) => `\`${name}\``).join(', ')}: ${reason}`,
	);

const areas = () => [...new Set(all.map((each) => each.area))];
const resourcesOf = (area: string) => [
	...new Set(all.filter((each) => each.area === area).map((each) => each.resource)),
];

function sectionOf(resource: string): string[] {
	const rows = all.filter((each) => each.resource === resource);
	return ['', `### ${resource}`, '', ...table(rows.map(cellsOf))];
}

const heading = ['name', 'operation', 'method', 'request', 'answer', 'after a lost reply'];

const cellsOf = (each: Operation): string[] => [
	`\`${each.name}\``,
	`${each.method} \`${each.path}\`${each.note === undefined ? '' : ` (${each.note})`}`,
	evidence(each.evidence.method),
	evidence(each.evidence.request),
	evidence(each.evidence.response),
	each.replay === undefined ? 'a read: repeated' : wordsOf(each.replay),
];

function table(rows: readonly string[][]): string[] {
	const widths = heading.map((title, column) =>
		Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
	);
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

const evidence = (kind: 'shown' | 'assumed') => (kind === 'shown' ? '**shown**' : 'assumed');

const waiting = {
	queue: 'waits offline',
	'by-choice': 'waits offline only by choice',
	never: 'never waits offline',
} as const;

/** A rule as a sentence: its proof, and whether it is queued. */
export function wordsOf(rule: ReplayRule): string {
	return `${proofInWords(rule)}; ${waiting[rule.offline]}`;
}

function proofInWords(rule: ReplayRule): string {
	switch (rule.proof) {
		case 'reference':
			return `our reference in \`${rule.list}\`, or one new entry there with the same content`;
		case 'state':
			return `\`${rule.read}\` shows ${rule.reached.join(', ')}`;
		case 'quantities':
			if (rule.byAnyAmount) {
				return `\`${rule.read}\` shows a different quantity; stock, so resent only by a person`;
			}
			return `every line of \`${rule.read}\` has grown by ours; stock, so resent only by a person`;
		case 'equality':
			return `\`${rule.read}\` shows the values sent`;
		case 'gone':
			return `\`${rule.read}\` no longer finds it`;
		case 'effect':
			return `\`${rule.read}\` ${rule.shows}`;
		case 'none':
			return 'nothing proves it';
	}
}
