// Units that items on this PC have, and which of them a new line of an item takes.
import type { CallOutput } from '../../shared/bridge/contract.ts';
import type { App } from '../app.svelte.ts';

type KnownUnit = CallOutput<'record.units'>['units'][number];

export async function knownUnits(call: App['call']): Promise<readonly KnownUnit[]> {
	const reply = await call('record.units', {});
	return reply.ok ? reply.value.units : [];
}

/** One of the same kind that the item does not have yet; null: the person chooses. */
export const freeUnit = (
	known: readonly KnownUnit[],
	taken: readonly number[],
	type: string,
): number | null =>
	known.find(({ uomId, types }) => types.includes(type) && !taken.includes(uomId))?.uomId ?? null;

/** "case of 48" with 24 base units is a "case of 24". */
export function newUnitName(name: string, was: string, factor: string): string {
	const words = name.split(' ');
	const named = words.map((word) => (word === was ? factor : word)).join(' ');
	return was === '' || named === name ? `${name} ${factor}` : named;
}
