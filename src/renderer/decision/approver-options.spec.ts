import { describe, expect, it } from 'vitest';
import { approverOptions } from './approver-options.ts';

const offer = {
	staff: ['Ana López', 'Karim Nassar', 'Mona'],
	exclude: ['ana lópez'],
	newName: 'new',
};
const names = (text: string): string[] => approverOptions(text, offer).map(({ value }) => value);

describe('the names of possible approvers', () => {
	it('offers the staff without the people who may not approve', () => {
		expect(names('')).toEqual(['Karim Nassar', 'Mona']);
	});

	it('finds a name by the beginning of each of its words', () => {
		expect(names('nas kar')).toEqual(['Karim Nassar', 'nas kar']);
		expect(names('mona')).toEqual(['Mona']);
	});

	it('offers a name that is not on the staff list last, and says so', () => {
		expect(approverOptions('AnaAna', offer)).toEqual([
			{ value: 'AnaAna', label: 'AnaAna', note: 'new', onlyFromList: true },
		]);
	});

	it('does not take the name of a person who may not approve in other letters', () => {
		expect(names(' ANA  López ')).toEqual([]);
	});

	it('does not take the beginning of such a name for a new one', () => {
		expect(names('an')).toEqual([]);
		expect(names('lóp')).toEqual([]);
		expect(names('m')).toEqual(['Mona', 'm']);
	});
});
