// A stranger's routes: declared paths in its letter case, and updates by its own method and path.
import type { AnyOperation } from '../../src/shared/service/index.ts';
import type { Composition } from './composition.ts';
import { served } from './practice.ts';

export interface Route {
	readonly operation: AnyOperation;
	readonly parts: readonly string[];
	readonly pattern: RegExp;
	readonly isUpdate: boolean;
}

export type Routes = ReadonlyMap<string, readonly Route[]>;

/** By method; fixed paths first. */
export function routesOf(composition: Composition): Routes {
	const routes = Map.groupBy(
		served.map((operation) => routeOf(operation, composition)),
		({ method }) => method,
	);
	for (const each of routes.values()) {
		each.sort((one, other) => one.parts.length - other.parts.length);
	}
	return routes;
}

function routeOf(
	operation: AnyOperation,
	{ pathCase, updates }: Composition,
): Route & { method: string } {
	const isUpdate = operation.name.endsWith('.update') && !operation.path.includes('{');
	const path = (isUpdate ? operation.path + updates.suffix : operation.path)
		.split('/')
		.map((part) => (pathCase === 'lower' && !part.startsWith('{') ? part.toLowerCase() : part));
	const pattern = path
		.map((part) => (part.startsWith('{') ? '([^/]+)' : part.replaceAll(/[.$]/g, '\\$&')))
		.join('/');
	return {
		operation,
		isUpdate,
		method: isUpdate ? updates.method : operation.method,
		parts: path.filter((part) => part.startsWith('{')).map((part) => part.slice(1, -1)),
		pattern: new RegExp(`^${pattern}$`, pathCase === 'any' ? 'i' : ''),
	};
}

export function routeTo(
	routes: Routes,
	method: string,
	pathname: string,
): { route: Route; values: Record<string, string> } | null {
	for (const route of routes.get(method) ?? []) {
		const match = route.pattern.exec(pathname);
		if (match === null) continue;
		const values: Record<string, string> = {};
		for (const [index, part] of route.parts.entries()) {
			values[part] = decodeURIComponent(match[index + 1] ?? '');
		}
		return { route, values };
	}
	return null;
}
