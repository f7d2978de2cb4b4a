// Both ends of a transfer at the sheet of all kinds; a transfer's own calls go by its direction.
import type { App } from '../../app.svelte.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument, TransferLine } from '../../../shared/bridge/transfer.ts';
import type { ReceivingDraft } from '../../../shared/document/receiving.ts';
import { transferIn, transferOut } from '../../../shared/document/transfer.ts';
import type { Desk, DocumentCalls } from '../../document/desk.ts';
import { anyCall, type ShownDocument, type ShownLine } from '../../document/kind-calls.ts';

type TransferDesk = Desk<typeof transferOut | typeof transferIn>;
type Direction = TransferDocument['direction'];

type ShownTransfer = Omit<TransferDocument, 'lines'> & { lines: (ShownLine & TransferLine)[] };

/** A transfer as its kind declares it, with what a transfer has besides. */
export function shownTransfer(document: TransferDocument): ShownDocument & ShownTransfer {
	const sends = document.direction === 'out';
	const [here, other] = sends ? (['from', 'to'] as const) : (['to', 'from'] as const);
	return {
		...document,
		kind: sends ? transferOut.name : transferIn.name,
		locationId: document[`${here}LocationId`],
		otherLocationId: document[`${other}LocationId`] || null,
		otherLocationName: document[`${other}Name`],
		locked: false,
		enteredBy: '',
		mayNotApprove: null,
		lines: document.lines.map((line) => ({ ...line, total: null })),
	};
}

const read = (reply: Reply<TransferDocument>): Reply<ShownDocument> =>
	reply.ok ? succeed(shownTransfer(reply.value)) : reply;

const callsOf = (app: App, direction: Direction): DocumentCalls => {
	const call = anyCall(app);
	const shown = async (asked: Promise<Reply<TransferDocument>>) => read(await asked);
	return {
		get: (documentId) => shown(call('transfer.get', { documentId })),
		save: (draft) => shown(call('transfer.save', { ...draft, direction })),
		edit: (documentId) => shown(call('transfer.edit', { documentId })),
		submit: (draft) => shown(call('transfer.send', draft)),
		discard: (documentId) => call('transfer.discard', { documentId }),
		step: (step, decision) => shown(call(`transfer.${step}`, decision)),
	};
};

const deskOf = (kind: TransferDesk['kind'], direction: Direction): TransferDesk => {
	return { kind, area: 'transfers', file: 'transfer', calls: (app) => callsOf(app, direction) };
};

const desks = { out: deskOf(transferOut, 'out'), in: deskOf(transferIn, 'in') };

export const transferDesk = (direction: Direction): TransferDesk => desks[direction];

/** What is entered against a transfer, by direction. */
export const receivingAt = { in: 'receipt', out: 'fulfilment' } as const satisfies Record<
	Direction,
	ReceivingDraft
>;
