// Locations, and the tree of the business above them.
import type { LocationHierarchyRow } from '../../shared/service/location.ts';
import { isKnownCurrency } from './currency.ts';
import type { HandlersOf, Practice } from './handler.ts';
import { pageRows, plain } from './plain.ts';
import type { Page } from '../store/records.ts';
import { timeZones } from './time-zone.ts';

const locations = plain('location', {
	one: 'location',
	refers: { businessStructureId: 'businessStructure' },
	check(body, practice, { malformed, broken }, before) {
		const { currency, timeZone, dayStartHour } = body;
		if (typeof currency === 'string' && !isKnownCurrency(currency, practice)) {
			broken['currency'] = 'No such currency is known.';
		}
		if (before !== undefined && (before['currency'] ?? 'EUR') !== (currency ?? 'EUR')) {
			broken['currency'] = 'The currency of a location never changes.';
		}
		if (typeof timeZone === 'string' && !timeZones.includes(timeZone)) {
			broken['timeZone'] = 'No such time zone is known.';
		}
		if (typeof dayStartHour === 'number' && (dayStartHour < 0 || dayStartHour > 23)) {
			malformed['dayStartHour'] = 'A whole number from 0 to 23 is needed.';
		}
	},
});

export const locationHandlers = {
	'location.create': ({ body }, practice) => locations.create(body, practice),
	'location.update': ({ body }, practice) => locations.update(body.id, body, practice),
	'location.list': ({ query, page }, practice) => locations.list(query, page, practice),
	'location.get': ({ path }, practice) => locations.get(path.id, practice),
	'location.listAll': ({ page }, practice) => locations.list({}, page, practice),
	'location.count': (_request, practice) => locations.count({}, practice),
	'location.hierarchy': ({ page }, practice) => hierarchy(() => true, page, practice),
	'location.activeHierarchy': ({ page }, practice) =>
		hierarchy((isActive) => isActive !== false, page, practice),
	'location.updateMany': ({ body }, practice) => locations.switchMany(body, practice),
} satisfies HandlersOf<'location'>;

/** The parts of the business, and the locations that are wanted below them. */
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
