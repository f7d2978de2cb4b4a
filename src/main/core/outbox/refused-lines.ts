// Which lines of a request the service named when it refused it.
import { z } from 'zod';
import type { RefusedLine } from '../../../shared/bridge/outbox.ts';

/**
 * A problem record names fields as `items[3].quantity: …` (the form of ASP.NET Core's ValidationProblemDetails; the
 * service's document does not show how fields are named).
 */
const fieldOfLine = /^\W*items\W*(\d+)\W*([\w.[\]]*):\s*(.+)$/isu;

const pieces = (said: string): readonly string[] => said.split(' · ');

/**
 * What was said of each line, by its place in the list that was sent, from 0. What names no line is left out: the whole
 * text is shown beside it.
 * @param said as `whatWasSaid` joins it, pieces separated by ` · `.
 */
export function refusedLines(said: string): Map<number, string> {
	const byLine = new Map<number, string>();
	for (const piece of pieces(said)) {
		const [, place, field = '', text = ''] = fieldOfLine.exec(piece) ?? [];
		if (place === undefined) continue;
		const index = Number(place);
		const words = field === '' ? text : `${field}: ${text}`;
		const before = byLine.get(index);
		byLine.set(index, before === undefined ? words : `${before} · ${words}`);
	}
	return byLine;
}

/** A receipt names lines of its transfer, a count the storage areas; every document names items. */
const sentLines = z.object({
	items: z.array(
		z
			.looseObject({
				itemId: z.string(),
				transferItemId: z.string().optional(),
				storageAreaId: z.string().optional(),
			})
			.catch({ itemId: '' }),
	),
});

/**
 * The refusal with the names of the lines in place of their paths (`Flour: …` for `items[3].quantity: …`), and the
 * lines it names.
 * @param body as it was sent
 * @param nameOf of an item, null where it is not known
 */
export function refusalByName(
	said: string,
	body: unknown,
	nameOf: (itemId: string) => string | null,
): { said: string; lines: RefusedLine[] } {
	const sent = sentLines.safeParse(body).data?.items ?? [];
	const lines: RefusedLine[] = [];
	const named = pieces(said).map((piece) => {
		const [, place, , text = ''] = fieldOfLine.exec(piece) ?? [];
		const line = place === undefined ? undefined : sent[Number(place)];
		const name = line === undefined ? null : nameOf(line.itemId);
		if (line === undefined || name === null) return piece;
		const { itemId, transferItemId: lineId = null, storageAreaId: areaId = null } = line;
		lines.push({ itemId, lineId, areaId, name, said: text });
		return `${name}: ${text}`;
	});
	return { said: named.join(' · '), lines };
}
