import { expect, test } from 'vitest';
import { parseExact } from '../../../shared/exact-json.ts';
import { fieldsSaid } from './fields-said.ts';

const said = (json: string) => fieldsSaid(parseExact(json));

test('reads a record of field names, each with one or more texts', () => {
	expect(
		said('{"date":"Too early.","items[0].quantity":["Missing.","Not a number."],"n":3}'),
	).toEqual([
		'date: Too early.',
		'items[0].quantity: Missing.',
		'items[0].quantity: Not a number.',
	]);
});

test('reads a list of records, whatever they call the name and the text', () => {
	expect(
		said('[{"field":"date","message":"Too early."},{"Path":"/items/0","ErrorText":"No."}]'),
	).toEqual(['date: Too early.', '/items/0: No.']);
	expect(said('["All of it is wrong.",{"code":7},null]')).toEqual(['All of it is wrong.']);
});
