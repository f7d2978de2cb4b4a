// Items that may be the same thing twice: by a barcode, a code, the code of a supplier, or a name that reads alike.
import { wordsOf } from '../domain/words.ts';

/** What makes two items alike. A name is a guess; the others say so. */
export const likenesses = ['barcode', 'code', 'supplierCode', 'name'] as const;
type Likeness = (typeof likenesses)[number];

export interface Described {
	readonly id: string;
	readonly name: string;
	readonly code: string;
	readonly barcodes: readonly string[];
	/** With its supplier, because each supplier has codes of its own. */
	readonly supplierCodes: readonly string[];
}

interface Alike {
	readonly by: Likeness;
	readonly shared: string;
	readonly ids: readonly string[];
}

/** Groups of two and more, by what they share; the certain ones first. A group with the same items is named once. */
export function alikeAmong(items: readonly Described[]): readonly Alike[] {
	const shown = new Set<string>();
	return likenesses.flatMap((by) => {
		const groups = new Map<string, Set<string>>();
		for (const item of items) {
			for (const key of keysOf[by](item)) {
				const group = groups.get(key) ?? new Set();
				groups.set(key, group.add(item.id));
			}
		}
		return [...groups].flatMap(([shared, group]): Alike[] => {
			const ids = [...group];
			const name = ids.toSorted().join(' ');
			if (ids.length < 2 || shown.has(name)) return [];
			shown.add(name);
			return [{ by, shared, ids }];
		});
	});
}

const keysOf: Readonly<Record<Likeness, (item: Described) => readonly string[]>> = {
	barcode: ({ barcodes }) => filled(barcodes),
	code: ({ code }) => filled([code]).map((each) => each.toLowerCase()),
	supplierCode: ({ supplierCodes }) => filled(supplierCodes),
	name: ({ name }) => filled([readAs(name)]),
};

const filled = (texts: readonly string[]): readonly string[] =>
	texts.map((text) => text.trim()).filter((text) => text !== '');

/**
 * A name without the order of its words, plurals, doubled letters, hyphens and the Arabic article: "Tomatoes, cherry 5kg"
 * reads as "cherry tomato 5 kg".
 */
export const readAs = (name: string): string =>
	wordsOf(name.replaceAll('-', ' ').replace(/(\d)(?=\p{L})/gu, '$1 '))
		.filter((word) => word !== 'and')
		.map((word) => (/\d/.test(word) || word.length < 4 ? word : singular(word)))
		.sort()
		.join(' ');

const singular = (word: string): string =>
	word
		.replace(/^ال(?=\p{L}{3})/u, '')
		.replace(/(?<=\p{L}{2})ies$/u, 'y')
		.replace(/(?<=[^aeiouys])oes$/, 'o')
		.replace(/(?<=ss|[^aeiouys])es$|s$/, '')
		.replace(/(\p{L})\1+/gu, '$1');
