import { expect, test } from 'vitest';
import { anyLanguage, nameOrder } from './name-order.ts';

test("sorts names by the reader's language, and numbers in them by value", () => {
	const names = ['Zucker', 'Öl', 'Fach 10', 'Fach 2', 'apfel'];
	expect(names.toSorted(nameOrder('de'))).toEqual(['apfel', 'Fach 2', 'Fach 10', 'Öl', 'Zucker']);
	expect(names.toSorted(nameOrder('sv')).at(-1)).toBe('Öl');
	expect(['جبن', 'أرز', 'تمر'].toSorted(nameOrder('ar-AE'))).toEqual(['أرز', 'تمر', 'جبن']);
	expect(names.toSorted(nameOrder(anyLanguage))).toEqual(names.toSorted(nameOrder('en')));
});
