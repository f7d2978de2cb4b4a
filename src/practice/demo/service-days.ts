// A day of service: production, sales, and an evening count.
import { add, decimalText } from '../../shared/domain/decimal.ts';
import { isoDate } from '../operations/document.ts';
import { onHand } from './kitchen.ts';
import { ask } from '../operations/index.ts';
import type { Kitchen, Step } from './kitchen.ts';
import type { Place } from './places.ts';

export const production =
	(place: Place, index: number, { practice }: Kitchen): Step =>
	(later) => {
		const prepItems = practice.records.all('prepItem');
		const prepItem = prepItems[index % prepItems.length];
		const [made, batch] = [8, Number(prepItem?.yield ?? '1')];
		const isEnough = (prepItem?.ingredients ?? []).every(
			(line) =>
				onHand(practice, place.locationId, line.itemId) >= (Number(line.quantity) * made) / batch,
		);
		if (prepItem === undefined || !isEnough) return;
		const { id } = ask(practice, 'production.create', {
			body: {
				locationId: place.locationId,
				date: isoDate(practice),
				items: [{ itemId: prepItem.id, uomId: prepItem.baseUomId, quantity: String(made) }],
			},
		});
		later();
		ask(practice, 'production.submit', { path: { id } });
		later();
		ask(practice, 'production.approve', { path: { id } });
	};

export const sales =
	(place: Place, { practice, chance }: Kitchen): Step =>
	() => {
		const items = practice.records.all('menuItem').flatMap((menuItem) => {
			const most = (menuItem.ingredients ?? []).map((line) =>
				Math.floor(onHand(practice, place.locationId, line.itemId) / Number(line.quantity)),
			);
			const quantity = Math.min(chance.whole(2, 14), ...most);
			return quantity < 1 ? [] : [{ menuItemId: menuItem.id, quantity: String(quantity) }];
		});
		if (items.length === 0) return;
		const body = { locationId: place.locationId, date: isoDate(practice), items };
		ask(practice, 'sale.create', { body });
	};

export const count =
	(place: Place, index: number, { practice, chance }: Kitchen): Step =>
	() => {
		const areas = [...place.areas.values()];
		const area = areas[index % areas.length];
		const { rows } = practice.ledger.list(
			{ locationId: place.locationId, ofKind: 'item' },
			{ offset: 0, limit: -1 },
		);
		const here = rows.filter((row) => row.storageAreaId === area?.id);
		const items = chance.some(here, 20).flatMap((row) => {
			const isWhole = !row.quantity.includes('.');
			const off = isWhole ? chance.whole(-2, 2) * 1000 : chance.whole(-400, 300);
			const counted = add(row.quantity, decimalText(`${off}e-3`));
			if (off === 0 || counted.startsWith('-') || chance.happens(0.5)) return [];
			return [
				{
					itemId: row.itemId,
					storageAreaId: row.storageAreaId,
					quantity: decimalText(`${off}e-3`),
					countedQuantity: counted,
				},
			];
		});
		if (items.length === 0) return;
		const body = {
			locationId: place.locationId,
			date: isoDate(practice),
			description: 'Weekly count',
			items,
		};
		ask(practice, 'inventoryItem.changeStock', { body });
	};
