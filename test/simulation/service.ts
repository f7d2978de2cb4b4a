// The service of the simulation, in memory: wastage, transfers and stock, with the behaviour of the practice service, and
// a record of which action had which effect. It answers at once; what happens on the way is network.ts.
import Big from 'big.js';
import { z } from 'zod';
import { parseExact, stringifyExact } from '../../src/shared/exact-json.ts';
import { operationNamed, type OperationName } from '../../src/shared/service/index.ts';
import type { Operation } from '../../src/shared/service/operation.ts';
import { stockChanges } from '../../src/shared/service/inventory-item.ts';
import type { ServiceProfile } from '../../src/shared/service/profile.ts';
import {
	receiveTransferIn,
	transferRequest,
	type TransferRecord,
} from '../../src/shared/service/transfer.ts';
import {
	updateWastage,
	wastageRequest,
	type WastageRecord,
} from '../../src/shared/service/wastage.ts';
import { codecOf } from '../../src/shared/service/wire.ts';

export interface Call {
	operation: Operation;
	/** The id in the path. */
	id: string | null;
	/** Our record of the request's body. */
	body: unknown;
}

export interface Answer {
	status: number;
	body: string;
	contentType?: string;
	headers?: Record<string, string>;
}

/** What a write of ours did at the service. */
export interface Effect {
	actionId: string;
	documentId: string | null;
}

export interface SimulatedService {
	/** Which operation a request asks for; null where there is none. */
	callOf(method: string, path: string, body: string): Call | null;
	/** Does a write, or reads. `actionId` is the action behind a write. */
	execute(call: Call, actionId: string | null): Answer;
	readonly effects: readonly Effect[];
	readonly wastage: ReadonlyMap<string, WastageRecord>;
	/** Every document of a kind. */
	idsOf(kind: 'wastage' | 'transferOut'): string[];
	/** Words of a state, as they are now; null where no such document is. */
	stateOf(documentId: string): string | null;
	/** What someone else sees and does. */
	colleague(which: number): void;
	/** New documents come into lists only so many ms after they were made. */
	listsLagBy(ms: number): void;
}

const served: readonly OperationName[] = [
	'location.count',
	'wastage.create',
	'wastage.update',
	'wastage.list',
	'wastage.get',
	'wastage.submit',
	'wastage.approve',
	'transferOut.create',
	'transferOut.list',
	'transferOut.get',
	'transferOut.submit',
	'transferIn.get',
	'transferIn.receive',
	'inventoryItem.currentStock',
	'inventoryItem.changeStock',
];

/** How many documents of others wait for approval, and how many transfers are on their way here. */
export const othersWastage = 4;
export const othersTransfers = 2;
const today = '2026-11-20T09:00:00.000Z';

export function simulatedService(profile: ServiceProfile, now: () => number): SimulatedService {
	const routes = served.map((name) => {
		const operation: Operation = operationNamed(name);
		const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/, '([^/]+)')}$`);
		return { operation, pattern };
	});
	const wastage = new Map<string, WastageRecord>();
	const transfersOut = new Map<string, TransferRecord>();
	const transfersIn = new Map<string, TransferRecord>();
	const stock = new Map<string, Big>();
	const madeAt = new Map<string, number>();
	const effects: Effect[] = [];
	let lag = 0;
	let numbers = 0;

	for (let each = 1; each <= othersWastage; each += 1) {
		const id = `others-${String(each)}`;
		wastage.set(id, {
			id,
			number: `WST-${id}`,
			locationId: 'L1',
			date: today,
			description: 'Of someone else',
			status: 'Submitted',
			items: [{ itemId: 'I1', uomId: 1, quantity: '4.500' }],
		});
	}
	for (let each = 1; each <= othersTransfers; each += 1) {
		const id = `in-${String(each)}`;
		const line = (itemId: string) => ({
			id: `${id}-${itemId}`,
			itemId,
			quantity: '40',
			quantityReceived: '0',
		});
		transfersIn.set(id, {
			id,
			number: `TRI-${id}`,
			fromLocationId: 'L2',
			toLocationId: 'L1',
			date: today,
			status: 'InTransit',
			items: [line('I1'), line('I2')],
		});
	}

	const answer = (operation: Operation, value: unknown): Answer => {
		const schema = 'schema' in operation.answer ? operation.answer.schema : null;
		const written =
			schema === null
				? undefined
				: operation.answer.kind === 'list'
					? codecOf(z.array(schema), profile).write(value)
					: codecOf(schema, profile).write(value);
		return { status: 200, body: written === undefined ? '' : stringifyExact(written) };
	};
	const refusal = (status: number, detail: string): Answer => ({
		status,
		body: JSON.stringify({ title: 'Refused', detail }),
	});
	const done = (actionId: string | null, documentId: string | null) => {
		if (actionId !== null) effects.push({ actionId, documentId });
	};
	const shownInLists = ({ id }: { id: string }) => (madeAt.get(id) ?? -Infinity) + lag <= now();

	const transition = <Document extends { status: string; id: string }>(
		documents: Map<string, Document>,
		call: Call,
		actionId: string | null,
		move: { from: string; to: string; after: readonly string[] },
	): Answer => {
		const found = documents.get(call.id ?? '');
		if (!found) return refusal(404, 'There is no such document.');
		const again = move.after.includes(found.status) && !profile.behaviour.refusesRepeatedTransition;
		if (found.status !== move.from && !again) return refusal(409, `It is ${found.status}.`);
		if (!again) documents.set(found.id, { ...found, status: move.to });
		done(actionId, found.id);
		return { status: 204, body: '' };
	};

	const get = (call: Call, documents: ReadonlyMap<string, unknown>): Answer => {
		const found = documents.get(call.id ?? '');
		return found === undefined
			? refusal(404, 'There is no such document.')
			: answer(call.operation, found);
	};

	return {
		effects,
		wastage,
		callOf(method, path, body) {
			for (const { operation, pattern } of routes) {
				const match = pattern.exec(path);
				if (!match || operation.method !== method) continue;
				return {
					operation,
					id: match[1] ?? null,
					body:
						operation.body && body !== ''
							? codecOf(operation.body, profile).read(parseExact(body), '$', [])
							: undefined,
				};
			}
			return null;
		},
		execute(call, actionId) {
			const { operation } = call;
			switch (operation.name) {
				case 'location.count':
					return { status: 200, body: '2' };
				case 'wastage.create': {
					const made = `w-${String((numbers += 1))}`;
					const asked = wastageRequest.parse(call.body);
					const record = { ...asked, id: made, number: `WST-${made}`, status: 'Draft' };
					wastage.set(made, record);
					madeAt.set(made, now());
					done(actionId, made);
					return answer(operation, record);
				}
				case 'wastage.update': {
					const { id, ...asked } = updateWastage.parse(call.body);
					const found = wastage.get(id);
					if (!found) return refusal(404, 'There is no such document.');
					if (found.status !== 'Draft') return refusal(409, `It is ${found.status}.`);
					wastage.set(id, { ...found, ...asked });
					done(actionId, id);
					return { status: 204, body: '' };
				}
				case 'transferOut.create': {
					const made = `t-${String((numbers += 1))}`;
					const { items, ...asked } = transferRequest.parse(call.body);
					const record = {
						...asked,
						id: made,
						number: `TRO-${made}`,
						status: 'Draft',
						items: items.map((line, index) => ({
							...line,
							id: `${made}-${String(index)}`,
							quantity: line.quantities[0]?.quantity ?? '0',
						})),
					};
					transfersOut.set(made, record);
					madeAt.set(made, now());
					done(actionId, made);
					return answer(operation, record);
				}
				case 'wastage.submit':
					return transition(wastage, call, actionId, {
						from: 'Draft',
						to: 'Submitted',
						after: ['Submitted'],
					});
				case 'wastage.approve':
					return transition(wastage, call, actionId, {
						from: 'Submitted',
						to: 'Approved',
						after: ['Approved'],
					});
				case 'transferOut.submit':
					return transition(transfersOut, call, actionId, {
						from: 'Draft',
						to: 'Submitted',
						after: ['Submitted'],
					});
				case 'transferIn.receive': {
					const asked = receiveTransferIn.parse(call.body);
					const found = transfersIn.get(asked.transferId);
					if (!found) return refusal(404, 'There is no such transfer.');
					const items = (found.items ?? []).map((line) => {
						const came = asked.items.filter((each) => each.transferItemId === line.id);
						return {
							...line,
							quantityReceived: came
								.reduce(
									(sum, each) => sum.plus(each.quantity),
									new Big(line.quantityReceived ?? '0'),
								)
								.toFixed(),
						};
					});
					transfersIn.set(found.id, { ...found, items });
					done(actionId, found.id);
					return { status: 200, body: '' };
				}
				case 'inventoryItem.changeStock': {
					for (const { itemId, quantity } of stockChanges.parse(call.body).items) {
						stock.set(itemId, (stock.get(itemId) ?? new Big('100')).plus(quantity));
					}
					done(actionId, null);
					return { status: 200, body: '' };
				}
				case 'inventoryItem.currentStock':
					return answer(
						operation,
						['I1', 'I2', 'I3'].map((itemId) => ({
							itemId,
							locationId: 'L1',
							storageAreaId: 'S1',
							quantity: (stock.get(itemId) ?? new Big('100')).toFixed(),
						})),
					);
				case 'wastage.list':
					return answer(operation, [...wastage.values()].filter(shownInLists));
				case 'transferOut.list':
					return answer(operation, [...transfersOut.values()].filter(shownInLists));
				case 'wastage.get':
					return get(call, wastage);
				case 'transferOut.get':
					return get(call, transfersOut);
				case 'transferIn.get':
					return get(call, transfersIn);
				default:
					throw new Error(`The simulation does not serve ${operation.name}.`);
			}
		},
		idsOf: (kind) => [...(kind === 'wastage' ? wastage : transfersOut).keys()],
		stateOf: (documentId) =>
			(wastage.get(documentId) ?? transfersOut.get(documentId))?.status ?? null,
		colleague(which) {
			// States only go on: a document that goes back is outside of what is guaranteed.
			const documents = [...wastage.values()];
			const chosen = documents[which % documents.length];
			if (!chosen) return;
			const others = chosen.id.startsWith('others');
			if (others && which % 3 === 0) {
				const items = [{ itemId: 'I1', uomId: 1, quantity: '45' }];
				wastage.set(chosen.id, { ...chosen, items });
			} else if (chosen.status === 'Draft') {
				wastage.set(chosen.id, { ...chosen, status: 'Submitted' });
			} else if (chosen.status === 'Submitted') {
				const status = others && which % 3 === 1 ? 'Rejected' : 'Approved';
				wastage.set(chosen.id, { ...chosen, status });
			}
		},
		listsLagBy(ms) {
			lag = ms;
		},
	};
}
