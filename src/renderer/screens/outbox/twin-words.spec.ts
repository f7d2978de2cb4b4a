import { expect, test } from 'vitest';
import { whyMaybeTwice } from './twin-words.ts';

test('explains a possible duplicate by its most likely cause', () => {
	expect(whyMaybeTwice({ confirmedBy: 'person', attempts: 2 })).toBe('twins.why-sent-again');
	expect(whyMaybeTwice({ confirmedBy: 'person', attempts: 1 })).toBe('twins.why-person');
	expect(whyMaybeTwice({ confirmedBy: 'probe', attempts: 1 })).toBe('twins.why-no-answer');
	expect(whyMaybeTwice({ confirmedBy: 'answer', attempts: 1 })).toBe('twins.why-no-reference');
});
