// Seeded random numbers: all generated data comes from one seed.

/** Uniform in [0, 1), by 32-bit xorshift; good enough for demo data. */
export function seededRandom(seed: number): () => number {
	// Zero would stay zero, and small seeds start with similar numbers.
	let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) || 1;
	const next = () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) / 0x1_0000_0000;
	};
	for (let i = 0; i < 8; i++) next();
	return next;
}

export interface Chance {
	whole(least: number, most: number): number;
	happens(probability: number): boolean;
	/** Throws for an empty list. */
	pick<Value>(values: readonly Value[]): Value;
	/** So many of them, in random order. */
	some<Value>(values: readonly Value[], count: number): Value[];
	/** A version 4 UUID. */
	uuid(): string;
}

export function createChance(seed: number): Chance {
	const random = seededRandom(seed);
	const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
	const hex = (length: number) =>
		Math.floor(random() * 16 ** length)
			.toString(16)
			.padStart(length, '0');
	return {
		whole,
		happens: (probability) => random() < probability,
		pick(values) {
			const picked = values[whole(0, values.length - 1)];
			if (picked === undefined) throw new RangeError('nothing to pick from');
			return picked;
		},
		some(values, count) {
			const left = [...values];
			return Array.from({ length: Math.min(count, left.length) }, (_, place) => {
				const from = whole(place, left.length - 1);
				return left.splice(from, 1, ...left.slice(place, place + 1));
			}).flat();
		},
		uuid: () =>
			`${hex(8)}-${hex(4)}-4${hex(3)}-${whole(8, 11).toString(16)}${hex(3)}-${hex(4)}${hex(8)}`,
	};
}
