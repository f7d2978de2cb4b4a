// The words for why a line is off: those of the staff, or the catalogue's own while the staff have none.
import type { App } from '../../app.svelte.ts';

const known = [
	'miscounted',
	'elsewhere',
	'unit',
	'delivery',
	'waste',
	'transfer',
	'portion',
	'unexplained',
] as const;

export function countReasons({ counting }: App['settings'], t: App['t']): readonly string[] {
	return counting.reasons.length > 0
		? counting.reasons
		: known.map((reason) => t(`countReview.reason-${reason}`));
}
