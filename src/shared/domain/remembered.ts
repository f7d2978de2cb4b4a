// Things that cost far more to make than to use: Intl formats, for example.

export function remembered<Key, Value>(
	known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
	key: Key,
	make: () => Value,
): Value {
	const before = known.get(key);
	if (before !== undefined) return before;
	const made = make();
	known.set(key, made);
	return made;
}
