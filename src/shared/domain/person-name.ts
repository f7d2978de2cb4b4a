// Whether two typed names mean the same person.
import { anyLanguage } from './name-order.ts';

/** A fixed locale, so that who may approve does not depend on the language of the PC. */
const asRead = new Intl.Collator(anyLanguage, { sensitivity: 'accent' });

const withoutSpareSpaces = (name: string): string => name.trim().replaceAll(/\s+/g, ' ');

/** Case and extra spaces do not count; accents do. */
export const sameName = (a: string, b: string): boolean =>
	asRead.compare(withoutSpareSpaces(a), withoutSpareSpaces(b)) === 0;
