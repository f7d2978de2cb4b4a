// `npm run -s operations -- --reach`: which operations the tests with a real PC, in a browser or not, and the tour called
// on the practice service, by its journal. Each operation that was called is an empty file in `.reach`; delete the folder to start anew.
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
	const untried = left.filter((address) => reasonOf(address) === undefined);
	const unneeded = left.filter((address) => reasonOf(address) !== undefined);
	return [
		...parts,
		`Used by a screen, but not called: ${untried.length}`,
		...untried.map((address) => `  ${namesOf(address)}`),
		'',
		`Used by no screen: ${unneeded.length}`,
		...unneeded.map((address) => `  ${namesOf(address)}: ${reasonOf(address) ?? ''}`),
		'',
		`reach: ${addresses.length - left.length} of ${addresses.length}`,
		'',
	].join('\n');
}

const reasonOf = (address: readonly Operation[]): string | undefined =>
	address.map(({ name }) => unused[name]).find((reason) => reason !== undefined);

const namesOf = (address: readonly Operation[]): string =>
	address.map(({ name }) => name).join(', ');
