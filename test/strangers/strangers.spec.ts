// Services with one peculiarity each, how they are drawn, and drawn ones. See docs/service-profile.md, "Strangers".
import { expect, test } from 'vitest';
import { whole } from '../support/whole.ts';
import { compose, plain, type Composition } from './composition.ts';
import { keptText } from './dialect.ts';
import { runStranger, totalsOf, type Outcome } from './run.ts';

const longest = 60_000;

const whatIsEntered = [
	'approval',
	'change',
	'count',
	'delivery',
	'lock',
	'purchaseOrder',
	'purchaseRequest',
	'receipt',
	'rejection',
	'returnOrder',
	'transferOut',
	'wastage',
];

test(
	'recognises the practice service disguised as a stranger, and does a day on it once',
	async () => {
		const outcome = await runStranger({ ...plain, seed: 4_000_000 });
		expect(outcome.settings.filter((each) => each.outcome === 'missed')).toEqual([]);
		expect(outcome).toMatchObject({ unusable: null, lost: [], doubled: [], blind: [] });
		expect([...new Set(outcome.entered)].sort()).toEqual(whatIsEntered);
	},
	longest,
);

test('the same seed draws the same service, and every seed another', () => {
	expect(compose(7)).toEqual(compose(7));
	const drawn = Array.from({ length: 50 }, (_, seed) =>
		JSON.stringify({ ...compose(seed), seed: 0 }),
	);
	expect(new Set(drawn).size).toBe(50);
	// Everything that can differ does.
	const of = (dimension: keyof Composition) =>
		new Set(Array.from({ length: 200 }, (_, seed) => JSON.stringify(compose(seed)[dimension])))
			.size;
	const dimensions = (Object.keys(plain) as (keyof Composition)[]).filter(
		(each) => each !== 'broken',
	);
	expect(dimensions.filter((each) => of(each) < 2)).toEqual([]);
	expect(dimensions.length).toBeGreaterThan(20);
});

test('a stranger cuts, refuses or changes a text as composed', () => {
	const text = { field: 'notes', most: 5, over: 'cut', shape: 'upper' } as const;
	expect(keptText({ text }, 'abcdefg', 'notes')).toBe('ABCDE');
	expect(() => keptText({ text: { ...text, over: 'refuse' } }, 'abcdefg', 'notes')).toThrow(
		'At most 5',
	);
	expect(keptText({ text: { ...text, most: null, shape: 'trim' } }, ' a ', 'notes')).toBe('a');
});

test.runIf(whole)(
	'a service that cuts our reference off gets nothing twice',
	async () => {
		const text = { ...plain.text, most: 80 };
		for (const seed of [4_000_000, 4_000_002])
			expect(wrongWith(await runStranger({ ...plain, text, seed }))).toEqual([]);
	},
	longest,
);

const brokenLists = [
	['wrong-total', 'fewer-than-told'],
	['page-ignored', 'repeats'],
	['cut-short', 'fewer-than-told'],
] as const;

test.each(whole ? brokenLists : brokenLists.slice(0, 1))(
	'at a broken service nothing is lost or doubled, and its lists say why they are incomplete: %s',
	async (broken, why) => {
		const paging = { ...plain.paging, most: 20, usual: 20, over: 'cut' } as const;
		const outcome = await runStranger({ ...plain, seed: 4_000_001, paging, broken });
		expect(wrongWith(outcome)).toEqual([]);
		const reasons = new Set(outcome.incomplete.map((each) => each.split(': ')[1]));
		expect([...reasons]).toContain(why);
	},
	longest,
);

/** As `npm run -s strangers -- --seed 1` draws them. */
const firstSeed = 1_000_000;
const services = whole ? 50 : 1;

test(`${String(services)} unknown services did everything once, were recognised, and caused hardly any needless question`, async () => {
	const outcomes: Outcome[] = [];
	for (let each = 0; each < services; each += 1) {
		const outcome = await runStranger(compose(firstSeed + each));
		outcomes.push(outcome);
		expect(wrongWith(outcome)).toEqual([]);
	}
	const { effects, needless, found, settings } = totalsOf(outcomes);
	expect(effects).toBeGreaterThan(10 * services);
	expect(needless).toBeLessThanOrEqual(effects / 500);
	expect(found).toBeGreaterThanOrEqual(0.9 * settings);
}, 900_000);

/** All violations, with the seed to reproduce them. */
function wrongWith({ seed, lost, doubled, blind, unusable }: Outcome): string[] {
	const wrong = [
		...lost.map((each) => `lost: ${each}`),
		...doubled.map((each) => `doubled: ${each}`),
		...blind.map((each) => `blind: ${each}`),
		...(unusable === null ? [] : [`could not be used: ${unusable}`]),
	];
	return wrong.map((each) => `${String(seed)}: ${each}`);
}
