// What is made when it is first asked for, and then kept.

/** @returns gives what `make` made at the first call. */
export function once<Made extends object>(make: () => Made): () => Made {
	let made: Made | null = null;
	return () => (made ??= make());
}
