// A draft as the rules of its kind see it.
import type { AnyKind, Content, Fields } from '../../../shared/document/kit.ts';
import { rulesOf } from '../../../shared/document/kit.ts';
import type { NameOf } from './fields.ts';
import type { ReadDraft } from './own-drafts.ts';

type AnyContent = Content<Fields, Fields>;

export const contentOf = ({ row, body, lines }: ReadDraft): AnyContent =>
	({
		...body.values,
		locationId: row.location_id,
		lines: lines.map(({ line: { lineId, item, values }, read: { boxes, total } }) => ({
			...values,
			...{ lineId, item, boxes, total },
		})),
	}) as AnyContent;

/** What the outbox calls a document. */
export function titleOf(kind: AnyKind, content: AnyContent, nameOf: NameOf): string {
	const { title } = rulesOf(kind);
	if (title !== undefined) return title(content, nameOf);
	const description = content['description'];
	return typeof description === 'string' && description !== ''
		? description
		: content.lines.map(({ item }) => item.name).join(', ');
}
