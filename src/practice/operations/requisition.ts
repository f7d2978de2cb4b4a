// Requisition templates and the requisition queue.
import type { z } from 'zod';
import type { requisitionQueueItemData } from '../../shared/service/requisition-queue.ts';
import type { updateRequisitionTemplateItem } from '../../shared/service/requisition-template.ts';
import { checkDate, isoDate, numberFor } from './document.ts';
import { done } from './handler.ts';
import type { HandlersOf } from './handler.ts';
import { checkReferences, plain, refusalFor } from './plain.ts';
import type { Wrong } from './plain.ts';
import { checkLines } from './stockable.ts';

type TemplateItem = z.output<typeof updateRequisitionTemplateItem>;
type QueueItem = z.output<typeof requisitionQueueItemData>;

const templates = plain('requisitionTemplate', {
	one: 'requisition template',
	needs: ['templateName'],
	unique: ['templateName'],
	searched: ['templateName', 'description'],
	refers: { locations: 'location' },
	check(body, practice, wrong) {
		// The declaration of the request says what stands in it.
		const items = body['items'] as TemplateItem[];
		if (items.length === 0) wrong.malformed['items'] = 'At least one line is needed.';
		const inner: Wrong = { malformed: {}, broken: {} };
		const lines = items.map((line) => ({
			itemId: line.itemId,
			uomId: line.uom,
			quantity: line.qty,
		}));
		checkLines(lines, 'items', practice, inner);
		const theirs = (path: string) => path.replace('.quantity', '.qty').replace('.uomId', '.uom');
		for (const part of ['malformed', 'broken'] as const) {
			for (const [path, text] of Object.entries(inner[part])) wrong[part][theirs(path)] = text;
		}
	},
});

export const requisitionHandlers = {
	'requisitionTemplate.create': ({ body }, practice) => templates.create(body, practice),
	'requisitionTemplate.list': ({ query, page }, practice) => templates.list(query, page, practice),
	'requisitionTemplate.update': ({ body }, practice) => templates.update(body.id, body, practice),
	'requisitionTemplate.get': ({ path }, practice) => templates.get(path.id, practice),
	'requisitionTemplate.count': (_request, practice) => templates.count({}, practice),
	'requisitionTemplate.updateMany': ({ body }, practice) => templates.switchMany(body, practice),

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
		checkLines(body.items satisfies QueueItem[], 'items', practice, wrong);
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
	'requisitionQueue.list': ({ query, page }, { records }) =>
		done(records.list('requisitionQueue', query, page, 'newest-first')),
} satisfies HandlersOf<'requisitionTemplate' | 'requisitionQueue'>;
