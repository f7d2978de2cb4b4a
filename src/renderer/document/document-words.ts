// A document's status and colour, its number, and what it is about.
import type { ItemView, Phase } from '../../shared/bridge/values.ts';
import type { Share } from '../../shared/document/document-calls.ts';
import { nameField } from '../../shared/document/field-schemas.ts';
import type { Kind } from '../../shared/document/kinds.ts';
import { unitOfLine, type AnyKind, type Field, type Move } from '../../shared/document/kit.ts';
import { piecesOf } from '../../shared/domain/pieces.ts';
import { filled, inOneUnit } from '../../shared/domain/sent-boxes.ts';
import type { UnitQuantity } from '../../shared/domain/unit.ts';
import type { Format } from '../messages/format.svelte.ts';
import type { Language } from '../messages/language.svelte.ts';
import { isMessageKey } from '../messages/message.ts';
import { fieldText, wordOf, type FieldFormat } from './desk.ts';
import type { ShownDocument, ShownLine, ShownRow } from './kind-calls.ts';

export interface StateWord {
	readonly text: string;
	readonly tone: 'plain' | 'thyme' | 'amber' | 'rust' | 'sea';
}

function toneOf(phase: Phase, move: Move | undefined): StateWord['tone'] {
	switch (phase) {
		case 'draft':
		case 'unknown':
			return 'plain';
		case 'rejected':
			return 'rust';
		case 'partly-received':
			return 'amber';
		default:
			return move === 'nobody' ? 'thyme' : 'sea';
	}
}

/** Local status first; then the phase. */
export function stateWord(
	{
		standing,
		phase,
		stateWord: word,
		edits,
		move = 'nobody',
	}: Pick<ShownRow, 'standing' | 'phase' | 'stateWord' | 'edits'> & Partial<Pick<ShownRow, 'move'>>,
	t: Language['t'],
	kind: Pick<AnyKind, 'name' | 'phases'>,
): StateWord {
	const inService = () =>
		phase === 'unknown' ? unknownState(t, word) : phaseWord(t, kind, phase, move);
	switch (standing) {
		case 'draft':
			if (edits !== null) return stateOfEdit(phase, inService(), t);
			return { text: t('document.state-draft'), tone: 'plain' };
		case 'waiting':
			return { text: t('document.state-waiting'), tone: 'amber' };
		case 'needs-you':
			return { text: t('document.state-needs-you'), tone: 'rust' };
		case 'service':
			return { text: inService(), tone: toneOf(phase, kind.phases[phase]) };
	}
}

/** A state that no word of the profile names, as the service says it; empty for a document that is not here. */
export const unknownState = (t: Language['t'], word: string): string =>
	word === '' ? '' : t('document.phase-unknown', { word });

/** A kind may word a phase by who acts next: an approved order was sent to its supplier, or not. */
function phaseWord(
	t: Language['t'],
	kind: Pick<AnyKind, 'name'>,
	phase: Phase,
	move: ShownRow['move'],
): string {
	const own = `${kind.name}.phase-${phase}-${move}`;
	return isMessageKey(own) ? t(own, {}) : wordOf(t, kind, `phase-${phase}`);
}

/** For a service document being edited: its state there. */
function stateOfEdit(phase: Phase, state: string, t: Language['t']): StateWord {
	switch (phase) {
		case 'rejected':
			return { text: t('edit.state-rejected'), tone: 'rust' };
		case 'draft':
			return { text: t('edit.state-draft'), tone: 'plain' };
		default:
			return { text: t('edit.state-other', { state }), tone: 'plain' };
	}
}

/** The document's number, or why it has none. */
export function numberWord(
	{ number, standing }: Pick<ShownRow, 'number' | 'standing'>,
	t: Language['t'],
): string {
	if (number !== '') return number;
	return standing === 'draft' ? t('common.draft') : t('common.pendingNumber');
}

/** The title of a document's page and paper: by its number or day, or by a record in its head. */
export function titleOf(
	{ t, format }: { t: Language['t']; format: Pick<Format, 'date'> },
	kind: Kind,
	document: ShownDocument,
): string {
	const names = Object.entries<Field>(kind.head)
		.filter(([, { as }]) => as === 'reference')
		.map(([name]) => {
			const value = document[nameField(name)];
			return [nameField(name), typeof value === 'string' ? value : ''] as const;
		});
	return wordOf(t, kind, 'viewTitle', {
		...Object.fromEntries(names),
		number: document.number === '' ? 'none' : document.number,
		date: format.date(document.businessDate),
	});
}

/** A field of the head in a list; a blank text is replaced by the document's items. */
export function columnText(
	row: ShownRow,
	column: readonly [string, Field],
	format: FieldFormat & Pick<Format, 'list'>,
): string {
	const text = fieldText(format, row, column, row.currency);
	if (text !== '' || column[1].as !== 'text') return text;
	const { items, lines } = row;
	return lines > items.length && items.length > 0 ? `${items.join(', ')} …` : format.list(items);
}

/** The fields of the head that are columns of a list. */
export const columnsOf = ({ head }: AnyKind): readonly [string, Field][] =>
	Object.entries(head).filter(([, { list }]) => list?.includes('column') === true);

/** Name of a unit; its id if the item no longer has it. */
export const unitName = ({ units }: ItemView, wanted: string): string =>
	units.find(({ unitId }) => unitId === wanted)?.name ?? wanted;

/** Name of a totals row: a reason, category or item, or none. */
export function shareName(t: Language['t'], { key, name, parts }: Share): string {
	if (key === 'unsplit') return t('document.unsplit');
	if (key === 'others') return t('document.otherItems', { count: parts });
	return name === '' ? t('document.noName') : name;
}

/** The quantity of a line in the unit that it is sent in; null if a box cannot be read. */
export function sentIn(kind: AnyKind, line: ShownLine): UnitQuantity | null {
	const { item, boxes } = line;
	const read = filled(boxes);
	const isKnown = boxes.every(({ unitId }) => item.units.some((unit) => unit.unitId === unitId));
	if (!isKnown || read.length < boxes.length) return null;
	return inOneUnit(read, item.units, unitOfLine(kind.lines.fields, { ...line }));
}

/** What a quantity beside that of a line comes to in pieces; null unless it is a part of its unit. */
export function piecesBeside(kind: AnyKind, line: ShownLine, name: string, { as }: Field) {
	const quantity = (line as Readonly<Record<string, unknown>>)[name];
	if (as !== 'quantity' || typeof quantity !== 'string') return null;
	const unitId = unitOfLine(kind.lines.fields, { ...line }) ?? line.boxes[0]?.unitId;
	return unitId === undefined ? null : piecesOf(line.item.units, { unitId, quantity });
}

/** The boxes of a line; for a line with a price, its quantity in the unit of the price. */
export function boxesShown(kind: AnyKind, line: ShownLine): ShownLine['boxes'] {
	const sent = unitOfLine(kind.lines.fields, { ...line }) === null ? null : sentIn(kind, line);
	return sent === null ? line.boxes : [{ ...sent, typed: sent.quantity }];
}
