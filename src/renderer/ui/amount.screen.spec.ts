import { expect, it } from 'vitest';
import { openCountScreen } from '../../../test/support/count-screen.ts';
import type { Kitchen } from '../../../test/support/kitchen.ts';
import { succeed } from '../../shared/bridge/reply.ts';

it('colours an amount by the figure on screen', async () => {
	let kitchen: Kitchen;
	await openCountScreen('/counts/ID/review', {
		typed: { 1: '40', 2: '20' },
		before: (opened) => (kitchen = opened),
		answers: {
			'stocktake.review': (asked) => {
				const review = kitchen.call('stocktake.review', asked);
				const costs = new Map([
					[1, '-0.004'],
					[2, '-0.006'],
				]);
				return succeed({
					...review,
					lines: review.lines.map((line) => {
						return { ...line, adjustmentCost: costs.get(line.lineNo) ?? null };
					}),
					totals: {
						...review.totals,
						surplusCost: '0.004',
						lossCost: '-0.01',
						adjustmentCost: '-0.001',
					},
				});
			},
		},
	});
	const amounts = (part: string) =>
		[...document.querySelectorAll(`${part} .amount`)]
			.map(({ textContent, classList }) => `${textContent.trim()} ${classList[1] ?? ''}`)
			.filter((text) => text.includes('0.0'));
	expect(amounts('.sums')).toEqual(['€0.00 even', '−€0.01 down', '€0.00 even']);
	expect(amounts('table')).toEqual(['−0.01 down', '0.00 even']);
});
