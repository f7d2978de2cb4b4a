// Checks the names in a profile against the registry: renamed fields and query parameters, changed operations, the
// probe.
import { inOwnWords } from '../bridge/own-words.ts';
import { z } from 'zod';
import { operations } from './index.ts';
import { partsOfPath, type Operation } from './operation.ts';

const all: readonly Operation[] = operations;

type Context = z.core.$RefinementCtx;
const complain = (context: Context, path: string[], message: string): void => {
	context.addIssue({ code: 'custom', path, message });
};

export function checkQueryNames(renamed: Readonly<Record<string, string>>, context: Context): void {
	const known = new Set(all.flatMap(({ query }) => Object.keys(query?.shape ?? {})));
	for (const name of Object.keys(renamed)) {
		if (!known.has(name)) complain(context, [name], inOwnWords('unknownSetting', name));
	}
}

export function checkFieldNames(
	renamed: Readonly<Record<string, Readonly<Record<string, string>>>>,
	context: Context,
): void {
	for (const [name, fields] of Object.entries(renamed)) {
		const known = name === '*' ? allFieldNames() : fieldsByRecord().get(name);
		if (known === undefined) {
			complain(context, [name], inOwnWords('unknownSetting', name));
			continue;
		}
		for (const field of Object.keys(fields)) {
			if (!known.has(field)) complain(context, [name, field], inOwnWords('unknownSetting', field));
		}
	}
}

export function checkOperations(
	changed: Readonly<Record<string, { readonly path?: string | undefined }>>,
	context: Context,
): void {
	for (const [name, { path }] of Object.entries(changed)) {
		const operation = all.find((each) => each.name === name);
		if (operation === undefined) {
			complain(context, [name], inOwnWords('unknownSetting', name));
		} else if (path !== undefined) {
			const needed = partsOfPath(operation.path).sort().join(', ');
			if (needed === partsOfPath(path).sort().join(', ')) continue;
			complain(context, [name, 'path'], inOwnWords('partsNeeded', needed || '–'));
		}
	}
}

export const isPlainRead = (name: string): boolean =>
	all.some(
		(each) => each.name === name && each.method === 'GET' && partsOfPath(each.path).length === 0,
	);

let known: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Field names of every registry record. Computed on first use. */
function fieldsByRecord(): ReadonlyMap<string, ReadonlySet<string>> {
	if (known !== undefined) return known;
	const found = new Map<string, ReadonlySet<string>>();
	const walk = (schema: unknown): void => {
		if (schema instanceof z.ZodOptional) walk(schema.def.innerType);
		else if (schema instanceof z.ZodArray) walk(schema.def.element);
		else if (schema instanceof z.ZodObject) {
			const name = schema.meta()?.['recordName'];
			if (typeof name === 'string') found.set(name, new Set(Object.keys(schema.shape)));
			for (const field of Object.values(schema.shape)) walk(field);
		}
	};
	for (const { body, answer } of all) {
		walk(body);
		if ('schema' in answer) walk(answer.schema);
	}
	return (known = found);
}

export const allFieldNames = (): ReadonlySet<string> =>
	new Set([...fieldsByRecord().values()].flatMap((fields) => [...fields]));
