// Both ends of a transfer at the screens of all kinds.
import type { ReceivingDraft } from '../../../shared/document/receiving.ts';
import { transferIn, transferOut } from '../../../shared/document/transfer.ts';
import type { Desk } from '../../document/desk.ts';
import { callsOf } from '../../document/kind-calls.ts';

type Kind = typeof transferIn | typeof transferOut;

const deskOf = (kind: Kind): Desk<Kind> => {
	return { kind, area: 'transfers', file: 'transfer', calls: (app) => callsOf(app, kind) };
};

export const transferDesks = { transferOut: deskOf(transferOut), transferIn: deskOf(transferIn) };

/** What is entered against a transfer, by kind. */
export const receivingAt = {
	transferIn: 'receipt',
	transferOut: 'fulfilment',
} as const satisfies Record<Kind['name'], ReceivingDraft>;
