// People's entries in a history, as the screens pass them to the outbox.
import { finished, type ActionRow } from '../../src/main/core/outbox/action.ts';
import { serverId, type NewAction, type NewLane } from '../../src/main/core/outbox/outbox.ts';
import type { Step } from './history.ts';
import { endOrder, order, receiveOrder, sendBack, type Made } from './order-entries.ts';
import { openWaste, othersTransfers, othersWastage } from './books.ts';
import type { Entry, World } from './world.ts';
import {
	documentIdOf,
	serverDocumentOf,
	serverIdOf,
} from '../../src/main/core/document/document-id.ts';

export type EntryStep = Extract<Step, { do: keyof typeof entering }>;

/** The entry of a step; null if there is nothing to enter it on. */
export function entryOf(world: World, step: EntryStep): Entered | null {
	return entering[step.do](world, choiceOf(world, step.which));
}

export function entryAnew(world: World, entry: Entry, which: number): Entered {
	const choice = choiceOf(world, which);
	const [first] = entry.actions;
	const anew: Readonly<Record<string, () => NewAction[]>> = {
		'wastage.create': () => [createWaste(choice), submitWaste(choice)],
		'purchaseOrder.create': () => order(world, originOf(choice)).actions,
		'returnOrder.create': () => sendBack(world, originOf(choice)).actions,
		'transferOut.create': () => transfer(world, choice).actions,
	};
	const actions = anew[first?.operation ?? '']?.() ?? [];
	// The same draft, so its intents begin with its name.
	const intents = actions.map((action) => ({
		...action,
		intentId: `${entry.lane.documentId}/${choice.entry}/${action.operation}`,
	}));
	return { lane: entry.lane, actions: intents };
}

type Entered = Pick<Entry, 'lane' | 'actions'>;

interface Choice {
	readonly entry: string;
	readonly which: number;
}

const choiceOf = ({ entries }: World, which: number): Choice => ({
	entry: String(entries.length + 1),
	which,
});

/** In milliseconds, like a PC's clock. */
const today = '2026-11-20T09:12:34.567Z';

const entering = {
	waste: (_, choice) => ({
		lane: ownLane('wastage', choice),
		actions: [createWaste(choice), submitWaste(choice)],
	}),
	draft: (_, choice) => ({ lane: ownLane('wastage', choice), actions: [createWaste(choice)] }),
	edit: (world, choice) => onOwnWaste(world, choice, [updateWaste(choice)]),
	submit: (world, choice) => onOwnWaste(world, choice, [submitWaste(choice)]),
	'edit-shown': editShown,
	transfer,
	approve: (world, choice) => decision(world, choice, 'approve'),
	reject: (world, choice) => decision(world, choice, 'reject'),
	receive,
	adjust: (_, choice) => adjust(choice),
	order: (world, choice) => order(world, originOf(choice)),
	'receive-order': (world, choice) => receiveOrder(world, originOf(choice)),
	'end-order': (world, choice) => endOrder(world, originOf(choice)),
	'send-back': (world, choice) => sendBack(world, originOf(choice)),
} satisfies Record<string, (world: World, choice: Choice) => Entered | null>;

const draftOf = ({ entry }: Choice) => `00000000-0000-7000-9001-${entry.padStart(12, '0')}`;

const intentOf = (choice: Choice, part: string) => `${draftOf(choice)}/1/${part}`;

const quantityOf = ({ which }: Choice) => ['1', '2.350', '0.125', '2'][which % 4] ?? '1';

const ownQuantity = (choice: Choice) => `${choice.entry}.${quantityOf(choice).replace('.', '')}`;

/** Short, long, and with characters a service may rewrite. */
const tails = ['', ' from the cold room behind the bar, thrown away at the end', '  Cafe\u0301 '];
const textOf = ({ entry, which }: Choice) => `Paper ${entry}.${tails[which % tails.length] ?? ''}`;

const originOf = (choice: Choice): Made => ({
	...choice,
	date: today,
	text: textOf(choice),
	quantity: ownQuantity(choice),
	draft: draftOf(choice),
});

function laneOf({ entry }: Choice, document: NewLane['document'], documentId: string): NewLane {
	const serverId = serverIdOf(document, documentId);
	return {
		document,
		documentId,
		label: { locationId: 'L1', title: entry, lines: 1, cost: null, currency: 'EUR' },
		server: serverId === null ? null : { id: serverId, number: '' },
	};
}

const ownLane = (document: NewLane['document'], choice: Choice) =>
	laneOf(choice, document, draftOf(choice));

const wasteBody = (choice: Choice, quantity: string) => ({
	locationId: 'L1',
	date: today,
	description: textOf(choice),
	items: [{ itemId: 'I1', uomId: 1, quantity }],
});

const createWaste = (choice: Choice): NewAction => ({
	intentId: intentOf(choice, 'create'),
	operation: 'wastage.create',
	payload: { body: wasteBody(choice, ownQuantity(choice)) },
});

const updateWaste = (choice: Choice): NewAction => ({
	intentId: intentOf(choice, 'update'),
	operation: 'wastage.update',
	payload: { body: { ...wasteBody(choice, `${choice.entry}.5`), id: serverId } },
});

const submitWaste = (choice: Choice): NewAction => ({
	intentId: intentOf(choice, 'submit'),
	operation: 'wastage.submit',
	payload: { path: { id: serverId } },
});

function onOwnWaste(world: World, { which }: Choice, actions: NewAction[]): Entered | null {
	const own = ownWaste(world);
	const lane = own[which % Math.max(1, own.length)];
	return lane === undefined ? null : { lane, actions };
}

/** The current person's waste lanes created here that can still change, as the person sees them. */
const ownWaste = (world: World): NewLane[] =>
	world.entries
		.filter(({ accountId }) => accountId === world.inUse.accountId)
		.map(({ lane }) => lane)
		.filter(
			(lane, index, all) =>
				lane.document === 'wastage' &&
				!lane.documentId.startsWith('service:') &&
				all.findIndex((each) => each.documentId === lane.documentId) === index,
		);

function editShown(world: World, choice: Choice): Entered | null {
	const { entry, which } = choice;
	const id = openWaste[which % openWaste.length] ?? openWaste[0];
	const there = world.service.books.wastage.get(id);
	const base = there && world.service.shown(there);
	if (base === undefined || !['Draft', 'Rejected'].includes(base.status)) return null;
	if (isPending(world, world.mine(), id)) return null;
	const at = which % 3;
	const changed = { itemId: `I${String(at + 1)}`, uomId: 1, quantity: `${entry}.5` };
	const items = (base.items ?? []).filter(({ itemId }) => itemId !== changed.itemId);
	const { locationId, date, description } = base;
	const body = {
		id,
		locationId,
		date,
		...(description === undefined ? {} : { description }),
		// The third edit replaces a line.
		items: at === 2 ? [...items.slice(1), changed] : [changed, ...items],
	};
	return {
		lane: laneOf(choice, 'wastage', documentIdOf('wastage', id)),
		actions: [
			{
				intentId: intentOf(choice, 'update'),
				operation: 'wastage.update',
				payload: { body },
				base,
			},
			...(which % 4 === 0 ? [submitWaste(choice)] : []),
		],
	};
}

function decision(world: World, choice: Choice, verb: 'approve' | 'reject'): Entered | null {
	const id = `others-${String((choice.which % othersWastage) + 1)}`;
	const there = world.service.books.wastage.get(id);
	if (there?.status !== 'Submitted' || isPending(world, world.actions(), id)) return null;
	return {
		lane: laneOf(choice, 'wastage', documentIdOf('wastage', id)),
		actions: [
			{
				intentId: intentOf(choice, verb),
				operation: `wastage.${verb}`,
				payload: { path: { id: serverId } },
				base: world.service.shown(there),
			},
		],
	};
}

const isPending = (world: World, actions: readonly ActionRow[], id: string): boolean =>
	actions.some(
		(row) =>
			!finished.includes(row.state) &&
			serverDocumentOf(world.laneOf(row)?.document_id ?? '')?.id === id,
	);

function transfer(_: World, choice: Choice): Entered {
	const body = {
		fromLocationId: 'L1',
		toLocationId: 'L2',
		date: today,
		description: textOf(choice),
		items: [{ itemId: 'I1', quantities: [{ uomId: 1, quantity: ownQuantity(choice) }] }],
	};
	return {
		lane: ownLane('transferOut', choice),
		actions: [
			{ intentId: intentOf(choice, 'create'), operation: 'transferOut.create', payload: { body } },
			{
				intentId: intentOf(choice, 'submit'),
				operation: 'transferOut.submit',
				payload: { path: { id: serverId } },
			},
		],
	};
}

function receive(world: World, choice: Choice): Entered | null {
	const id = `in-${String((choice.which % othersTransfers) + 1)}`;
	const there = world.service.books.transfersIn.get(id);
	if (there === undefined || isPending(world, world.actions(), id)) return null;
	const quantity = quantityOf(choice);
	const line = {
		transferItemId: `${id}-I1`,
		itemId: 'I1',
		quantities: [{ uomId: 1, quantity }],
		quantity,
	};
	const body = { transferId: id, date: today, description: textOf(choice), items: [line] };
	return {
		lane: laneOf(choice, 'transferIn', documentIdOf('transferIn', id)),
		actions: [
			{
				intentId: intentOf(choice, 'receive'),
				operation: 'transferIn.receive',
				payload: { body },
				base: world.service.shown(there),
			},
		],
	};
}

/** A count in one or two parts: below or above the book. */
function adjust(choice: Choice): Entered {
	const { entry, which } = choice;
	const sign = which % 3 === 0 ? '' : '-';
	const part = (name: string, itemId: string): NewAction => ({
		intentId: intentOf(choice, name),
		operation: 'inventoryItem.changeStock',
		payload: {
			body: {
				locationId: 'L1',
				date: today,
				description: `Count ${entry}.${name}`,
				items: [{ itemId, storageAreaId: 'S1', quantity: `${sign}${quantityOf(choice)}` }],
			},
		},
	});
	return {
		lane: laneOf(choice, 'stocktake', draftOf(choice)),
		actions: which % 2 === 0 ? [part('1', 'I1')] : [part('1', 'I2'), part('2', 'I3')],
	};
}

/** Text at the start that identifies the entry; nobody cuts that much. */
export const markerIn = (text: unknown): string | null =>
	typeof text === 'string' ? (/^(?:Paper|Count) \d+\.\d*/i.exec(text)?.[0] ?? null) : null;
