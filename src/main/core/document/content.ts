// A document as the rules of its kind see it.
import { rulesOf, type AnyKind, type Content, type Fields } from '../../../shared/document/kit.ts';
import type { Values, NameOf } from './fields.ts';
import type { ShownLine } from './shown-document.ts';

type AnyContent = Content<Fields, Fields>;

interface LineContent extends Pick<ShownLine, 'lineId' | 'item' | 'boxes' | 'total'> {
	readonly values: Values;
}

export const contentOf = (
	values: Values,
	locationId: string,
	lines: readonly LineContent[],
): AnyContent =>
	({
		...values,
		locationId,
		lines: lines.map(({ lineId, item, boxes, total, values: ofLine }) => ({
			...ofLine,
			lineId,
			item,
			boxes,
			total,
		})),
	}) as unknown as AnyContent;

/** Its title in the outbox. */
export function titleOf(kind: AnyKind, content: AnyContent, nameOf: NameOf): string {
	const { title } = rulesOf(kind);
	if (title !== undefined) return title(content, nameOf);
	const description: unknown = content['description'];
	return typeof description === 'string' && description !== ''
		? description
		: content.lines.map(({ item }) => item.name).join(', ');
}
