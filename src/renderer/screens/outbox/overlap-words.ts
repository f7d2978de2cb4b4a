// Texts for conflicting lines and fields.
import type { Overlap, OverlapVersion } from '../../../shared/bridge/outbox-overlap.ts';
import type { App } from '../../app.svelte.ts';
import type { MessageKey } from '../../messages/catalogue.ts';

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

/** A field known only to the service keeps the service's name. */
export function partName({ t }: App, { item, field }: Part): string {
	if (item !== null) return item.name;
	const key = new Map<string, MessageKey>(Object.entries(keys)).get(field);
	return key === undefined ? field : t(key);
}

/**
 * @param version null if the line or field is absent
 * @param currency of the document's value
 */
export function versionWords(
	{ t, format }: Pick<App, 't' | 'format'>,
	{ item, field }: Part,
	version: OverlapVersion | null,
	currency: string,
): string {
	if (version === null) return t(item === null ? 'overlap.empty' : 'overlap.gone');
	const amounts = version.amounts.map(
		({ quantity, unit }) => `${format.quantity(quantity)} ${unit}`,
	);
	const text = fieldText(format, field, version.text, currency);
	const words = [amounts.join(' + '), version.reason, text].filter((each) => each !== '');
	return words.length === 0 ? t('overlap.empty') : words.join(' · ');
}

function fieldText(format: App['format'], field: string, text: string, currency: string): string {
	if (field === 'date' && !Number.isNaN(Date.parse(text))) return format.dateTime(Date.parse(text));
	return field === 'totalCost' && /^-?\d+(\.\d+)?$/.test(text)
		? format.money(text, currency)
		: text;
}
