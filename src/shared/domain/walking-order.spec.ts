import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movePlace, samePlace, walkingOrder, type Place } from './walking-order.ts';

const place = (areaId: string, itemId: string, more: Partial<Place> = {}): Place => ({
	areaId,
	shelf: '',
	itemId,
	stockAreaId: areaId,
	...more,
});
const items = (places: readonly Place[]) => places.map(({ areaId, itemId }) => areaId + itemId);

const listed = [place('A', '1'), place('A', '2'), place('A', '3'), place('B', '1')];

describe('walking order', () => {
	it('follows the service until someone arranges it', () => {
		expect(walkingOrder([], listed)).toEqual(listed);
	});

	it('keeps the arrangement and puts new items after their neighbours', () => {
		const arranged = [place('A', '3'), place('A', '1')];
		expect(items(walkingOrder(arranged, listed))).toEqual(['A3', 'A1', 'A2', 'B1']);
	});

	it('drops items the service no longer lists', () => {
		const arranged = [place('A', '9'), place('A', '2'), place('A', '1'), place('A', '3')];
		expect(items(walkingOrder(arranged, listed))).toEqual(['A2', 'A1', 'A3', 'B1']);
	});

	it('keeps an item in both of its places', () => {
		const arranged = [
			place('A', '1', { shelf: 'top' }),
			place('A', '2'),
			place('A', '1', { shelf: 'floor' }),
			place('A', '3'),
		];
		expect(items(walkingOrder(arranged, listed))).toEqual(['A1', 'A2', 'A1', 'A3', 'B1']);
		expect(items(walkingOrder(arranged.slice(0, 3), listed.with(2, place('A', '9'))))).toEqual([
			'A1',
			'A2',
			'A9',
			'A1',
			'B1',
		]);
		expect(items(walkingOrder(arranged.toSpliced(1, 1), listed))).toEqual([
			'A1',
			'A2',
			'A1',
			'A3',
			'B1',
		]);
	});

	it('counts an item in another area without moving its stock', () => {
		const [first] = listed;
		const moved = movePlace(listed, first!, { areaId: 'B', shelf: 'door', behind: null });
		expect(items(moved)).toEqual(['A2', 'A3', 'B1', 'B1']);
		expect(moved[2]).toEqual(place('B', '1', { shelf: 'door', stockAreaId: 'A' }));
	});

	it.each([
		['behind another', 'A', listed[1]!, ['A2', 'A1', 'A3', 'B1']],
		['to the start of its area', 'A', null, ['A1', 'A2', 'A3', 'B1']],
		['to the end, in an area of its own', 'C', null, ['A2', 'A3', 'B1', 'C1']],
	])('moves a place %s', (_, areaId, behind, order) => {
		expect(items(movePlace(listed, listed[0]!, { areaId, shelf: '', behind }))).toEqual(order);
	});

	it('tells places apart by area, shelf, item and stock area', () => {
		const [first] = listed;
		expect(samePlace(first!, { ...first! })).toBe(true);
		for (const name of ['areaId', 'shelf', 'itemId', 'stockAreaId'])
			expect(samePlace(first!, { ...first!, [name]: 'Z' }), name).toBe(false);
	});

	it('loses and duplicates nothing, whatever the arrangement', () => {
		const anyPlace = fc.constantFrom(...listed, place('A', '8'), place('B', '2'));
		fc.assert(
			fc.property(fc.uniqueArray(anyPlace), fc.uniqueArray(anyPlace), (arranged, now) => {
				const walked = walkingOrder(arranged, now);
				expect(items(walked).toSorted()).toEqual(items(now).toSorted());
				const kept = walked.filter((each) => arranged.includes(each));
				for (const area of ['A', 'B']) {
					expect(kept.filter(({ areaId }) => areaId === area)).toEqual(
						arranged.filter((each) => each.areaId === area && now.includes(each)),
					);
				}
			}),
		);
	});
});
