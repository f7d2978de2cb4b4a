// What a simulated history may never show.

/**
 * `lost`: something acknowledged is gone, or counts as done without having been done. `blind resends`: a write went out
 * again without proof or a person's order. `doubled`: one action had its effect twice. `stuck`: it ended neither
 * confirmed nor before a person. `out of order`: a step went before the one it follows. `wrong account`: a write went
 * out while another account was in use.
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
