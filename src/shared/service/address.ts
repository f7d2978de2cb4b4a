// Method and path of an operation: the registry's, as changed by the profile.
import { inOwnWords } from '../bridge/own-words.ts';
import type { Method, Operation } from './operation.ts';
import type { ServiceProfile } from './profile.ts';

export function addressOf(
	operation: Pick<Operation, 'name' | 'method' | 'path'>,
	profile: Pick<ServiceProfile, 'operations' | 'pathCase' | 'writes'>,
): { method: Method; path: string } {
	const changed = profile.operations[operation.name];
	const isUpdate = operation.name.endsWith('.update');
	const path = inCase(operation.path, profile.pathCase);
	return {
		method: changed?.method ?? (isUpdate ? profile.writes.method : operation.method),
		path: changed?.path ?? (isUpdate ? withSuffix(path, profile.writes.suffix) : path),
	};
}

const withSuffix = (path: string, suffix: string): string =>
	path + (path.includes('{id}') ? suffix.replace('/{id}', '') : suffix);

const inCase = (path: string, pathCase: ServiceProfile['pathCase']): string =>
	pathCase === 'lower'
		? path.replace(/\{\w+\}|[^{]+/g, (part) => (part.startsWith('{') ? part : part.toLowerCase()))
		: path;

const longestPart = 1_000;

/** @returns an error if an identifier cannot be part of a path: `.` and `..` navigate, even when escaped */
export function fillPath(
	path: string,
	parts: Readonly<Record<string, string>>,
): { ok: true; path: string } | { ok: false; said: string } {
	const unfit: string[] = [];
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const part = parts[name];
		if (part === undefined) throw new Error(`${path} needs the part ${name}.`);
		const isPlace = part !== '.' && part !== '..' && part.isWellFormed();
		const escaped = isPlace ? encodeURIComponent(part) : '';
		if (escaped !== '' && escaped.length <= longestPart) return escaped;
		const shown = part.length > 40 ? `${part.slice(0, 40)}…` : part;
		unfit.push(inOwnWords('notInAddress', `${name} “${shown}”`));
		return '';
	});
	return unfit.length === 0 ? { ok: true, path: filled } : { ok: false, said: unfit.join(' ') };
}
