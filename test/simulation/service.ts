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
	/** Every content that a waste document ever had. */
	versionsOf(documentId: string): readonly WastageRecord[];
	/** The waste document as it was last read by itself; null where it never was. */
	lastShown(documentId: string): WastageRecord | null;
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
/** Waste of others that still takes changes: a draft and a rejected one. */
export const openWaste = ['open-1', 'open-2'] as const;
const today = '2026-11-20T09:00:00.000Z';

const takesChanges = ({ status }: WastageRecord): boolean =>
	status === 'Draft' || status === 'Rejected';

export function simulatedService(profile: ServiceProfile, now: () => number): SimulatedService {
	const routes = served.map((name) => {
		const operation: Operation = operationNamed(name);
		const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/, '([^/]+)')}$`);
		return { operation, pattern };
	});
	const versions = new Map<string, WastageRecord[]>();
	const shown = new Map<string, WastageRecord>();
	const wastage = new (class extends Map<string, WastageRecord> {
		override set(id: string, record: WastageRecord): this {
			versions.set(id, [...(versions.get(id) ?? []), record]);
			return super.set(id, record);
		}
	})();
	const transfersOut = new Map<string, TransferRecord>();
	const transfersIn = new Map<string, TransferRecord>();
	const stock = new Map<string, Big>();
	const madeAt = new Map<string, number>();
	const effects: Effect[] = [];
	let lag = 0;
	let numbers = 0;
	let changes = 0;

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
	for (const [index, id] of openWaste.entries()) {
		wastage.set(id, {
			id,
			number: `WST-${id}`,
			locationId: 'L1',
			date: today,
			description: 'Of everybody',
			status: index === 0 ? 'Draft' : 'Rejected',
			items: ['I1', 'I2'].map((itemId) => ({ itemId, uomId: 1, quantity: '8' })),
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
		move: { from: readonly string[]; to: string; after: readonly string[] },
	): Answer => {
		const found = documents.get(call.id ?? '');
		if (!found) return refusal(404, 'There is no such document.');
		const again = move.after.includes(found.status) && !profile.behaviour.refusesRepeatedTransition;
		if (!move.from.includes(found.status) && !again) return refusal(409, `It is ${found.status}.`);
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
					if (!takesChanges(found)) return refusal(409, `It is ${found.status}.`);
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
						from: ['Draft', 'Rejected'],
						to: 'Submitted',
						after: ['Submitted'],
					});
				case 'wastage.approve':
					return transition(wastage, call, actionId, {
						from: ['Submitted'],
						to: 'Approved',
						after: ['Approved'],
					});
				case 'transferOut.submit':
					return transition(transfersOut, call, actionId, {
						from: ['Draft'],
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
				case 'wastage.get': {
					const found = wastage.get(call.id ?? '');
					if (found) shown.set(found.id, found);
					return get(call, wastage);
				}
				case 'transferOut.get':
					return get(call, transfersOut);
				case 'transferIn.get':
					return get(call, transfersIn);
				default:
					throw new Error(`The simulation does not serve ${operation.name}.`);
			}
		},
		idsOf: (kind) => [...(kind === 'wastage' ? wastage : transfersOut).keys()],
		versionsOf: (documentId) => versions.get(documentId) ?? [],
		lastShown: (documentId) => shown.get(documentId) ?? null,
		stateOf: (documentId) =>
			(wastage.get(documentId) ?? transfersOut.get(documentId))?.status ?? null,
		colleague(which) {
			// States only go on: a document that goes back is outside of what is guaranteed.
			const documents = [...wastage.values()];
			const chosen = documents[which % documents.length];
			if (!chosen) return;
			const others = chosen.id.startsWith('others');
			if (chosen.id.startsWith('open') && takesChanges(chosen)) {
				// Mostly a line, so that edits meet; else it is handed in.
				const at = which % 2;
				const items = (chosen.items ?? []).map((line, index) =>
					index === at ? { ...line, quantity: `90.${String((changes += 1))}` } : line,
				);
				const change = which % 4 === 3 ? { status: 'Submitted' } : { items };
				wastage.set(chosen.id, { ...chosen, ...change });
				return;
			}
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
