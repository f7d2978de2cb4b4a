// Both ends of a transfer at the sheet of all kinds; a transfer's own calls go by its direction.
import type { App } from '../../app.svelte.ts';
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument } from '../../../shared/bridge/transfer.ts';
import { transferIn, transferOut } from '../../../shared/document/transfer.ts';
import type { Desk, SheetCalls } from '../../document/desk.ts';
import { anyCall, type ShownDocument } from '../../document/kind-calls.ts';

type TransferDesk = Desk<typeof transferOut | typeof transferIn>;
type Direction = TransferDocument['direction'];

/** A transfer as its kind declares it. */
export function shownTransfer(document: TransferDocument): ShownDocument {
	const sends = document.direction === 'out';
	const [here, other] = sends ? (['from', 'to'] as const) : (['to', 'from'] as const);
	return {
		...document,
		kind: sends ? transferOut.name : transferIn.name,
		locationId: document[`${here}LocationId`],
		otherLocationId: document[`${other}LocationId`] || null,
		otherLocationName: document[`${other}Name`],
		...{ locked: false, enteredBy: '', mayNotApprove: null },
		lines: document.lines.map((line) => ({ ...line, total: null })),
	};
}

const read = (reply: Reply<TransferDocument>): Reply<ShownDocument> =>
	reply.ok ? succeed(shownTransfer(reply.value)) : reply;

const callsOf = (app: App, direction: Direction): SheetCalls => ({
	get: async (documentId) => read(await app.call('transfer.get', { documentId })),
	save: async (draft) => read(await anyCall(app)('transfer.save', { ...draft, direction })),
	submit: async (draft) => read(await app.call('transfer.send', draft)),
	discard: (documentId) => app.call('transfer.discard', { documentId }),
});

const deskOf = (kind: TransferDesk['kind'], direction: Direction): TransferDesk => {
	return { kind, area: 'transfers', file: 'transfer', calls: (app) => callsOf(app, direction) };
};

export const sendingDesk = deskOf(transferOut, 'out');
export const requestingDesk = deskOf(transferIn, 'in');
