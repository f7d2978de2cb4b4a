// Finds writes that were repeated without a probe in between.
import type { Logged } from './stranger.ts';

export function blindResends(log: readonly Logged[]): string[] {
	const found: string[] = [];
	const last = new Map<string, number>();
	for (const [index, write] of log.entries()) {
		if (!write.isWrite) continue;
		const before = last.get(write.request);
		last.set(write.request, index);
		const first = before === undefined ? undefined : log[before];
		// A refused write was not applied, and the answer says so.
		if (before === undefined || first === undefined) continue;
		if (first.answered && first.outcome !== 'done') continue;
		// Two documents were made: of two entries with the same content, or else they are counted as doubled.
		const madeBoth = first.outcome === 'done' && write.outcome === 'done';
		if (madeBoth && write.operation.endsWith('.create')) continue;
		const between = log.slice(before + 1, index);
		const [resource] = write.operation.split('.');
		const wasAsked = between.some(
			(each) =>
				!each.isWrite &&
				each.answered &&
				each.outcome !== 'limited' &&
				each.operation.startsWith(`${resource ?? ''}.`),
		);
		if (!wasAsked)
			found.push(
				`${write.operation} at ${String(write.at)}: ${first.outcome}, then ${write.outcome}`,
			);
	}
	return found;
}
