// Fifty of the services of `npm run -s strangers -- --seed 1`, held to the promises of docs/service-profile.md.
import { expect, test } from 'vitest';
import { compose } from './composition.ts';
import { runStranger, totalsOf, type Outcome } from './run.ts';

const firstSeed = 1_000_000;

test('fifty unknown services do everything once, are recognised, and cause hardly any needless question', async () => {
	const outcomes: Outcome[] = [];
	for (let each = 0; each < 50; each += 1) {
		const outcome = await runStranger(compose(firstSeed + each));
		outcomes.push(outcome);
		const { seed, lost, doubled, blind, unusable } = outcome;
		expect({ seed, lost, doubled, blind, unusable }).toEqual({
			...{ seed, lost: [], doubled: [], blind: [], unusable: null },
		});
	}
	const { effects, needless, found, settings } = totalsOf(outcomes);
	expect(effects).toBeGreaterThan(500);
	expect(needless).toBeLessThanOrEqual(effects / 500);
	expect(found).toBeGreaterThanOrEqual(0.9 * settings);
}, 900_000);
