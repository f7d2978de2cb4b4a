// Lazy values.

/** @returns gets the value, calling `make` only once */
export function once<Made extends object>(make: () => Made): () => Made {
	let made: Made | null = null;
	return () => (made ??= make());
}
