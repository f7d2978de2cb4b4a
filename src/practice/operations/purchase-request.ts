// Purchase requests: a draft is submitted, then approved or rejected.
import type {
	CreatePurchaseRequest,
	PurchaseRequestRecord,
} from '../../shared/service/purchase-request.ts';
import { steps } from './approval.ts';
import { NOT_ACCEPTED, checkDate, isoDate, numberFor } from './document.ts';
import { done, refuse } from './handler.ts';
import type { HandlersOf, Practice, Refusal } from './handler.ts';
import { checkReferences, refusalFor } from './plain.ts';
import type { Wrong } from './plain.ts';
import { checkLines } from './stockable.ts';

const requests = steps('purchaseRequest');

export const purchaseRequestHandlers = {
	'purchaseRequest.list': ({ query, page }, practice) => {
		const { rows, total } = practice.records.list('purchaseRequest', query, page, 'newest-first');
		return done({ rows: rows.map((each) => requests.shown(each, practice)), total });
	},
	'purchaseRequest.create': ({ body }, practice) => {
		const refusal = refusalOf(body, practice);
		if (refusal) return refusal;
		const request: PurchaseRequestRecord = {
			...withLineIds(body, practice),
			id: practice.newId(),
			number: numberFor(practice, 'PurchaseRequest', 'PRQ'),
			status: 'draft',
			modifiedDate: isoDate(practice),
		};
		practice.records.insert('purchaseRequest', request, {
			locationId: body.locationId,
			search: [request.number, body.description],
		});
		return done(requests.shown(request, practice));
	},
	'purchaseRequest.update': ({ body }, practice) => {
		const before = practice.records.get('purchaseRequest', body.id);
		if (before === undefined) return requests.unknown;
		if (!requests.isOpen(before)) return requests.wrongState(before, 'changed', practice);
		if (before.locationId !== body.locationId) {
			return refuse(422, NOT_ACCEPTED, { locationId: 'A document stays at its location.' });
		}
		const refusal = refusalOf(body, practice);
		if (refusal) return refusal;
		const { number, status } = before;
		requests.save({ ...withLineIds(body, practice), id: body.id, number, status }, practice);
		return done(null);
	},
	'purchaseRequest.get': ({ path }, practice) => {
		const request = practice.records.get('purchaseRequest', path.id);
		return request ? done(requests.shown(request, practice)) : requests.unknown;
	},
	'purchaseRequest.approve': ({ path }, practice) => requests.approve(path.id, practice),
	'purchaseRequest.reject': ({ path, body }, practice) =>
		requests.reject(path.id, practice, body.reason),
	'purchaseRequest.submit': ({ path }, practice) => requests.submit(path.id, practice),
	'purchaseRequest.updateMany': ({ body }, practice) => requests.goToWordMany(body, practice),
	'purchaseRequest.count': ({ query }, { records }) =>
		done(records.list('purchaseRequest', query, { offset: 0, limit: 0 }, 'newest-first').total),
} satisfies HandlersOf<'purchaseRequest'>;

function refusalOf(body: CreatePurchaseRequest, practice: Practice): Refusal | undefined {
	const wrong: Wrong = { malformed: {}, broken: {} };
	checkDate(body.date, 'date', wrong.malformed);
	if (body.neededDate !== undefined) checkDate(body.neededDate, 'neededDate', wrong.malformed);
	checkReferences(body.locationId, 'location', 'locationId', practice, wrong.broken);
	if (body.items.length === 0) wrong.malformed['items'] = 'At least one line is needed.';
	checkLines(body.items, 'items', practice, wrong, ({ records }, id) => records.get('item', id));
	for (const [index, { supplierId }] of body.items.entries()) {
		checkReferences(supplierId, 'supplier', `items[${index}].supplierId`, practice, wrong.broken);
	}
	return refusalFor(wrong);
}

const withLineIds = (body: CreatePurchaseRequest, practice: Practice) => ({
	...body,
	items: body.items.map((line) => ({ ...line, id: line.id ?? practice.newId() })),
});
