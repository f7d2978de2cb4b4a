// The business tree with its locations; time zones; tax seeding, which does nothing here.
import type { LocationHierarchyRow } from '../../shared/service/organisation.ts';
import type { Page } from '../store/records.ts';
import { done } from './handler.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { pageRows } from './plain.ts';

export const timeZones: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

export const organisationHandlers = {
	'location.hierarchy': ({ page }, practice) => hierarchy(() => true, page, practice),
	'location.activeHierarchy': ({ page }, practice) =>
		hierarchy((isActive) => isActive !== false, page, practice),
	'timeZone.list': ({ page }) =>
		pageRows(
			timeZones.map((id) => ({ id, name: id.replaceAll('_', ' ') })),
			page,
		),
	'systemTaxSetting.seed': () => done(null),
} satisfies HandlersOf<'location' | 'systemTaxSetting' | 'timeZone'>;

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
