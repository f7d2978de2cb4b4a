// Looks up copied locations, items, reasons, suppliers and stock. Never asks the service.
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import { businessDate } from '../../../shared/domain/business-date.ts';
import { decimalText, sum } from '../../../shared/domain/decimal.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { supplierRecord } from '../../../shared/service/purchasing.ts';
import { wasteReasonRecord } from '../../../shared/service/wastage.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { itemViews } from '../document/item-view.ts';
import type { Location } from '../store/locations.ts';
import { openWork } from '../store/open-work.ts';
import { stockTable } from '../store/stock.ts';
import { keptAs, readable } from '../store/kept-json.ts';

type CatalogueHandlers = Handlers<'location'> &
	Handlers<'item'> &
	Handlers<'wasteReason'> &
	Handlers<'supplier'> &
	Handlers<'stock'>;

export function catalogueCapability(
	context: Pick<CoreContext, 'store' | 'ports' | 'account' | 'settings'>,
): CatalogueHandlers {
	const { store, ports, settings } = context;
	const { records, locations, pulls } = store;
	const stock = stockTable(store.cache);
	const work = openWork(store);
	const items = itemViews(store);

	const byName = () => {
		const names = nameOrder(settings().locale);
		return (a: { name: string }, b: { name: string }): number => names(a.name, b.name);
	};
	/** Includes a location that the service removed while it still has open drafts or counts here. */
	const locationsInUse = (accountId: string): Location[] => {
		const inUse = locations.all(accountId);
		const listed = new Set(inUse.map(({ locationId }) => locationId));
		const left = work.locationIdsOf(accountId).filter((locationId) => !listed.has(locationId));
		return [...inUse, ...left.map((locationId) => locations.get(accountId, locationId))];
	};
	const notHere = () => fail('not-found', 'This item is not known here.');

	return {
		'location.list': connected(context, ({ accountId }) =>
			succeed({
				currencies: locations.currencies(accountId),
				locations: locationsInUse(accountId)
					.sort(byName())
					.map((location) => {
						const { locationId, timeZone, dayStartHour } = location;
						const held = stock.itemsByArea(accountId, locationId);
						return {
							...location,
							today: businessDate(ports.clock.now(), timeZone, dayStartHour),
							areas: locations
								.areas(accountId, locationId)
								.map((area) => ({ ...area, items: held.get(area.areaId) ?? 0 })),
						};
					}),
			}),
		),

		'item.search': connected(context, ({ accountId }, { text, locationId, limit }) =>
			succeed(items.search(accountId, text, locationId, limit)),
		),

		'item.get': connected(context, ({ accountId }, { itemId, locationId }) => {
			const item = items.get(accountId, itemId, locationId);
			return item === null ? notHere() : succeed(item);
		}),

		'item.byBarcode': connected(context, ({ accountId }, { barcode, locationId }) => {
			const found = items.byBarcode(accountId, barcode);
			const item = found && items.get(accountId, found.itemId, locationId);
			return item === null ? notHere() : succeed({ item, unitId: found?.unitId ?? '' });
		}),

		'wasteReason.list': connected(context, ({ accountId }) =>
			succeed({
				reasons: readable(records.all(accountId, 'wasteReason'), ({ json }) =>
					keptAs(wasteReasonRecord, json),
				)
					.filter(({ isActive }) => isActive !== false)
					.map(({ id, name }) => ({ reasonId: id, name })),
			}),
		),

		'supplier.list': connected(context, ({ accountId }) =>
			succeed({
				suppliers: readable(records.all(accountId, 'supplier'), ({ json }) =>
					keptAs(supplierRecord, json),
				)
					.filter(({ isActive }) => isActive !== false)
					.map(({ id, name }) => ({ supplierId: id, name }))
					.sort(byName()),
			}),
		),

		'stock.ofItem': connected(context, ({ accountId }, { itemId, locationId }) => {
			const areas = stock
				.ofItem(accountId, itemId, locationId)
				.map(({ areaId, quantity }) => ({ areaId, onHand: decimalText(quantity) }));
			return succeed({
				total: areas.length === 0 ? null : sum(areas.map(({ onHand }) => onHand)),
				asOf: pulls.asOf(accountId, 'stock', locationId),
				areas,
			});
		}),
	};
}
