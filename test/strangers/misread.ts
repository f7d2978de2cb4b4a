/** A client sent something invalid: the field's path, and what was expected. */
export class Misread extends Error {
	readonly path: string;
	constructor(path: string, expected: string) {
		super(expected);
		this.path = path;
	}
}
