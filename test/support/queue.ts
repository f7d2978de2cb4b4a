// The outbox alone: a real store and engine with a virtual clock, and a scripted service: answers, and the fate of each
// request.
import { afterEach, beforeEach } from 'vitest';
import type { ServiceApi } from '../../src/main/core/api/service-api.ts';
import type { ReadResult, WriteVerdict } from '../../src/main/core/api/verdict.ts';
import { createOutbox, type OutboxEngine } from '../../src/main/core/outbox/engine.ts';
import type { EngineOptions } from '../../src/main/core/outbox/engine-options.ts';
import { serverId, type NewAction, type NewLane } from '../../src/main/core/outbox/outbox.ts';
import { nothingLearned } from '../../src/shared/service/behaviour.ts';
import { serviceProfile } from '../../src/shared/service/profile.ts';
import { openTestStore } from './store.ts';
import { quietPorts } from './ports.ts';
import { applied, unreachable } from './verdicts.ts';
import { virtualClock } from './virtual-clock.ts';

/** The service seam. */
interface ScriptedCalls {
	/** Verdicts of coming writes, in order; the last one repeats. */
	verdicts: (WriteVerdict | (() => WriteVerdict | Promise<WriteVerdict>))[];
	/** Read answers by operation; others go unanswered. */
	reads: Record<string, () => ReadResult<unknown> | Promise<ReadResult<unknown>>>;
	/** Its clock; null if it states no time. */
	now: () => number | null;
	/** Requests received, with the action's stored state at that time. */
	writes: { name: string; input: unknown; stateThen: string | undefined }[];
}

/** The stated behaviour of an ideal service. */
export const known = {
	keepsReferences: true,
	listsAreCurrent: true,
	refusesRepeatedTransition: true,
};

/** Longer than any test's text, so that no text must come back before we rely on it. */
export const textLimits = { wastage: 500, transferOut: 500, transferIn: 500 };

/** Opens an outbox that may send, on its own folder, at a service with known behaviour. */
export function openQueue() {
	const accountId = 'account-1';
	const store = openTestStore(accountId);
	let made = 0;
	const service: ScriptedCalls = {
		verdicts: [() => applied(`W-${String((made += 1))}`)],
		reads: {},
		writes: [],
		now: () => null,
	};
	const stateOf = store.durable
		.prepare<[string], string>('SELECT state FROM action WHERE operation = ? ORDER BY seq DESC')
		.pluck();
	const ports = {
		...quietPorts(),
		crashPoint: (label: string) => {
			queue.passed.push(label);
		},
	};
	let outbox: OutboxEngine;
	const options = (): EngineOptions => ({
		store,
		ports: { ...ports, clock: queue.clock },
		account: () => ({ accountId, profile: queue.profile, learned: queue.learned }),
		api: scriptedApi(service, (operation) => stateOf.get(operation)),
		maySend: () => queue.online,
		person: () => 'Kit',
		changed: (laneIds) => queue.told.push(...laneIds),
		confirmed: () => undefined,
		reopen: (lane) => queue.reopened.push(lane.document_id),
	});

	const rows = (laneId: string) => outbox.tables.ofLane(laneId);
	const enqueueIn = (newLane: NewLane, actions: NewAction[]): string => {
		const reply = store.durable.transaction(() => outbox.enqueue(newLane, actions))();
		if (!reply.ok) throw new Error(`${reply.code}: ${reply.message}`);
		return reply.value.laneId;
	};
	const queue = {
		store,
		service,
		/** For a part of the outbox alone. */
		options,
		/** Of the current run. */
		get outbox(): OutboxEngine {
			return outbox;
		},
		/** Another one takes effect at the next start. */
		clock: virtualClock(),
		online: true,
		profile: serviceProfile.parse({ behaviour: known, textLimits }),
		learned: nothingLearned,
		reopened: [] as string[],
		/** Lanes that screens were told about. */
		told: [] as string[],
		/** The outbox's steps around commits and requests, in order. */
		passed: [] as string[],

		enqueueIn,
		...entriesIn(enqueueIn),
		/** From now on the service lists these waste documents. */
		lists(...rows: unknown[]): void {
			service.reads['wastage.list'] = () => listAnswer(...rows);
		},
		/** From now on the service shows this waste document. */
		shows(record: object): void {
			service.reads['wastage.get'] = () => answer(record);
		},
		/** @param profile in profile file form */
		useProfile(profile: unknown): void {
			queue.profile = serviceProfile.parse(profile);
		},
		rows,
		states: (laneId: string) => rows(laneId).map((row) => row.state),
		/** Of each step the state, or what a person is asked about. */
		ends: (laneId: string) =>
			rows(laneId).map(({ attention, state }) => (state === 'attention' ? attention : state)),
		codes: (laneId: string) => outbox.tables.history(laneId).map(({ code }) => code),
		referenceOf: (laneId: string) => rows(laneId)[0]?.reference ?? '',
		/** The lane's first unconfirmed step, which a person sees. */
		targetOf(laneId: string) {
			const row = rows(laneId).find(({ state }) => state !== 'confirmed');
			if (!row) throw new Error('Nothing is left in the lane.');
			return { actionId: row.action_id, revision: row.revision };
		},
		written: () => service.writes.map((write) => write.name),

		/** Another run of the program on the same files, after the previous one ended. */
		start(): void {
			outbox = createOutbox(options());
			outbox.recover();
			outbox.start();
		},
		async remove(): Promise<void> {
			// After a failed test, work may still wait for the clock.
			await Promise.all([outbox.stop(), queue.clock.settle()]);
			store.end();
		},
	};
	queue.start();
	return queue;
}

export type Queue = ReturnType<typeof openQueue>;

/** A queue of its own for each test of a file. */
export function eachQueue(): Queue {
	let open: Queue;
	beforeEach(() => {
		open = openQueue();
	});
	afterEach(() => open.remove());
	return new Proxy({} as Queue, {
		get: (_, name) => Reflect.get(open, name) as unknown,
		set: (_, name, value) => Reflect.set(open, name, value),
	});
}

/** Queues the documents below. */
function entriesIn(enqueueIn: (newLane: NewLane, actions: NewAction[]) => string) {
	return {
		/** @returns the lane. */
		enqueue: (documentId: string, ...actions: NewAction[]) => enqueueIn(lane(documentId), actions),
		/** Queues receiving from `T1`: its only line `TI1`, of `I1`. @param base the transfer as the person saw it */
		enqueueReceipt: (quantity = '5', base?: object) =>
			enqueueIn(
				{
					...lane('service:transferIn:T1'),
					document: 'transferIn',
					server: { id: 'T1', number: 'TRI-1' },
				},
				[receive(quantity, base)],
			),
		/** Queues a change of the only line of stock by a quantity. */
		enqueueCount: (documentId: string, quantity: string) =>
			enqueueIn({ ...lane(documentId), document: 'stocktake' }, [
				{
					intentId: documentId,
					operation: 'inventoryItem.changeStock',
					payload: {
						body: {
							locationId: 'L1',
							date: body.date,
							items: [{ itemId: 'I1', storageAreaId: 'S1', quantity }],
						},
					},
				},
			]),
	};
}

function scriptedApi(
	service: ScriptedCalls,
	stateOf: (operation: string) => string | undefined,
): ServiceApi {
	const read = async (name: string): Promise<ReadResult<never>> => {
		const answered = await (service.reads[name]?.() ?? unreachable);
		return answered as ReadResult<never>; // The script names the operation it answers.
	};
	return {
		read,
		readAll: read,
		readFirst: read,
		readByName: read,
		readAllByName: read,
		serviceNow: () => service.now(),
		write(name, input) {
			service.writes.push({ name, input, stateThen: stateOf(name) });
			const verdict = service.verdicts.length > 1 ? service.verdicts.shift() : service.verdicts[0];
			if (verdict === undefined) throw new Error('The script has no verdict.');
			return Promise.resolve(typeof verdict === 'function' ? verdict() : verdict);
		},
	};
}

// Read answers.

export const answer = (value: unknown): ReadResult<unknown> => ({
	ok: true,
	value,
	serverDate: null,
	readNo: 1,
});
export const listAnswer = (...rows: unknown[]) => answer({ rows, complete: true });
// The queued waste document.

export const lane = (documentId: string): NewLane => ({
	document: 'wastage',
	documentId,
	label: { locationId: 'L1', title: '1 line', lines: 1, cost: '1.00', currency: 'EUR' },
	server: null,
});
export const body = {
	locationId: 'L1',
	date: '2026-11-20T09:00:00.000Z',
	description: 'Dropped a tray',
	items: [{ itemId: 'I1', uomId: 1, quantity: '2' }],
};
export const create = (intentId: string): NewAction => ({
	intentId,
	operation: 'wastage.create',
	payload: { body },
});
export const submit = (intentId: string): NewAction => ({
	intentId,
	operation: 'wastage.submit',
	payload: { path: { id: serverId } },
});
const receive = (quantity: string, base?: object): NewAction => ({
	intentId: `receive ${quantity}`,
	operation: 'transferIn.receive',
	payload: {
		body: {
			transferId: 'T1',
			date: body.date,
			items: [
				{ transferItemId: 'TI1', itemId: 'I1', quantities: [{ uomId: 1, quantity }], quantity },
			],
		},
	},
	...(base && { base }),
});
/** The transfer of `enqueueReceipt` as the service shows it. */
export const transfer = (quantityReceived: string) => ({
	id: 'T1',
	fromLocationId: 'L2',
	toLocationId: 'L1',
	date: body.date,
	status: 'InTransit',
	items: [{ id: 'TI1', itemId: 'I1', quantity: '5', quantityReceived }],
});
/** The lane of a waste document that the service already has. */
export const serviceLane = (id = 'W-1'): NewLane => ({
	...lane(`service:wastage:${id}`),
	server: { id, number: `WST-${id}` },
});
export const orderLane: NewLane = {
	...lane('service:purchaseOrder:PO-1'),
	document: 'purchaseOrder',
	server: { id: 'PO-1', number: 'PO-1' },
};
/** A step about such a document. */
export const step = (verb: 'approve' | 'reject' | 'update', more: Partial<NewAction> = {}) => ({
	intentId: verb,
	operation: `wastage.${verb}` as const,
	payload: { path: { id: serverId } },
	...more,
});
