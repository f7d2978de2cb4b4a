// Hashes the document a person saw when deciding about it: an approval is valid for that content only.
import { createHash } from 'node:crypto';
import { ExactNumber } from '../../../shared/exact-json.ts';

/** Changes of these do not matter to a person. */
export const besideContent: ReadonlySet<string> = new Set(['modifiedDate']);

export function hashOfRecord(record: unknown): string {
	return createHash('sha256')
		.update(JSON.stringify(ordered(record)))
		.digest('hex');
}

function valueOf({ text }: ExactNumber): number | string {
	const digits = /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
	const number = Number(digits);
	return String(number) === digits ? number : digits;
}

function ordered(value: unknown): unknown {
	if (value instanceof ExactNumber) return valueOf(value);
	if (Array.isArray(value)) return value.map(ordered);
	if (typeof value !== 'object' || value === null) return value;
	return Object.entries(value)
		.filter(([name, field]) => field !== undefined && !besideContent.has(name))
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, field]) => [name, ordered(field)]);
}
