// Waste beside its documents (shared/document/wastage.ts): templates, labels, items often wasted and possible duplicates.
import { z } from 'zod';
import type { DocumentLineOf, DocumentOf, FilterOf } from '../document/document-calls.ts';
import type { wastage } from '../document/wastage.ts';
import { call } from './call.ts';
import { item, nothing, standing, typedBoxes } from './values.ts';

export type WasteLine = DocumentLineOf<typeof wastage>;
export type WasteDocument = DocumentOf<typeof wastage>;
export type WasteFilter = FilterOf<typeof wastage>;

const templateLine = z.object({
	itemId: z.string(),
	boxes: typedBoxes,
	reasonId: z.string().nullable(),
	label: z.string().max(80),
	note: z.string().max(500),
});

const wasteTemplate = z.object({
	templateId: z.string(),
	name: z.string(),
	lines: z.array(templateLine.extend({ item: item.nullable() })),
});
export type WasteTemplate = z.infer<typeof wasteTemplate>;

/** The staff's label for a service reason. The first nine have the shortcut keys 1 to 9. */
const wasteLabel = z.object({
	words: z.string().trim().min(1).max(80),
	reasonId: z.string(),
});
export type WasteLabel = z.infer<typeof wasteLabel>;

const wasteDuplicate = z.object({
	lineId: z.string(),
	documentId: z.string(),
	number: z.string(),
	standing,
});
export type WasteDuplicate = z.infer<typeof wasteDuplicate>;

export const wasteCalls = {
	/** A location's templates by name. They stay on this PC. */
	'waste.templates': call({ locationId: z.string() }, { templates: z.array(wasteTemplate) }),
	/** `templateId: null` creates one. Fails with `invalid-input` (`name: taken`) if the name is in use. */
	'waste.saveTemplate': call(
		{
			templateId: z.string().nullable(),
			locationId: z.string(),
			name: z.string().trim().min(1).max(80),
			lines: z.array(templateLine).min(1).max(100),
		},
		{ templates: z.array(wasteTemplate) },
	),
	'waste.removeTemplate': call({ templateId: z.string() }, nothing),
	'waste.labels': call({ locationId: z.string() }, { labels: z.array(wasteLabel) }),
	'waste.saveLabels': call(
		{ locationId: z.string(), labels: z.array(wasteLabel).max(40) },
		nothing,
	),
	/** Items wasted most often here in the last 90 days, at most eight. */
	'waste.often': call({ locationId: z.string() }, { items: z.array(item) }),
	/** Draft lines that another document of the same day has with the same item and quantity. */
	'waste.duplicates': call({ documentId: z.string() }, { duplicates: z.array(wasteDuplicate) }),
};
