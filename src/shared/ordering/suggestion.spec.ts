import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { farFrom, suggest, type Demand, type OrderUnit, type Supply } from './suggestion.ts';
import { roundings } from './tables.ts';

const nothing: Demand = {
	par: null,
	minimum: null,
	usage: null,
	daysToCover: null,
	standing: null,
};
const empty: Supply = { onHand: '0', due: '0', arriving: '0', leaving: '0' };
const single: OrderUnit = {
	factor: { numerator: '1', denominator: '1' },
	places: 0,
	minimum: null,
	multiple: null,
	rounding: 'up',
};
const caseOf12: OrderUnit = { ...single, factor: { numerator: '12', denominator: '1' } };

describe('a suggested quantity', () => {
	it.each([
		['up', '3'],
		['nearest', '3'],
		['down', '2'],
	] as const)('is rounded %s by the rule of the line', (rounding, quantity) => {
		const supply = { ...empty, onHand: '3.25' };
		const line = { ...single, rounding };
		expect(suggest({ ...nothing, par: '6' }, supply, line)).toMatchObject({
			kind: 'suggested',
			exact: '2.75',
			quantity,
			rounding,
		});
	});

	it('counts what is due and on its way as there, and what is promised as gone', () => {
		const supply = { onHand: '20', due: '10', arriving: '5', leaving: '11' };
		expect(suggest({ ...nothing, par: '60' }, supply, caseOf12)).toMatchObject({
			need: '60',
			have: '24',
			exact: '3',
			quantity: '3',
			by: 'par',
		});
	});

	it('covers the usage until the delivery after this one, and leaves the minimum', () => {
		const usage = { used: '70', days: 28 };
		const demand = { ...nothing, minimum: '5', usage, daysToCover: 10 };
		expect(suggest(demand, { ...empty, onHand: '12' }, single)).toMatchObject({
			need: '30',
			quantity: '18',
			by: 'usage',
		});
	});

	it('is 0, with its sum, if there is enough', () => {
		expect(suggest({ ...nothing, par: '6' }, { ...empty, onHand: '9' }, single)).toMatchObject({
			kind: 'suggested',
			quantity: '0',
			exact: '-3',
		});
	});

	it('is raised to the minimum and then to a whole multiple, and says so', () => {
		const line = { ...single, minimum: '5', multiple: '4' };
		const three = suggest({ ...nothing, par: '3' }, empty, line);
		expect(three).toMatchObject({ quantity: '8', raised: 'multiple' });
		const none = suggest({ ...nothing, par: '3' }, { ...empty, onHand: '3' }, line);
		expect(none).toMatchObject({ quantity: '0', raised: null });
	});

	it.each([
		['up', '1'],
		['down', '1'],
		['nearest', '1'],
	] as const)('has no pack for what six decimals leave over, rounded %s', (rounding, quantity) => {
		for (const onHand of ['11.999996', '12.000004']) {
			const supply = { ...empty, onHand };
			const found = suggest({ ...nothing, par: '24' }, supply, { ...caseOf12, rounding });
			expect(found).toMatchObject({ quantity });
		}
	});

	it('is never below the standing order, which needs neither par nor stock', () => {
		const standing = { ...nothing, standing: '4' };
		expect(suggest({ ...standing, par: '2' }, empty, single)).toMatchObject({ quantity: '4' });
		expect(suggest({ ...standing, par: '9' }, empty, single)).toMatchObject({ quantity: '9' });
		const alone = suggest(standing, { ...empty, onHand: null }, single);
		expect(alone).toMatchObject({ quantity: '4', by: 'standing' });
		const uncounted = suggest({ ...standing, par: '9' }, { ...empty, onHand: null }, single);
		expect(uncounted).toMatchObject({ quantity: '4', by: 'standing' });
	});
});

describe('without a figure', () => {
	it.each([
		['no-need', nothing, empty, single],
		['no-stock', { ...nothing, par: '6' }, { ...empty, onHand: null }, single],
		['no-factor', { ...nothing, par: '6' }, empty, { ...single, factor: null }],
		[
			'negative-usage',
			{ ...nothing, usage: { used: '-1', days: 7 }, daysToCover: 3 },
			empty,
			single,
		],
		['no-next-delivery', { ...nothing, usage: { used: '7', days: 7 } }, empty, single],
	] as const)(
		'there is no suggestion, because %s, and never 0',
		(because, demand, supply, unit) => {
			expect(suggest(demand, supply, unit)).toEqual({ kind: 'none', because });
		},
	);
});

describe('beside whole numbers', () => {
	const amount = fc.integer({ min: 0, max: 5_000 });

	/** All in thousandths; searches instead of dividing. */
	function searched(
		needThousandths: bigint,
		haveThousandths: bigint,
		pack: bigint,
		rounding: (typeof roundings)[number],
	): bigint {
		const short = needThousandths - haveThousandths;
		let below = 0n;
		while ((below + 1n) * pack * 1000n <= short) below += 1n;
		const left = short - below * pack * 1000n;
		if (short <= 0n || left === 0n || rounding === 'down') return below;
		if (rounding === 'up') return below + 1n;
		return left * 2n >= pack * 1000n ? below + 1n : below;
	}

	const text = (thousandths: number): string => {
		const digits = String(thousandths).padStart(4, '0');
		return `${digits.slice(0, -3)}.${digits.slice(-3)}`;
	};

	it('is what a search over whole packs finds', () => {
		fc.assert(
			fc.property(
				amount,
				fc.record({ onHand: amount, due: amount, arriving: amount, leaving: amount }),
				fc.integer({ min: 1, max: 24 }),
				fc.constantFrom(...roundings),
				(par, there, pack, rounding) => {
					const { onHand, due, arriving, leaving } = there;
					const supply = {
						onHand: text(onHand),
						due: text(due),
						arriving: text(arriving),
						leaving: text(leaving),
					};
					const factor = { numerator: String(pack), denominator: '1' };
					const found = suggest({ ...nothing, par: text(par) }, supply, {
						...single,
						factor,
						rounding,
					});
					const have = BigInt(onHand) + BigInt(due) + BigInt(arriving) - BigInt(leaving);
					const wanted = searched(BigInt(par), have, BigInt(pack), rounding);
					expect(found).toMatchObject({ quantity: String(wanted) });
				},
			),
		);
	});

	it('covers days of usage exactly, also where a day has a third', () => {
		fc.assert(
			fc.property(
				amount,
				fc.integer({ min: 1, max: 28 }),
				fc.integer({ min: 0, max: 14 }),
				(used, days, daysToCover) => {
					const demand = { ...nothing, usage: { used: String(used), days }, daysToCover };
					// The smallest whole number that covers the days.
					let wanted = 0n;
					while (wanted * BigInt(days) < BigInt(used) * BigInt(daysToCover)) wanted += 1n;
					expect(suggest(demand, empty, single)).toMatchObject({ quantity: String(wanted) });
				},
			),
		);
	});
});

describe('compared with the last order', () => {
	it.each([
		['5', '10', 'half'],
		['20', '10', 'double'],
		['6', '10', null],
		['19', '10', null],
		['0', '10', null],
		['5', null, null],
	] as const)('%s after %s is %s', (quantity, last, far) => {
		expect(farFrom(quantity, last)).toBe(far);
	});
});
