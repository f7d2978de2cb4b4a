/** What a client sent is not as it should be: the field, by its path, and what was expected. */
export class Misread extends Error {
	readonly path: string;
	constructor(path: string, expected: string) {
		super(expected);
		this.path = path;
	}
}
