// Texts for conflicting lines and fields.
import type { Lane } from '../../../shared/bridge/outbox.ts';
import type { Overlap, OverlapVersion } from '../../../shared/bridge/outbox-overlap.ts';
import type { AnyType } from '../../../shared/record/record-kit.ts';
import { isRecordDocument, recordTypeOf, typeNamed } from '../../../shared/record/records.ts';
import type { App } from '../../app.svelte.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import { fieldAt, fieldWord, valueWord } from '../../record/record-words.ts';

const keys = {
	description: 'overlap.field-description',
	date: 'overlap.field-date',
	locationId: 'common.location',
	fromLocationId: 'common.from',
	toLocationId: 'common.to',
	status: 'common.state',
	totalCost: 'common.value',
	rejection: 'overlap.field-rejection',
} as const satisfies Record<string, MessageKey>;

type Part = Pick<Overlap, 'item' | 'field'>;

/** The document with the overlap, and the currency of its value. */
export type Overlapped = Pick<Lane, 'document' | 'currency'>;

const typeOf = ({ document }: Pick<Overlapped, 'document'>): AnyType | null =>
	isRecordDocument(document) ? typeNamed(recordTypeOf(document)) : null;

/** A field known only to the service keeps the service's name. */
export function partName(
	words: Pick<App, 't' | 'format'>,
	{ item, field }: Part,
	within: Pick<Overlapped, 'document'>,
): string {
	if (item !== null) return item.name;
	const type = typeOf(within);
	if (type !== null) return fieldWord(words, type, field);
	const key = new Map<string, MessageKey>(Object.entries(keys)).get(field);
	return key === undefined ? field : words.t(key);
}

/** @param version null if the line or field is absent */
export function versionWords(
	{ t, format }: Pick<App, 't' | 'format'>,
	{ item, field }: Part,
	version: OverlapVersion | null,
	within: Overlapped,
): string {
	if (version === null) return t(item === null ? 'overlap.empty' : 'overlap.gone');
	const type = typeOf(within);
	if (type !== null) {
		const value = fieldAt(type, field)?.kind === 'flag' ? version.text === 'true' : version.text;
		return valueWord({ t, format }, type, field, value) || t('overlap.empty');
	}
	const amounts = version.amounts.map(
		({ quantity, unit }) => `${format.quantity(quantity)} ${unit}`,
	);
	const text = fieldText(format, field, version.text, within.currency);
	const words = [amounts.join(' + '), version.reason, text].filter((each) => each !== '');
	return words.length === 0 ? t('overlap.empty') : words.join(' · ');
}

function fieldText(format: App['format'], field: string, text: string, currency: string): string {
	if (field === 'date' && !Number.isNaN(Date.parse(text))) return format.dateTime(Date.parse(text));
	return field === 'totalCost' && /^-?\d+(\.\d+)?$/.test(text)
		? format.money(text, currency)
		: text;
}
