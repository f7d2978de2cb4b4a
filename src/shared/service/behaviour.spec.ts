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
])('stated $stated, learned $learned: $inForce is in force', ({ stated, learned, inForce }) => {
	expect(known(stated, learned)).toBe(inForce);
});

test('while nothing is stated or learned the outbox takes the careful path', () => {
	expect(behaviourInForce(serviceProfile.parse({}), nothingLearned, 'wastage')).toEqual({
		keepsReferences: null,
		listsAreCurrent: false,
		listsCatchUp: false,
		listDelayMs: 0,
		refusesRepeatedTransition: false,
	});
});

test('what was learned of one document says nothing of another', () => {
	const profile = serviceProfile.parse({});
	const learned = { refusesRepeatedTransition: { transferOut: true } };
	expect(behaviourInForce(profile, learned, 'transferOut').refusesRepeatedTransition).toBe(true);
	expect(behaviourInForce(profile, learned, 'wastage').refusesRepeatedTransition).toBe(false);
	expect(behaviourInForce(profile, learned, null).refusesRepeatedTransition).toBe(false);
});

test('a document without a field for the reference keeps none, whatever was learned or stated', () => {
	const profile = serviceProfile.parse({
		reference: { wastage: null },
		behaviour: { keepsReferences: true },
	});
	const learned = { keepsReferences: { wastage: true } };
	expect(behaviourInForce(profile, learned, 'wastage').keepsReferences).toBe(false);
});
