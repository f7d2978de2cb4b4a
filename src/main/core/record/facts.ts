// What the copies on this PC can tell the rules of a record.
import type { Plain } from '../../../shared/record/record-kit.ts';
import type { Facts } from '../../../shared/record/rules.ts';
import type { RecordTypeName } from '../../../shared/record/records.ts';
import { targetsOf } from '../../../shared/record/reference-targets.ts';
import type { RecordTypeInUse } from './record.ts';
import type { ShownRecords } from './shown.ts';

const textOf = (value: unknown): string =>
	typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value ?? '');

/** @param id of the record itself, so that it is no twin of its own; null for a new one */
export function factsOf(
	shown: ShownRecords,
	accountId: string,
	type: RecordTypeInUse,
	{ id, before }: { id: string | null; before: Plain | null },
): Facts {
	return {
		before,
		exists: (to, value, by) => {
			const targets = targetsOf(to);
			const isThere = (name: RecordTypeName) =>
				by === 'id'
					? shown.copy(accountId, name, String(value)) !== null
					: shown.all(accountId, name).some(({ record }) => record[by] === value);
			return targets.length === 0 ? null : targets.some(isThere);
		},
		record: (to, other) =>
			targetsOf(to)
				.map((name) => shown.copy(accountId, name, other))
				.find((found) => found !== null) ?? null,
		hasTwin: (fields, record) => {
			const texts = fields.map((field) => [field, textOf(record[field])] as const);
			return shown
				.all(accountId, type.name)
				.some(
					(other) =>
						texts.every(([field, text]) => textOf(other.record[field]) === text) &&
						other.id !== id &&
						other.laneDocument !== id,
				);
		},
	};
}
