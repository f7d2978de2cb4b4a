// Work for an outbox: waste documents, and an outbox that sends nothing.
import { createOutbox } from '../src/main/core/outbox/engine.ts';
import { serverId, type NewAction, type NewLane } from '../src/main/core/outbox/outbox.ts';
import type { ServiceApi } from '../src/main/core/api/service-api.ts';
import type { CorePorts } from '../src/main/core/ports.ts';
import type { Store } from '../src/main/core/store/open.ts';
import { nothingLearned } from '../src/shared/service/behaviour.ts';
import { readProfile, type ServiceProfile } from '../src/shared/service/profile.ts';
import type { practiceClient } from '../test/support/practice.ts';
import { accountId } from './kitchen.ts';

export interface Work {
	lane: NewLane;
	actions: NewAction[];
}

export function wasteOf(
	index: number,
	locationId: string,
	line: { itemId: string; uomId: number } = { itemId: 'item-000001', uomId: 1 },
	description = 'Spoiled',
): [Work] {
	const documentId = `document-${String(index)}-${crypto.randomUUID()}`;
	const label = { locationId, title: 'Spoiled', lines: 1, cost: '3.00', currency: 'EUR' };
	return [
		{
			lane: { document: 'wastage', documentId, label, server: null },
			actions: [
				{
					intentId: `${documentId}/create`,
					operation: 'wastage.create',
					payload: {
						body: {
							locationId,
							date: '2026-01-01T09:00:00.000Z',
							description,
							items: [{ ...line, quantity: '3' }],
						},
					},
				},
				{
					intentId: `${documentId}/submit`,
					operation: 'wastage.submit',
					payload: { path: { id: serverId } },
				},
			],
		},
	];
}

/** The first location and item of a practice service, for `wasteOf`. */
export async function firstGoods({ all }: Pick<ReturnType<typeof practiceClient>, 'all'>) {
	const [location] = await all<{ id: string }>('location.list');
	const [item] = await all<{ id: string; baseUomId: number }>('inventoryItem.list');
	if (!location || !item) throw new Error('The practice service is empty.');
	return { locationId: location.id, line: { itemId: item.id, uomId: item.baseUomId } };
}

/** As the outbox sends it: quantities are numbers. */
export const bodyText = (body: unknown): string =>
	JSON.stringify(body).replace(/"(\w*quantity)":"(-?[\d.]+)"/gi, '"$1":$2');

export function idleOutbox(store: Store, ports: CorePorts) {
	return createOutbox({
		store,
		api: neverAsked,
		ports,
		person: () => 'Noor',
		account: () => ({ accountId, profile: bestKnown({}), learned: nothingLearned }),
		maySend: () => false,
		changed: () => undefined,
		confirmed: () => undefined,
		reopen: () => undefined,
	});
}

export function bestKnown(json: unknown): ServiceProfile {
	const read = readProfile(json);
	if (!read.ok) throw new Error('The profile is not valid.');
	return {
		...read.profile,
		behaviour: { ...read.profile.behaviour, keepsReferences: true },
		textLimits: { ...read.profile.textLimits, wastage: 500 },
	};
}

const asked = () => Promise.reject(new Error('The benchmark asked the service.'));
export const neverAsked: ServiceApi = {
	read: asked,
	readAll: asked,
	readFirst: asked,
	readByName: asked,
	readAllByName: asked,
	write: asked,
};
