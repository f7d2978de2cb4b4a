import { expect, test } from 'vitest';
import type { PlaceInBusiness } from '../../../shared/bridge/lookup.ts';
import { branchesOf, type Branch } from './branches.ts';

const place = (id: string, parentId: string | null): PlaceInBusiness => ({
	id,
	name: id,
	level: 'brand',
	parentId,
	isActive: true,
});
const text = ({ place: { id }, below }: Branch): string =>
	below.length === 0 ? id : `${id}(${below.map(text).join(' ')})`;

test('each place stands below its parent', () => {
	const places = [place('harbour', 'brand'), place('brand', 'group'), place('group', null)];
	expect(branchesOf(places).map(text)).toEqual(['group(brand(harbour))']);
});

test('places with parents that form a circle are shown once', () => {
	const places = [place('one', 'two'), place('two', 'one'), place('three', null)];
	expect(branchesOf(places).map(text)).toEqual(['three', 'one(two)']);
});
