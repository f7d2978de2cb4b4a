// Transfers as they are drafted here: one kind for each end.
import { kinds } from '../../../shared/document/kinds.ts';
import type { CoreContext } from '../context.ts';
import { OwnDrafts } from '../document/own-drafts.ts';
import { kindOf, type Direction } from './service-transfer.ts';

export type TransferDrafts = Readonly<Record<Direction, OwnDrafts>>;

export const transferDrafts = (context: CoreContext): TransferDrafts => ({
	out: new OwnDrafts(context, kinds[kindOf.out]),
	in: new OwnDrafts(context, kinds[kindOf.in]),
});
