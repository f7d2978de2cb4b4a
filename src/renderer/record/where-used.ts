// Which other record types refer to a type: their references turned round.
import type { AnyFields } from '../../shared/record/field.ts';
import type { Plain } from '../../shared/record/record-kit.ts';
import { recordTypeNames, typeNamed, type RecordTypeName } from '../../shared/record/records.ts';
import { fieldByPath, referencesIn } from '../../shared/record/references.ts';
import { targetsOf } from '../../shared/record/reference-targets.ts';
import type { App } from '../app.svelte.ts';
import { plainText } from './record-words.ts';

interface Use {
	readonly type: RecordTypeName;
	/** Its path: `ingredients/itemId`. */
	readonly field: string;
	/** The field of the target that it holds. */
	readonly by: string;
}

export interface CountedUse extends Use {
	/** What another record holds of this one: its id, or a code. */
	readonly key: string;
	readonly count: number;
}

export const usesOf = (
	target: RecordTypeName,
	types: readonly { readonly name: RecordTypeName; readonly fields: AnyFields }[],
): readonly Use[] =>
	types.flatMap(({ name, fields }) =>
		referencesIn(fields)
			.filter(({ field }) => targetsOf(field.to).includes(target))
			.map(({ path, field }) => ({ type: name, field: path, by: field.by ?? 'id' })),
	);

export const knownUses = (target: RecordTypeName): readonly Use[] =>
	usesOf(
		target,
		recordTypeNames.map((name) => ({ name, fields: typeNamed(name).fields })),
	);

/** Records that name a unit of an item: in a field beside the item, or in a line with it. */
export async function countUnitUses(
	call: App['call'],
	itemId: string,
	uomId: number,
): Promise<readonly CountedUse[]> {
	const uses = knownUses('inventoryItem').flatMap((use) => {
		const unit = use.field.replace(/itemId$/, 'uomId');
		const isUnit = fieldByPath(typeNamed(use.type).fields, unit)?.kind === 'unit';
		return isUnit && use.by === 'id' ? [{ ...use, unit }] : [];
	});
	const counted = await Promise.all(
		uses.map(async ({ unit, ...use }): Promise<CountedUse> => {
			const where = { [use.field]: [itemId], [unit]: [uomId] };
			const reply = await call('record.list', { type: use.type, where, limit: 0 });
			return { ...use, key: itemId, count: reply.ok ? reply.value.total : 0 };
		}),
	);
	return counted.filter(({ count }) => count > 0);
}

/** @param more which of the records count, beside their reference */
export const countUses = (
	call: App['call'],
	target: RecordTypeName,
	id: string,
	record: Plain,
	more: Readonly<Record<string, boolean[]>> = {},
): Promise<readonly CountedUse[]> =>
	Promise.all(
		knownUses(target).map(async (use) => {
			const key = use.by === 'id' ? id : plainText(record[use.by]);
			if (key === '') return { ...use, key, count: 0 };
			const where = { ...more, [use.field]: [key] };
			const reply = await call('record.list', { type: use.type, where, limit: 0 });
			return { ...use, key, count: reply.ok ? reply.value.total : 0 };
		}),
	);
