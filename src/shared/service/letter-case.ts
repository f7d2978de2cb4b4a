// How a service writes the names of its fields and query parameters. Ours are in camelCase.
import { z } from 'zod';

export const letterCase = z.enum(['as-declared', 'pascal', 'snake', 'kebab', 'lower']);
export type LetterCase = z.infer<typeof letterCase>;

/** Our name in the letter case of the service. A single word is the same in all of them but `pascal`. */
export function inLetterCase(name: string, as: LetterCase): string {
	switch (as) {
		case 'as-declared':
			return name;
		case 'pascal':
			return name.charAt(0).toUpperCase() + name.slice(1);
		case 'snake':
			return separated(name, '_');
		case 'kebab':
			return separated(name, '-');
		case 'lower':
			return name.toLowerCase();
	}
}

const separated = (name: string, by: string): string =>
	name.replace(/(?<=[a-z\d])[A-Z]/g, (capital) => by + capital).toLowerCase();
