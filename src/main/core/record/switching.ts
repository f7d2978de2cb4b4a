// Switches several records on or off with one request, where the service has one and answers now. Each record that it
// cannot name in it is switched by itself.
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { recordDocument } from '../../../shared/record/records.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { CoreContext } from '../context.ts';
import type { RecordTypeInUse } from './record.ts';
import type { ShownRecord } from './shown.ts';

export type SwitchedOne = CallOutput<'record.switch'>['records'][number];

export interface Switch {
	readonly isActive: boolean;
	readonly intentId: string;
}

/** A record without the field is active. */
export const isSwitched = ({ record }: ShownRecord, { isActive }: Pick<Switch, 'isActive'>) =>
	(record['isActive'] ?? true) === isActive;

/** The records that one request can switch: those without work of their own in the outbox. */
export function forOneRequest(
	{ outbox }: Pick<CoreContext, 'outbox'>,
	{ name }: RecordTypeInUse,
	found: readonly ShownRecord[],
	asked: Switch,
): readonly ShownRecord[] {
	if (findOperation(`${name}.updateMany`) === undefined || !outbox.maySend()) return [];
	const suited = found.filter(
		(each) => each.serverId !== null && each.standing === 'service' && !isSwitched(each, asked),
	);
	return suited.length > 1 ? suited : [];
}

/**
 * @param titles of the records, for the outbox
 * @returns null if the service refused all of them or was not reached: then each goes by itself
 */
export async function switchTogether(
	{ outbox, sync }: Pick<CoreContext, 'outbox' | 'sync'>,
	{ name }: RecordTypeInUse,
	{ records, titles }: { records: readonly ShownRecord[]; titles: readonly string[] },
	{ isActive, intentId }: Switch,
): Promise<readonly SwitchedOne[] | null> {
	const [first] = records;
	const operation = findOperation(`${name}.updateMany`);
	if (first === undefined || operation === undefined) return null;
	const serverIds = records.flatMap(({ serverId }) => serverId ?? []);
	const sent = await outbox.sendWaited(
		{
			document: recordDocument(name),
			documentId: first.laneDocument,
			label: { locationId: '', title: titles.join(', '), lines: 0, cost: null, currency: '' },
			server: { id: first.serverId ?? '', number: '' },
		},
		{
			intentId: `together:${intentId}`,
			operation: operation.name,
			payload: { body: { ids: serverIds, isActive } },
		},
		() => undefined,
	);
	if (!sent.ok) return null;
	const { state, said } = sent.value;
	if (state !== 'applied' && state !== 'not-confirmed') return null;
	if (state === 'applied') await sync.refreshLists([name]);
	return records.map(({ id }) => ({ id, state, said }));
}

/** The results of records, of which some are still to be done. */
export const isDone = (one: SwitchedOne | (() => Promise<SwitchedOne>)): one is SwitchedOne =>
	typeof one !== 'function';

/** One after the other, so that the service is not flooded. */
export async function oneByOne(
	each: readonly (SwitchedOne | (() => Promise<SwitchedOne>))[],
): Promise<Reply<CallOutput<'record.switch'>>> {
	const records: SwitchedOne[] = [];
	for (const one of each) records.push(isDone(one) ? one : await one());
	return succeed({ records });
}
