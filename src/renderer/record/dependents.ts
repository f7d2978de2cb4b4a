// What has to be told before a record is made inactive or deleted.
import type { CallOutput } from '../../shared/bridge/contract.ts';
import type { Plain } from '../../shared/record/record-kit.ts';
import type { RecordTypeName } from '../../shared/record/records.ts';
import type { App } from '../app.svelte.ts';
import type { RecordRow } from './record-row.ts';
import { countUses, type CountedUse } from './where-used.ts';

export interface Dependents {
	readonly uses: readonly CountedUse[];
	readonly found: CallOutput<'record.dependents'> | null;
}

/** Active records that refer to it, and what else does. */
export async function dependentsOf(
	call: App['call'],
	type: RecordTypeName,
	id: string,
	record: Plain,
): Promise<Dependents> {
	const [uses, found] = await Promise.all([
		countUses(call, type, id, record, { isActive: [true] }),
		call('record.dependents', { type, id }),
	]);
	return {
		uses: uses.filter(({ count }) => count > 0),
		found: found.ok ? found.value : null,
	};
}

/** Records of a selection that are looked at, because each is several questions. */
export const mostLooked = 50;

/** Of those in a selection that something depends on, by their ids. @param isWanted whether a person still waits for it */
export async function dependentsOfEach(
	call: App['call'],
	type: RecordTypeName,
	rows: readonly RecordRow[],
	isWanted: () => boolean,
): Promise<ReadonlyMap<string, Dependents>> {
	const found = new Map<string, Dependents>();
	for (const { id, values } of rows.slice(0, mostLooked)) {
		if (!isWanted()) break;
		const dependents = await dependentsOf(call, type, id, values);
		if (hasDependents(dependents)) found.set(id, dependents);
	}
	return found;
}

export const hasDependents = ({ uses, found }: Dependents): boolean =>
	uses.length > 0 ||
	(found !== null &&
		(found.stockedItems > 0 ||
			[
				found.stock,
				found.documents,
				found.drafts,
				found.counts,
				found.countTemplates,
				found.wasteTemplates,
				found.orderTemplates,
			].some(({ length }) => length > 0)));
