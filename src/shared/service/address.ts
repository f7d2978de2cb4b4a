// Where an operation is at a service: the registry's method and path, as the profile changes them.
import type { Method, Operation } from './operation.ts';
import type { ServiceProfile } from './profile.ts';

/** Method and path of an operation under a profile; the parts of the path stay in braces. */
export function addressOf(
	operation: Pick<Operation, 'name' | 'method' | 'path'>,
	profile: Pick<ServiceProfile, 'operations' | 'pathCase'>,
): { method: Method; path: string } {
	const changed = profile.operations[operation.name];
	return {
		method: changed?.method ?? operation.method,
		path: changed?.path ?? inCase(operation.path, profile.pathCase),
	};
}

const inCase = (path: string, pathCase: ServiceProfile['pathCase']): string =>
	pathCase === 'lower'
		? path.replace(/\{\w+\}|[^{]+/g, (part) => (part.startsWith('{') ? part : part.toLowerCase()))
		: path;
