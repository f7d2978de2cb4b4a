// Edits documents of the service: the draft starts from the record as seen and stores it as the base of the change. The
// outbox merges the edit with changes by others (outbox/edits.ts).
import { z } from 'zod';
import type { Box, Phase } from '../../../shared/bridge/values.ts';
import type { KindName, KnownKind } from '../../../shared/document/kinds.ts';
import type { Fields } from '../../../shared/document/kit.ts';
import { asTyped } from '../../../shared/domain/quantity-entry.ts';
import { referenceIn, withoutReference, withReference } from '../../../shared/domain/reference.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Operation, Payload } from '../../../shared/service/operation.ts';
import { editedAs, elementOf, sendable, type EditedAs } from '../outbox/edits.ts';
import { serverId, type NewAction } from '../outbox/outbox.ts';
import type { DraftRow } from '../store/drafts.ts';
import type { Location } from '../store/locations.ts';
import type { DraftLine } from './draft-line.ts';
import { sameValues, sentFields, writtenIn, type Values } from './fields.ts';

export const editedRecord = z.looseObject({
	id: z.string(),
	status: z.string(),
	number: z.string().optional(),
	items: z.array(z.looseObject({ id: z.string().optional() })).optional(),
});

export interface EditedDocument {
	readonly record: z.infer<typeof editedRecord>;
	/** The initial lines. A line that still equals its initial one is sent back unchanged. */
	readonly lines: readonly DraftLine[];
}

export function operationOf(kind: KindName, verb: string) {
	const operation = findOperation(`${kind}.${verb}`);
	if (operation === undefined) throw new Error(`There is no operation ${kind}.${verb}.`);
	return operation;
}

/** A step that names its document in the path, or in the body if the path has no place for it. */
export const ofDocument = (
	{ name, path }: ReturnType<typeof operationOf>,
	id: string | typeof serverId,
): Pick<NewAction, 'operation' | 'payload'> => ({
	operation: name,
	payload: path.includes('{id}') ? { path: { id } } : { body: { id } },
});

export function acceptsEdits(kind: KindName, phase: Phase): boolean {
	const { replay } = operationOf(kind, 'update');
	return replay?.proof === 'equality' && (replay.from?.includes(phase) ?? true);
}

export interface LineToEdit {
	readonly lineId: string;
	readonly item: DraftLine['item'];
	readonly boxes: readonly Box[];
	/** The declared fields. */
	readonly fields: object;
}

export function lineAsTyped(line: LineToEdit, locale: string, fields: Fields): DraftLine {
	const { lineId, item } = line;
	const boxes = line.boxes.map(({ unitId, quantity }) => ({
		unitId,
		typed: asTyped(quantity ?? '0', locale),
		locale,
		quantity,
	}));
	return { lineId, item, boxes, values: writtenIn(fields, line.fields) };
}

export function isUntouched(edit: EditedDocument | undefined, line: DraftLine): boolean {
	const was = edit?.lines.find(({ lineId }) => lineId === line.lineId);
	return (
		was?.item.itemId === line.item.itemId &&
		was.boxes.length === line.boxes.length &&
		was.boxes.every(({ unitId, typed }) =>
			line.boxes.some((box) => box.unitId === unitId && box.typed === typed),
		) &&
		sameValues(was.values, line.values)
	);
}

/** Sends untouched parts as they came. @param sent.lines item is null only if untouched and unreadable */
export function editActions(
	kind: KnownKind,
	row: DraftRow,
	edit: EditedDocument,
	location: Location,
	sent: {
		values: Values;
		lines: readonly { line: DraftLine; item: Payload | null }[];
		submit: boolean;
	},
): [NewAction, ...NewAction[]] {
	const { record } = edit;
	const update = operationOf(kind.name, 'update');
	const as = editedAs(update);
	const intent = `${row.draft_id}/${String(row.revision)}`;
	const fields = editableIn(kind.head);
	const replaced = ['items', ...Object.values(fields).map(({ service }) => service)];
	const whole = sendable(as?.sent ?? null, as?.shown ?? null, record);
	const kept = inOrderOf(update, whole).filter(([name]) => !replaced.includes(name));
	return [
		{
			intentId: `${intent}/update`,
			operation: update.name,
			payload: {
				body: {
					...Object.fromEntries(kept),
					...withReferences(sentFields(fields, sent.values, location, record), fields, record),
					items: sent.lines.map(({ line, item }) => itemOf(kind, as, edit, line, item)),
				},
			},
			base: record,
		},
		...(sent.submit
			? [
					{
						intentId: `${intent}/submit`,
						...ofDocument(operationOf(kind.name, 'submit'), serverId),
					},
				]
			: []),
	];
}

/** In the order of the service's own request; fields that it does not name come last. */
export function inOrderOf({ body }: Operation, fields: Payload): [string, unknown][] {
	const order = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
	const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
	return Object.entries(fields).sort(([a], [b]) => placeOf(a) - placeOf(b));
}

function itemOf(
	kind: KnownKind,
	as: EditedAs | null,
	edit: EditedDocument,
	line: DraftLine,
	item: Payload | null,
): Payload {
	const record = recordOf(edit, line);
	const asItCame = record === null ? {} : sendable(linesOf(as?.sent), linesOf(as?.shown), record);
	if (record !== null && isUntouched(edit, line) && (item === null || isWhole(as, asItCame))) {
		return asItCame;
	}
	if (item === null) throw new Error('A line without a quantity was submitted.');
	// What the kind does not declare stays as it came; everything else comes from the draft.
	const written = writtenBy(kind);
	const stays = Object.entries(asItCame).filter(([name]) => !written.has(name));
	return { ...Object.fromEntries(stays), ...item };
}

/** The service's line that a line of the draft changes; null for another item. */
function recordOf({ record, lines }: EditedDocument, line: DraftLine): Payload | null {
	const began = record.items?.[lines.findIndex(({ lineId }) => lineId === line.lineId)];
	return began?.['itemId'] === line.item.itemId ? began : null;
}

/** An edit sends the discount back unchanged, so the service takes it off the edited line too. */
export function discountOf(edit: EditedDocument | undefined, line: DraftLine): string | undefined {
	const discount = edit && recordOf(edit, line)?.['discount'];
	return typeof discount === 'string' ? discount : undefined;
}

const writtenBy = ({ lines: { amount, fields } }: KnownKind): ReadonlySet<string | null> =>
	new Set([
		'itemId',
		'uomId',
		'quantities',
		'quantity',
		amount,
		...Object.values(fields).map(({ service }) => service),
	]);

const isWhole = (as: EditedAs | null, line: Payload): boolean =>
	linesOf(as?.sent)?.safeParse(line).success ?? true;

const linesOf = (schema: z.ZodObject | null | undefined): z.ZodObject | null =>
	elementOf(schema?.shape['items']);

const editableIn = (head: Fields): Fields =>
	Object.fromEntries(Object.entries(head).filter(([, { edit }]) => edit === 'draft'));

/** Keeps our reference at the end of its text: an edit must not delete the proof of the create. */
function withReferences(sent: Payload, fields: Fields, record: Payload): Payload {
	const carried = Object.values(fields).flatMap(({ service }): [string, string][] => {
		const before = service === null ? undefined : record[service];
		if (service === null || typeof before !== 'string') return [];
		const reference = withoutReference(before) === before ? null : referenceIn(before);
		if (reference === null) return [];
		const text = sent[service];
		return [[service, withReference(typeof text === 'string' ? text : '', reference)]];
	});
	return { ...sent, ...Object.fromEntries(carried) };
}
