import { expect, it } from 'vitest';
import type { App } from '../app.svelte.ts';
import { recordTypeNames, typeNamed } from '../../shared/record/records.ts';
import { RecordFilters } from './record-filters.svelte.ts';
import { countUses, knownUses } from './where-used.ts';

it('counts only the records that also fit what else is asked', async () => {
	const asked: unknown[] = [];
	const call = (async (_name: string, input: unknown) => {
		asked.push(input);
		return { ok: true, value: { total: 2 } };
	}) as unknown as App['call'];
	const uses = await countUses(call, 'supplier', 'P-1', { id: 'P-1' }, { isActive: [true] });
	expect(uses).toContainEqual({
		type: 'purchaseOption',
		field: 'supplierId',
		by: 'id',
		key: 'P-1',
		count: 2,
	});
	expect(asked).toContainEqual({
		type: 'purchaseOption',
		where: { isActive: [true], supplierId: ['P-1'] },
		limit: 0,
	});
});

it('leads to lists that are filtered by the reference, for every type', () => {
	const uses = recordTypeNames.flatMap(knownUses);
	expect(uses.filter(({ field }) => field.includes('/'))).not.toEqual([]);
	for (const { type, field } of uses) {
		const filters = new RecordFilters(typeNamed(type), { [field]: 'K-1', active: 'all' });
		expect([type, filters.asked().where, filters.query]).toEqual([
			type,
			{ [field]: ['K-1'] },
			{ [field]: 'K-1', active: 'all' },
		]);
	}
});
