// Parts of the whole day: goods without an order, what follows from receipts, imports, and what keeps no copy.
import { quiet, type PartOfDay } from './whole-day.ts';

const anew = () => crypto.randomUUID();

export const withoutOrder: PartOfDay = async ({ tell, locationId }) => {
	const { deliveries } = await tell('delivery.list', { locationId });
	await tell('delivery.keep', { documentId: deliveries.find(({ due }) => due > 0)!.documentId });
	const { suppliers } = await tell('supplier.list', {});
	const { supplierId } = suppliers[0]!;
	const { items } = await tell('item.search', { text: 's', locationId, limit: 20 });
	const begun = { locationId, supplierId, intentId: anew() };
	await tell('delivery.receipts', { documentId: deliveries[0]!.documentId });
	const { documentId } = await tell('delivery.begin', begun);
	const extra = { documentId, itemId: items[0]!.itemId, unitId: null, instead: null };
	const { lines } = await tell('delivery.add', extra);
	await tell('delivery.remove', { documentId, lineId: lines[0]!.lineId });
	await tell('delivery.discard', { documentId });
};

export const followUps: PartOfDay = async ({ tell, locationId }) => {
	const list = await tell('followUp.list', { locationId, state: 'open' });
	const [{ followUpId, figures }] = list.followUps as [(typeof list.followUps)[0]];
	const decided = { locationId, followUps: [{ followUpId, figures }] };
	await tell('followUp.decide', { ...decided, decision: 'discarded' });
};

export const imported: PartOfDay = async (place) => {
	const { tell } = place;
	const { suppliers } = await tell('supplier.list', {});
	const { supplierId } = suppliers[0]!;
	const headings = ['id', 'phone'];
	const opened = { title: 'Phones', sheets: [{ type: 'supplier' as const, headings }] };
	const { previewId } = await tell('import.open', { source: 'paste', ...opened });
	await tell('import.add', { previewId, sheet: 0, rows: [[supplierId, '555 0198']] });
	const columns = [headings.map((path) => ({ heading: path, path, mayOverwrite: true }))];
	await tell('import.read', { previewId, columns });
	await tell('import.rows', { previewId });
	await tell('import.fix', { previewId, row: 0, column: 1, text: '555 0199' });
	await tell('import.leave', { previewId, rows: [0], out: false });
	const { runId } = await tell('import.send', { previewId, intentId: anew() });
	await tell('import.stop', { runId });
	await tell('import.resume', { runId });
	await quiet(place);
	await tell('import.runs', {});
	await tell('import.run', { runId });
	const bulk = { source: 'bulk' as const, type: 'supplier' as const, ids: [supplierId] };
	await tell('import.propose', { ...bulk, field: 'phone', act: 'set', to: '555 0200' });
	await tell('import.export', { type: 'supplier' });
	const file = 'name,code\nButter,B-1\n';
	await tell('import.upload', { name: 'items.csv', file, intentId: anew() });
};

export const lookedUp: PartOfDay = async ({ tell, locationId }) => {
	await tell('lookup.count', { type: 'supplier' });
	await tell('lookup.hierarchy', { inactive: true });
	await tell('lookup.rate', { from: 'EUR', to: 'AED' });
	const prefixes = await tell('record.list', { type: 'transactionPrefix' });
	await tell('lookup.nextCode', { target: String(prefixes.rows[0]!.values['target']) });
	await tell('lookup.soldAt', { type: 'menuItem' });
	const { items } = await tell('item.search', { text: 's', locationId, limit: 20 });
	const { itemId, units } = items[0]!;
	await tell('lookup.suppliers', { itemId });
	await tell('lookup.stock', { itemId, locationId });
	await tell('lookup.itemStock', { itemId, locationId });
	await tell('lookup.offered', { by: 'prepItem', search: 's' });
	await tell('lookup.item', { itemId });
	await tell('record.dependents', { type: 'inventoryItem', id: itemId });
	const line = { itemId, unitId: units[0]!.unitId, quantity: '2' };
	const recipe = { id: null, name: 'Soup', lines: [line], makes: '4', locationId };
	await tell('record.recipeCost', recipe);
	await tell('record.duplicates', {});
};

export const reported: PartOfDay = async (place) => {
	const { tell, locationId } = place;
	const [report] = (await tell('record.list', { type: 'report' })).rows;
	const favorite = { reportId: report!.id, isFavorite: true, intentId: anew() };
	await tell('report.favorite', favorite);
	await quiet(place);
	const days = { from: '2026-01-01', to: '2026-12-31' };
	await tell('report.tower', { locationId, all: true, ...days });
	const { widgets } = await tell('report.widgets', {});
	await tell('report.saveWidgets', { widgets, intentId: anew() });
	await quiet(place);
};
