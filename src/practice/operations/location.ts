// The business tree with its locations.
import type { LocationHierarchyRow } from '../../shared/service/organisation.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { pageRows } from './plain.ts';
import type { Page } from '../store/records.ts';

export const locationHandlers = {
	'location.hierarchy': ({ page }, practice) => hierarchy(() => true, page, practice),
	'location.activeHierarchy': ({ page }, practice) =>
		hierarchy((isActive) => isActive !== false, page, practice),
} satisfies HandlersOf<'location'>;

function hierarchy(
	wanted: (isActive: boolean | undefined) => boolean,
	page: Page,
	{ records }: Practice,
) {
	const structures = records.all('businessStructure');
	const brand = structures.find((each) => each.level === 'brand');
	const below = records
		.all('location')
		.filter((each) => wanted(each.isActive))
		.map((each): LocationHierarchyRow => {
			const parentId = each.businessStructureId ?? brand?.id;
			return {
				id: each.id,
				name: each.name,
				level: 'location',
				...(parentId === undefined ? {} : { parentId }),
				isActive: each.isActive ?? true,
			};
		});
	return pageRows<LocationHierarchyRow>([...structures, ...below], page);
}
