// `npm run -s operations -- --reach`: which operations the browser tests and the tour called on the practice service, by
// its journal. Each operation that was called is an empty file in `.reach`; delete the folder to start anew.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operations } from '../../src/shared/service/index.ts';
import type { Operation } from '../../src/shared/service/operation.ts';
import { unused } from './unused.ts';

const folder = fileURLToPath(new URL('../../.reach', import.meta.url));
const all: readonly Operation[] = operations;

/** Operations that share an address are one operation of the service. */
const addresses = [...Map.groupBy(all, ({ method, path }) => `${method} ${path}`).values()];

export function keepReached(names: Iterable<string>): void {
	mkdirSync(folder, { recursive: true });
	for (const name of names) writeFileSync(join(folder, name), '');
}

export function reached(): ReadonlySet<string> {
	mkdirSync(folder, { recursive: true });
	return new Set(readdirSync(folder));
}

export function reachText(called: ReadonlySet<string>): string {
	const isCalled = (address: readonly Operation[]) => address.some(({ name }) => called.has(name));
	const areas = Map.groupBy(addresses, ([first]) => first?.area ?? '');
	const parts = [...areas].flatMap(([area, own]) => {
		const names = own.filter(isCalled).map(namesOf);
		return [`${area}: ${names.length} of ${own.length}`, ...names.map((name) => `  ${name}`), ''];
	});
	const left = addresses.filter((address) => !isCalled(address));
	const reasonOf = (address: readonly Operation[]) =>
		address.map(({ name }) => unused[name]).find((reason) => reason !== undefined);
	return [
		...parts,
		`Not called: ${left.length}`,
		...left.map((address) => `  ${namesOf(address)}: ${reasonOf(address) ?? 'no screen yet'}`),
		'',
		`reach: ${addresses.length - left.length} of ${addresses.length}`,
		'',
	].join('\n');
}

const namesOf = (address: readonly Operation[]): string =>
	address.map(({ name }) => name).join(', ');
