// What a simulated history must never show.

/**
 * `lost`: an acknowledged entry is gone, or counts as done without being done. `blind resends`: a write was sent again
 * without proof or order. `doubled`: an action took effect twice. `stuck`: it ended neither confirmed nor before a
 * person. `out of order`: a step was sent before its predecessor. `wrong account`: a write was sent under another
 * account.
 */
export const wrongs = [
	'lost',
	'blind resends',
	'doubled',
	'stuck',
	'out of order',
	'wrong account',
] as const;
export type Wrong = (typeof wrongs)[number];

export class Violation extends Error {
	override readonly name = 'Violation';
	readonly wrong: Wrong;
	constructor(wrong: Wrong, message: string) {
		super(`${wrong}: ${message}`);
		this.wrong = wrong;
	}
}
