// Shortcuts for logging waste at a location: templates, reason labels, and the duplicate warning.
import { withoutEffect } from '../../../shared/bridge/values.ts';
import { z } from 'zod';
import { typedBoxes } from '../../../shared/bridge/values.ts';
import type { WasteDuplicate, WasteTemplate } from '../../../shared/bridge/waste.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import { compare } from '../../../shared/domain/decimal.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { itemViews } from '../document/item-view.ts';
import { wasteTables } from '../store/waste.ts';
import type { ListedDocument } from '../document/shown-document.ts';
import { keptAs, readable } from '../store/kept-json.ts';

const templateLine = z.object({
	itemId: z.string(),
	boxes: typedBoxes,
	reasonId: z.string().nullable(),
	label: z.string(),
	note: z.string(),
});

export const templateLines = z.array(templateLine);
type TemplateLines = z.infer<typeof templateLines>;
export type TemplateLine = TemplateLines[number];

export function wasteShortcuts(context: CoreContext) {
	const { store, ports } = context;
	const tables = wasteTables(store.durable);
	const items = itemViews(store);

	const templates = ({ accountId }: ActiveAccount, locationId: string): WasteTemplate[] =>
		readable(tables.templates(accountId, locationId), ({ template_id, name, lines }) => ({
			templateId: template_id,
			name,
			lines: keptAs(templateLines, lines).map((line) => ({
				...line,
				item: items.get(accountId, line.itemId, locationId),
			})),
		}));

	return {
		'waste.templates': connected(context, (account, { locationId }) =>
			succeed({ templates: templates(account, locationId) }),
		),
		'waste.saveTemplate': connected(context, (account, { templateId, locationId, name, lines }) => {
			const others = tables
				.templates(account.accountId, locationId)
				.filter((row) => row.template_id !== templateId);
			if (others.some((row) => row.name.toLowerCase() === name.toLowerCase()))
				return fail('invalid-input', 'Another template has this name.', [
					{ path: 'name', message: 'taken' },
				]);
			tables.putTemplate(account.accountId, locationId, {
				template_id: templateId ?? ports.newId(),
				name,
				lines: JSON.stringify(lines satisfies TemplateLines),
				changed_at: ports.clock.now(),
			});
			return succeed({ templates: templates(account, locationId) });
		}),
		'waste.removeTemplate': connected(context, ({ accountId }, { templateId }) =>
			tables.removeTemplate(accountId, templateId)
				? succeed({})
				: fail('not-found', 'This template is not here.'),
		),
		'waste.labels': connected(context, ({ accountId }, { locationId }) =>
			succeed({ labels: tables.labels(accountId, locationId) }),
		),
		'waste.saveLabels': connected(context, ({ accountId }, { locationId, labels }) => {
			tables.setLabels(accountId, locationId, labels);
			return succeed({});
		}),
	} satisfies Partial<Handlers<'waste'>>;
}

/** Lines with the same item and quantity in another document of the day; rejected ones are often logged again. */
export function duplicatesOf(
	{ row: { documentId, businessDate }, lines }: ListedDocument,
	everything: readonly ListedDocument[],
): WasteDuplicate[] {
	const sameDay = everything.filter(
		({ row }) =>
			row.businessDate === businessDate &&
			row.documentId !== documentId &&
			!withoutEffect.includes(row.phase),
	);
	return lines.flatMap(({ lineId, itemId, base }) => {
		if (base === null || compare(base, '0') <= 0) return [];
		const other = sameDay.find((waste) =>
			waste.lines.some(
				(each) => each.itemId === itemId && each.base !== null && compare(each.base, base) === 0,
			),
		);
		return other === undefined
			? []
			: [
					{
						lineId,
						documentId: other.row.documentId,
						number: other.row.number,
						standing: other.row.standing,
					},
				];
	});
}

/** Item ids by number of documents, at least two; on a tie, most recent first (documents are newest first). */
export function oftenWasted(documents: readonly ListedDocument[], limit: number): string[] {
	const counts = new Map<string, number>();
	for (const { lines, row } of documents) {
		if (withoutEffect.includes(row.phase)) continue;
		for (const itemId of new Set(lines.map((line) => line.itemId)))
			counts.set(itemId, (counts.get(itemId) ?? 0) + 1);
	}
	return [...counts]
		.filter(([, count]) => count > 1)
		.sort(([, a], [, b]) => b - a)
		.slice(0, limit)
		.map(([itemId]) => itemId);
}
