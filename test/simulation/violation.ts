// What a simulated history may never show.

/**
 * `lost`: something acknowledged is gone, or counts as done without having been done. `blind resends`: a write went out
 * again without proof or a person's order. `doubled`: one action had its effect twice. `stuck`: it ended neither
 * confirmed nor before a person. `out of order`: a step went before the one it follows.
 */
export type Wrong = 'lost' | 'blind resends' | 'doubled' | 'stuck' | 'out of order';

export class Violation extends Error {
	override readonly name = 'Violation';
	readonly wrong: Wrong;
	constructor(wrong: Wrong, message: string) {
		super(`${wrong}: ${message}`);
		this.wrong = wrong;
	}
}
