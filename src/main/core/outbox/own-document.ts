// Whether a step's document is the one made here: an answer, a reused id or a person may name another.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import { mayBeShownAs } from '../../../shared/domain/shown-text.ts';
import { documentKindOf } from '../../../shared/service/behaviour.ts';
import { findOperation } from '../../../shared/service/index.ts';
import {
	grainOf,
	itemsKey,
	likeness,
	type DocumentContent,
	type WallClock,
} from '../../../shared/service/likeness.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import { defaultProfile } from '../../../shared/service/profile.ts';
import type { ActionTables } from '../store/actions.ts';
import { originOf, type ActionRow, type LaneRow } from './action.ts';
import { compareShown, viewOf, type DocumentView } from './document-view.ts';
import type { OutboxAccount } from './engine-options.ts';
import { provedBy } from './kept-settings.ts';
import { readPayload } from './payload.ts';

export interface MadeHere extends DocumentView {
	readonly reference: string;
	readonly content: DocumentContent;
	readonly view: (record: Payload) => DocumentView;
	/** The service's number; null if unknown, or if a step other than an update may have changed it. */
	readonly number: string | null;
	/** The service confirmed the create, and no later step changed the document or belongs to another entry. */
	readonly asMade: boolean;
	/** Only our reference identifies the document: no list was read before it was made. */
	readonly byReference: boolean;
	readonly claimedTwice: boolean;
}

export function madeInLane(
	tables: ActionTables,
	row: ActionRow,
	lane: LaneRow,
	account: OutboxAccount,
): MadeHere | null {
	const before = tables
		.ofLane(lane.lane_id)
		.filter(({ seq, state }) => seq < row.seq && state === 'confirmed');
	const [create, ...later] = before;
	const operation = create && findOperation(create.operation);
	const rule = operation?.replay;
	if (create === undefined || operation === undefined || rule?.proof !== 'reference') return null;
	const kind = documentKindOf(operation);
	// A text tells documents apart even if it carries no references.
	const usual = kind === null ? null : defaultProfile.reference[kind];
	const field = provedBy(create, kind, account).referenceField ?? usual;
	const sent = readPayload(create, lane);
	if (typeof sent === 'string') return null;
	const view = (record: Payload) => viewOf(record, rule, field);
	const { server_id: serverId } = lane;
	const byPerson = create.confirmed_by === 'person';
	const isNew = later.length === 0;
	const mayHaveChanged = isUpdate(row) && tables.attempts(row.action_id) > 0;
	const ofEntry = [...later, row].every(
		(step) => originOf(step) === originOf(create) && !isUpdate(step),
	);
	return {
		...view(sent.body ?? {}),
		view,
		reference: create.reference,
		number: later.every(isUpdate) ? lane.server_number : null,
		asMade: !byPerson && (ofEntry || (isNew && !mayHaveChanged)),
		byReference: !byPerson && isNew && create.baseline === null,
		claimedTwice: serverId !== null && tables.madeByAnother(lane, serverId),
	};
}

const isUpdate = ({ operation }: ActionRow): boolean => operation.endsWith('.update');

/**
 * Why a record is not the document made here; null if nothing contradicts it. Others may change its lines, date or
 * text, and a service may show each differently, so other lines count only together with another date or text.
 */
export function whyNotOurs(made: MadeHere | null, record: Payload, clock: WallClock): Why | null {
	if (made === null) return null;
	const shown = made.view(record);
	const { number, id } = record;
	const grain = grainOf([shown.content], clock);
	const { marked, otherReference } = compareShown(made, shown, grain, clock);
	if (marked) return null;
	const hasLines = shown.content.lines !== null;
	const sameItems = itemsKey(made.content) === itemsKey(shown.content);
	const isLike = (part: Partial<DocumentContent>) =>
		likeness({ ...made.content, ...part }, { ...shown.content, ...part }, grain, clock) !== 'other';
	const sameHead = isLike({ lines: [] });
	const hasOtherText = shown.text.trim() !== '' && !mayBeShownAs(made.text, shown.text);
	// If no list was read before, all that is shown must be ours: text, items, and their quantities or the date.
	const isDoubtful =
		hasOtherText || (hasLines && !(sameItems && (sameHead || isLike({ instant: null }))));
	const isOther =
		otherReference !== null ||
		made.claimedTwice ||
		(made.byReference && isDoubtful) ||
		(shown.content.location !== '' && shown.content.location !== made.content.location) ||
		(made.number !== null && typeof number === 'string' && number !== made.number) ||
		(hasLines && !sameItems && (!sameHead || (made.asMade && hasOtherText)));
	const name = typeof number === 'string' ? number : typeof id === 'string' ? id : '';
	return isOther ? { code: 'other-document', args: { number: name } } : null;
}
