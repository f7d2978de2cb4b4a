// A problem of a field in words.
import type { ProblemCode } from '../../shared/record/rules.ts';
import type { Words } from './record-words.ts';

export function problemWord(
	{ t, format }: Words,
	{ code, args = {} }: { code: ProblemCode; args?: Record<string, string | number> | undefined },
): string {
	const bound = (name: string): string => {
		const value = args[name];
		return value === undefined ? 'none' : format.quantity(String(value));
	};
	const { longest = 0 } = args;
	const { unit = '', count = '0', other = '', path = '' } = args;
	return t(`record.problem-${code}`, {
		longest,
		from: bound('from'),
		to: bound('to'),
		unit: String(unit),
		count: format.quantity(String(count)),
		other: String(other),
		path: String(path),
	});
}
