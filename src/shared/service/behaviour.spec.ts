import { expect, test } from 'vitest';
import { behaviourInForce, known, nothingLearned } from './behaviour.ts';
import { serviceProfile } from './profile.ts';

test.each([
	{ stated: null, learned: undefined, inForce: null },
	{ stated: null, learned: true, inForce: true },
	{ stated: null, learned: false, inForce: false },
	{ stated: true, learned: undefined, inForce: true },
	{ stated: true, learned: false, inForce: true },
	{ stated: false, learned: undefined, inForce: false },
	{ stated: false, learned: true, inForce: false },
])('stated $stated, learned $learned: $inForce applies', ({ stated, learned, inForce }) => {
	expect(known(stated, learned)).toBe(inForce);
});

test('takes the careful path while nothing is stated or learned', () => {
	expect(behaviourInForce(serviceProfile.parse({}), nothingLearned, 'wastage')).toEqual({
		keepsReferences: null,
		listsAreCurrent: false,
		listsCatchUp: false,
		listDelayMs: 0,
		refusesRepeatedTransition: false,
	});
});

test('applies learned behaviour only to its own kind of document', () => {
	const profile = serviceProfile.parse({});
	const learned = { refusesRepeatedTransition: { transferOut: true } };
	expect(behaviourInForce(profile, learned, 'transferOut').refusesRepeatedTransition).toBe(true);
	expect(behaviourInForce(profile, learned, 'wastage').refusesRepeatedTransition).toBe(false);
	expect(behaviourInForce(profile, learned, null).refusesRepeatedTransition).toBe(false);
});

test('keeps no reference in a document without a field for it, whatever was learned or stated', () => {
	const profile = serviceProfile.parse({
		reference: { wastage: null },
		behaviour: { keepsReferences: true },
	});
	const learned = { keepsReferences: { wastage: true } };
	expect(behaviourInForce(profile, learned, 'wastage').keepsReferences).toBe(false);
});
