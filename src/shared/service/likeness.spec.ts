import { expect, test } from 'vitest';
import { documentContent, grainOf, likeness, type Likeness } from './likeness.ts';

const clock = { timeZone: 'Europe/Dublin', dayStartHour: 5 };
// Summer: the wall clock in Dublin is an hour ahead of UTC.
const sent = {
	locationId: 'L1',
	date: '2026-06-20T22:41:07.128Z',
	items: [
		{ itemId: 'I1', uomId: 1, quantity: '2.345' },
		{ itemId: 'I2', uomId: 1, quantity: '1' },
	],
};
const other = { ...sent, date: '2026-06-01T10:00:00Z' };

/** @param beside other rows of the list. */
const likeOf = (
	shown: unknown,
	beside: readonly unknown[] = [],
	scale: number | null = null,
): Likeness => {
	const content = documentContent(shown);
	const grain = grainOf([content, ...beside.map(documentContent)], clock, scale);
	return likeness(documentContent(sent), content, grain, clock);
};
const at = (date: string) => ({ ...sent, date });
const lines = (...quantities: string[]) => ({
	...sent,
	items: quantities.map((quantity, index) => ({ itemId: `I${index + 1}`, uomId: 1, quantity })),
});

test.each([
	'2026-06-20T22:41:07.128Z',
	'2026-06-20T22:41:07.1280000Z',
	'2026-06-20T22:41:07Z',
	'2026-06-20T22:41:07.000Z',
	'2026-06-20T22:41:00Z',
	'2026-06-20T22:41Z',
	'2026-06-20T23:41:07',
	'2026-06-20 23:41:07',
	'2026-06-20T22:41:07',
	'2026-06-20T23:41:07Z',
	'2026-06-21T00:41:07+02:00',
	'2026-06-20T22:42:00Z',
])('matches the instant 22:41:07.128Z with %s', (shown) => {
	expect(likeOf(at(shown))).toBe('same');
});

test.each([
	'2026-06-20',
	'2026-06-20T00:00:00Z',
	'2026-06-19T23:00:00.000Z',
	'2026-06-20T04:00:00.000Z',
])('matches a day with %s, with the precision of a day only', (shown) => {
	expect(likeOf(at(shown))).toBe('same-day');
});

test.each(['2026-06-20T22:41:09Z', '2026-06-20T22:43:00Z', '2026-06-22', 'tomorrow', ''])(
	'treats %s as another instant',
	(shown) => {
		expect(likeOf(at(shown))).toBe('other');
	},
);

test('treats a time without seconds as exact if the list shows seconds elsewhere', () => {
	const exact = { ...other, date: '2026-06-01T10:00:09Z' };
	expect(likeOf(at('2026-06-20T22:41:00Z'))).toBe('same');
	expect(likeOf(at('2026-06-20T22:41:00Z'), [exact])).toBe('other');
});

test('compares quantities to the digits the list shows, rounded or truncated', () => {
	expect(likeOf(lines('2.35', '1'))).toBe('same');
	expect(likeOf(lines('2.34', '1'))).toBe('same');
	expect(likeOf(lines('2.345', '1.000'))).toBe('same');
	expect(likeOf(lines('2.3', '1'))).toBe('same');
	expect(likeOf(lines('2.3', '1'), [lines('1.25', '1')])).toBe('other');
	expect(likeOf(lines('2.35', '2'))).toBe('other');
});

test('cannot distinguish documents by rounded quantities and a day alone', () => {
	expect(likeOf({ ...lines('2.3', '1'), date: '2026-06-20' })).toBe('maybe');
});

test('can if the service is known to keep no more digits', () => {
	const dated = (first: string) => ({ ...lines(first, '1'), date: '2026-06-20' });
	const onTheDay = (first: string, beside: string, scale: number) =>
		likeOf(dated(first), [dated(beside)], scale);
	expect(onTheDay('2.35', '1', 2)).toBe('same-day');
	expect(onTheDay('2.34', '1', 2)).toBe('same-day');
	expect(onTheDay('2.3', '1', 2)).toBe('maybe');
	expect(onTheDay('2.36', '1', 2)).toBe('other');
	expect(onTheDay('2.35', '1.111', 2)).toBe('other');
});

test('compares lines in any order, and merged lines', () => {
	const [first, second] = sent.items;
	expect(likeOf({ ...sent, items: [second, first] })).toBe('same');
	const halves = [
		{ ...first, quantity: '1.345' },
		{ ...first, quantity: '1' },
	];
	expect(likeOf({ ...sent, items: [...halves, second] })).toBe('same');
	expect(likeOf({ ...sent, items: [first] })).toBe('other');
	expect(likeOf({ ...sent, items: [...sent.items, { ...first, itemId: 'I3' }] })).toBe('other');
});

test('cannot tell from a list without lines, or in other units', () => {
	expect(likeOf({ ...sent, items: undefined })).toBe('maybe');
	const inBase = sent.items.map(({ itemId }) => ({ itemId, quantity: '28.14' }));
	expect(likeOf({ ...sent, items: inBase })).toBe('maybe');
});

test('treats another location or supplier as another document', () => {
	expect(likeOf({ ...sent, locationId: 'L2' })).toBe('other');
	expect(likeOf({ ...sent, supplierId: 'S1' })).toBe('other');
});
