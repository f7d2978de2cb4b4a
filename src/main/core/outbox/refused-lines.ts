// Which lines of a request the service named in its refusal.
import { z } from 'zod';
import type { RefusedLine } from '../../../shared/bridge/outbox.ts';

/** `items[3].quantity: …` is the form of ASP.NET Core's ValidationProblemDetails; the service documents none. */
const fieldOfLine = /^\W*items\W*(\d+)\W*([\w.[\]]*):\s*(.+)$/isu;

const pieces = (said: string): readonly string[] => said.split(' · ');

/** The message for each line, by 0-based position in the request. @param said joined with ` · ` (`whatWasSaid`) */
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

/** The refusal with item names for paths (`Flour: …` for `items[3].quantity: …`), and the lines it names. */
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
		lines.push({ itemId, lineId, areaId, name });
		return `${name}: ${text}`;
	});
	return { said: named.join(' · '), lines };
}
