import { expect, it } from 'vitest';
import { sameName } from './person-name.ts';

it('takes a name in other letters or with more spaces for the same person', () => {
	expect(sameName('Ana  López', ' ana lópez ')).toBe(true);
	expect(sameName('Ana', 'AnaAna')).toBe(false);
	expect(sameName('Ana', 'Aña')).toBe(false);
});
