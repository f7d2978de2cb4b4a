// Reasons for a variance: the staff's, or the catalogue's if there are none.
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
