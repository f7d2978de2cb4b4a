// The orders of the scripted service, as a service keeps them: lines get ids, and steps change states and quantities.
import { add } from '../../src/shared/domain/decimal.ts';
import type { Kitchen } from './kitchen.ts';
import { noReply } from './verdicts.ts';

interface Line {
	id?: string;
	itemId: string;
	quantity: string;
	quantityReceived?: string;
	purchaseOrderItemId?: string;
}
interface Order {
	id: string;
	status: string;
	items: Line[];
}

export type OrderDesk = ReturnType<typeof openOrderDesk>;

export function openOrderDesk(kitchen: Kitchen) {
	const { service } = kitchen;
	const orders = () => service.lists['purchaseOrder.list'] as Order[];
	const set = (id: unknown, change: (order: Order) => Partial<Order>): void => {
		service.lists['purchaseOrder.list'] = orders().map((order) =>
			order.id === id ? { ...order, ...change(order) } : order,
		);
	};
	const numbered = (order: Order): Line[] => {
		const [first] = order.items;
		const items = desk.joinLines && first !== undefined ? [first, first] : order.items;
		return items.map((line, at) => ({
			...line,
			id: line.id ?? `${order.id}-${String(at + 1)}`,
			quantityReceived: line.quantityReceived ?? '0',
		}));
	};
	const desk = {
		/** Lines of new orders that look alike. */
		joinLines: false,
		/** Receipts wait: the service does not answer them. */
		holdReceipts: false,
		approve: (id: string) => set(id, () => ({ status: 'approved' })),
		/** The next such step is done, and its answer is lost. */
		lose: (name: string) => lost.add(name),
	};
	const lost = new Set<string>();
	service.lists['purchaseOrder.receivings'] = [];
	let made = 0;
	service.onWrite = (name) => {
		const { body, path } = service.writes.at(-1)!;
		const loses = lost.delete(name);
		if (name === 'purchaseOrder.create') {
			made += 1;
			// An answered create is kept by the scripted service itself.
			if (loses) {
				const id = `lost-${String(made)}`;
				service.lists['purchaseOrder.list'] = [
					...orders(),
					{ ...(body as object), id, status: 'Draft' },
				];
			}
		}
		const id = path['id'] ?? body['id'] ?? body['purchaseOrderId'];
		if (name === 'purchaseOrder.submit')
			set(id, (order) => ({ status: 'submitted', items: numbered(order) }));
		if (name === 'purchaseOrder.approve') set(id, () => ({ status: 'approved' }));
		if (name === 'purchaseOrder.receive' && desk.holdReceipts) service.there = false;
		else if (name === 'purchaseOrder.receive') {
			const came = body['items'] as Line[];
			set(id, (order) => {
				const items = order.items.map((line) => ({
					...line,
					quantityReceived: came
						.filter(({ purchaseOrderItemId }) => purchaseOrderItemId === line.id)
						.reduce((sum, { quantity }) => add(sum, quantity), line.quantityReceived ?? '0'),
				}));
				const whole = items.every(
					({ quantity, quantityReceived }) => Number(quantityReceived) >= Number(quantity),
				);
				return { items, status: whole ? 'received' : 'partly-received' };
			});
		}
		if (loses) service.next = [noReply];
	};
	return desk;
}
