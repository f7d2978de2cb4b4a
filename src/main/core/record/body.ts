// The request that writes a record: the declared fields that are sent, and the undeclared ones.
import { z } from 'zod';
import type { AnyType, Plain } from '../../../shared/record/record-kit.ts';
import { sameContent } from '../../../shared/record/merge.ts';
import type { Route } from '../../../shared/record/registry.ts';
import { findOperation } from '../../../shared/service/index.ts';
import { partsOfPath } from '../../../shared/service/operation.ts';
import { serverId, type NewAction } from '../outbox/outbox.ts';

/** @param now the record as the service has it; empty for a new one @param id null while the service has none */
export function requestFor(
	type: AnyType,
	{ operation }: Route,
	{ record, now, id }: { record: Plain; now: Plain; id: string | null },
): NewAction['payload'] {
	const { body: schema, path } = findOperation(operation) ?? {};
	const sent = schema instanceof z.ZodObject ? schema.shape : {};
	const itself = id ?? serverId;
	const isNew = operation.endsWith('.create');
	const isKept = (name: string) =>
		name in sent
			? !(name in type.fields && type.fields[name]?.owned === true)
			: isUnknown(type, name);
	const kept = Object.entries(record).filter(
		([name, value]) => name !== 'id' && isKept(name) && value !== undefined && value !== null,
	);
	return {
		...(path !== undefined && partsOfPath(path).includes('id') ? { path: { id: itself } } : {}),
		body: {
			...(!isNew && 'id' in sent ? { id: itself } : {}),
			...Object.fromEntries(kept),
			...Object.fromEntries(cleared(type, record, now).filter(([name]) => name in sent)),
		},
	};
}

export const isUnknown = ({ fields }: AnyType, name: string): boolean =>
	!(name in fields) && name !== 'id' && name !== 'modifiedDate';

/** null marks a field that lost its value: the profile says how to clear it (`clearing`). A list is sent empty. */
function cleared({ fields }: AnyType, record: Plain, now: Plain): [string, null][] {
	return Object.entries(fields)
		.filter(
			([name, field]) =>
				field.owned !== true &&
				!Array.isArray(record[name]) &&
				sameContent(field, record[name], null) &&
				!sameContent(field, now[name], null),
		)
		.map(([name]) => [name, null]);
}
