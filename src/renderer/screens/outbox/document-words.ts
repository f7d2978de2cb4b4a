// Title of an outbox document, and the link to its screen.
import { uploadLane } from '../../../shared/bridge/import.ts';
import type { Lane, Step } from '../../../shared/bridge/outbox.ts';
import { isRecordDocument, recordTypeOf } from '../../../shared/record/records.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import { areaOf } from '../../shell/areas.ts';
import { hrefOf } from '../../shell/route.svelte.ts';

type Named = Pick<Lane, 'document' | 'documentId'>;

const isUpload = ({ document, documentId }: Named): boolean =>
	document === uploadLane.document && documentId === uploadLane.documentId;

/** Of an uploaded file, the list with its records. */
export const hrefOfDocument = (lane: Named): string =>
	isUpload(lane) ? hrefOf(areaOf(lane.document)) : hrefOf(areaOf(lane.document), lane.documentId);

export const openWord = (lane: Named): MessageKey =>
	isUpload(lane)
		? 'import.openItems'
		: isRecordDocument(lane.document)
			? 'import.openRecord'
			: 'outbox.open';

export const laneWord = (lane: Named): MessageKey =>
	isUpload(lane) ? 'import.uploadOne' : documentWord(lane.document);

/** What a document is called: `Waste`, `Supplier`. */
export function documentWord(document: Lane['document']): MessageKey {
	if (document === 'stocktake') return 'outbox.document-stocktake';
	if (!isRecordDocument(document)) return `${document}.one`;
	return `recordTypes.${recordTypeOf(document)}-one`;
}

/**
 * Status in the list: a discarded or moved document is not called done. If all steps were replaced, the draft is being
 * edited.
 */
export type Standing = Lane['standing'] | 'undone' | 'given-up' | 'moved';

export function standingOf({ standing, steps }: Pick<Lane, 'standing' | 'steps'>): Standing {
	if (standing !== 'done') return standing;
	const last = lastOf(steps);
	if (last?.moved === true) return 'moved';
	switch (last?.state) {
		case 'cancelled':
		case 'superseded':
			return 'undone';
		case 'discarded':
			return 'given-up';
		default:
			return 'done';
	}
}

/** Moved before the service had it, so nothing can be opened here. A count stays here for reading. */
export const isOnlyElsewhere = (
	lane: Pick<Lane, 'standing' | 'steps' | 'number' | 'document'>,
): boolean => standingOf(lane) === 'moved' && lane.number === '' && lane.document !== 'stocktake';

/** What the person did: the last step, as submitting follows creating. */
export const actionOf = ({ steps }: Pick<Lane, 'steps'>): Step['verb'] =>
	lastOf(steps)?.verb ?? 'other';

const lastOf = (steps: Lane['steps']): Step | undefined =>
	steps.findLast(({ state, moved }) => state !== 'superseded' || moved) ?? steps.at(-1);

export const toneOfStanding = {
	waiting: 'amber',
	'needs-you': 'rust',
	done: 'thyme',
	undone: 'plain',
	'given-up': 'plain',
	moved: 'plain',
} as const satisfies Record<Standing, string>;

const finished: readonly Step['state'][] = ['confirmed', 'cancelled', 'superseded', 'discarded'];

/** Whether a later step still needs the document that this one creates. */
export function needsDocument(
	{ steps }: Pick<Lane, 'steps'>,
	{ actionId }: Pick<Step, 'actionId'>,
): boolean {
	const at = steps.findIndex((each) => each.actionId === actionId);
	return steps.slice(at + 1).some(({ state }) => !finished.includes(state));
}
