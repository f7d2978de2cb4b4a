// The requisition queue.
import { checkDate, isoDate, numberFor } from './document.ts';
import { done } from './handler.ts';
import type { HandlersOf } from './handler.ts';
import { checkReferences, refusalFor } from './plain.ts';
import type { Wrong } from './plain.ts';
import { checkLines } from './stockable.ts';

export const requisitionHandlers = {
	'requisitionQueue.create': ({ body }, practice) => {
		const wrong: Wrong = { malformed: {}, broken: {} };
		checkDate(body.date, 'date', wrong.malformed);
		checkReferences(body.locationId, 'location', 'locationId', practice, wrong.broken);
		const { requisitionTemplateId } = body;
		checkReferences(
			requisitionTemplateId,
			'requisitionTemplate',
			'requisitionTemplateId',
			practice,
			wrong.broken,
		);
		if (body.items.length === 0) wrong.malformed['items'] = 'At least one line is needed.';
		checkLines(body.items, 'items', practice, wrong);
		const refusal = refusalFor(wrong);
		if (refusal) return refusal;
		const queued = {
			...body,
			id: practice.newId(),
			number: numberFor(practice, 'RequisitionQueue', 'RQQ'),
			createdDate: isoDate(practice),
		};
		practice.records.insert('requisitionQueue', queued, {
			locationId: body.locationId,
			search: [queued.number, body.description],
		});
		return done(queued);
	},
} satisfies HandlersOf<'requisitionQueue'>;
