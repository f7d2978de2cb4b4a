// Letter case of the service's field and query names. Ours are camelCase.
import { z } from 'zod';

export const letterCase = z.enum(['as-declared', 'pascal', 'snake', 'kebab', 'lower']);
export type LetterCase = z.infer<typeof letterCase>;

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
