// The search words of a document in the outbox, taken from its queued steps.
import { wordsOf } from '../../../shared/domain/words.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { Store } from '../store/open.ts';
import { itemTables } from '../store/items.ts';
import type { NewLane } from './outbox.ts';

/** Items of one document to look up; a long count is found by its name. */
const mostItems = 500;

export function laneWords({ cache, locations }: Store) {
	const items = itemTables(cache);

	return (
		accountId: string,
		lane: { label: Pick<NewLane['label'], 'title' | 'locationId'> },
		{
			known = '',
			by,
			bodies,
			references,
		}: { known?: string; by: string; bodies: readonly Payload[]; references: readonly string[] },
	): string => {
		const itemIds = new Set(bodies.flatMap((body) => [...itemIdsOf(body['items'])]));
		const texts = [
			known,
			lane.label.title,
			locations.get(accountId, lane.label.locationId).name,
			by,
			...references,
			...bodies.map(({ description }) => (typeof description === 'string' ? description : '')),
			...[...itemIds].slice(0, mostItems).flatMap((itemId) => {
				const item = items.nameOf(accountId, itemId);
				return item === null ? [] : [item.name, item.code];
			}),
		];
		return [...new Set(texts.flatMap(wordsOf))].join(' ');
	};
}

function* itemIdsOf(lines: unknown): Iterable<string> {
	if (!Array.isArray(lines)) return;
	for (const line of lines as readonly unknown[]) {
		if (typeof line !== 'object' || line === null || !('itemId' in line)) continue;
		if (typeof line.itemId === 'string') yield line.itemId;
	}
}
