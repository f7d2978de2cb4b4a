// What a document of the outbox is called, and where its own screen is.
import type { Lane } from '../../../shared/bridge/outbox.ts';
import { hrefOf } from '../../shell/route.svelte.ts';

const areaOf = {
	stocktake: 'stocktake',
	wastage: 'wastage',
	'transfer-out': 'transfers',
	'transfer-in': 'transfers',
} satisfies Record<Lane['document'], string>;

export const hrefOfDocument = ({
	document,
	documentId,
}: Pick<Lane, 'document' | 'documentId'>): string => hrefOf(areaOf[document], documentId);

export const toneOfStanding = {
	waiting: 'amber',
	'needs-you': 'rust',
	done: 'thyme',
} as const satisfies Record<Lane['standing'], string>;
