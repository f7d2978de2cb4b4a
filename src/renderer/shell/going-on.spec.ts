// Whoever went elsewhere while a call was under way stays there: what leads on after an answer says where it was asked.
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

interface Part {
	readonly type: string;
	readonly start: number;
	readonly async?: boolean;
	readonly [more: string]: unknown;
}
const isPart = (value: unknown): value is Part =>
	typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const partsOf = (part: Part): Part[] => Object.values(part).flat().filter(isPart);
const isFunction = ({ type }: Part): boolean => type.includes('Function');

/** What a function does itself, without the functions inside it. */
const doneIn = (part: Part): Part[] =>
	partsOf(part).flatMap((each) => (isFunction(each) ? [] : [each, ...doneIn(each)]));
const functionsIn = (part: Part): Part[] =>
	partsOf(part).flatMap((each) => [...(isFunction(each) ? [each] : []), ...functionsIn(each)]);

const leadsOn = /\broute\??\.(go|leave|redirect)\($/;
const saysFrom = /\bfrom\b[^]*\)$/;

/** @returns what leads on after a wait, without saying from where */
function careless(source: string): string[] {
	return functionsIn(parse(source, { modern: true }) as never).flatMap((each) => {
		const done = doneIn(each);
		const waits = done.find(({ type }) => type === 'AwaitExpression');
		return done
			.filter(({ type, start }) => type === 'CallExpression' && waits && start > waits.start)
			.map(({ start, end }) => source.slice(start, Number(end)))
			.filter((call) => leadsOn.test(call.slice(0, call.indexOf('(') + 1)) && !saysFrom.test(call));
	});
}

/** There is nowhere else to be, or somebody asked for the page and for nothing else. */
const meant = ['connect/Connect.svelte', 'connect/Fetching.svelte', 'desktop/DesktopLink.svelte'];

test('nothing leads a person on who went elsewhere before an answer', () => {
	const sources = import.meta.glob<string>(['../**/*.{svelte,ts}', '!../**/*.spec.ts'], {
		query: '?raw',
		import: 'default',
		eager: true,
	});
	const found = Object.entries(sources).flatMap(([path, source]) => {
		const component = path.endsWith('.svelte') ? source : `<script lang="ts">${source}</script>`;
		return careless(component).map((call) => `${path}: ${call}`);
	});
	expect(found.filter((each) => !meant.some((path) => each.includes(path)))).toEqual([]);
	for (const path of meant) expect(found.join()).toContain(path);
});
