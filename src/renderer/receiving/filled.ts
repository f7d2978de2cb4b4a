// The fields of a sheet for receiving, each with the call that fills it, and which of them a call changed.
import type { Invoice } from '../../shared/bridge/receiving.ts';
import type { Act } from '../document/edit-history.ts';
import { unitsOf } from '../ui/grid/unit-boxes.ts';
import type { ReceivingDocument, ReceivingLine } from './receiving-sheet.ts';

interface Input {
	readonly lineId?: string;
	readonly unitId?: string | null;
	readonly itemId?: string;
	readonly instead?: { readonly lineId: string } | null;
	readonly [name: string]: unknown;
}
/** A bridge call, without the id of its document. */
export interface Asked {
	readonly verb: string;
	readonly input: Input;
}

interface Field extends Asked {
	/** What is in it. */
	readonly text: string;
}

/** A line, or the invoice. */
export interface Part {
	readonly name: string;
	/** Adds the line, if nobody ordered its item. */
	readonly adding: Asked | null;
	/** By column of the sheet, or field of the invoice. */
	readonly fields: ReadonlyMap<string, Field>;
}

/** By line, and `invoice`. Null for a line that is not there. */
export type Parts = ReadonlyMap<string, Part | null>;

export interface Place {
	readonly key: string;
	readonly column: string;
}

interface Words {
	readonly invoice: string;
	readonly locale: string;
}

export function filledIn(document: ReceivingDocument, words: Words): Map<string, Part> {
	const { lines, invoice } = document;
	const parts = new Map(lines.map((line): [string, Part] => [line.lineId, partOf(line, words)]));
	if (invoice === undefined) return parts;
	const fields = Object.entries(typedInvoice(invoice)).map(([name, value]): [string, Field] => [
		name,
		{ text: String(value ?? ''), verb: 'invoice', input: { [name]: value } },
	]);
	return parts.set('invoice', { name: words.invoice, adding: null, fields: new Map(fields) });
}

/** `isAnother` comes last, because a new number clears it. */
export const typedInvoice = ({ number, day, total, differenceIs, isAnother }: Invoice): Invoice => {
	return { number, day, total, differenceIs, isAnother };
};

function partOf({ item, entry, weighed, extra, unitName }: ReceivingLine, { locale }: Words): Part {
	const { reason = '', cause = '', settlement = 'none', price = '' } = entry ?? {};
	const fields = new Map<string, Field>();
	for (const [column, { unitId }] of unitsOf(item)) {
		const box = entry?.boxes.find((each) => each.unitId === unitId);
		const { typed: text = '' } = box ?? {};
		const input = { unitId, typed: text, locale: box?.locale ?? locale };
		fields.set(column, { text, verb: 'enter', input });
	}
	if (weighed) {
		const { typed: text, isOdd } = weighed;
		const weigh = { verb: 'weigh', input: { typed: text, locale } };
		fields.set('weight', { text, ...weigh });
		// Weighed again, it is no longer confirmed.
		const confirm = { verb: 'confirmWeight', input: {} };
		fields.set('odd', { text: String(isOdd), ...(isOdd ? weigh : confirm) });
	}
	fields.set('price', { text: price, verb: 'price', input: { typed: price, locale } });
	fields.set('why', { text: `${cause} ${reason}`, verb: 'explain', input: { reason, cause } });
	fields.set('then', { text: settlement, verb: 'settle', input: { settlement } });
	const { itemId, name, units } = item;
	const unitId = units.find((unit) => unit.name === unitName)?.unitId ?? null;
	const instead = extra?.instead ? { lineId: extra.instead, closes: false, reason: '' } : null;
	return {
		name,
		adding: extra ? { verb: 'add', input: { itemId, unitId, instead } } : null,
		fields,
	};
}

/** The fields that a call may change. A quantity may clear why its line differs, and what becomes of that. */
const changed: Readonly<Record<string, readonly string[]>> = {
	enter: ['box', 'odd', 'why', 'then'],
	weigh: ['weight', 'odd'],
	confirmWeight: ['odd'],
	price: ['price'],
	explain: ['why', 'then'],
	settle: ['box', 'then'],
	enterAllAsDue: ['box'],
	confirmBlanksAsZero: ['box'],
	add: ['box', 'why', 'then'],
};

/** Whatever else differs was changed elsewhere in the meantime, and is not undone with this. */
function mayChange({ verb, input }: Asked, { key, column }: Place, before: Part): boolean {
	if (key === 'invoice') return verb === 'invoice';
	const lineId = verb === 'add' ? (input.instead?.lineId ?? '') : (input.lineId ?? key);
	const field = before.fields.get(column);
	const isBox = field?.verb === 'enter';
	if (lineId !== key || changed[verb]?.includes(isBox ? 'box' : column) !== true) return false;
	if (!isBox) return true;
	if (verb === 'enter') return field.input.unitId === input.unitId;
	return [...before.fields.values()].every((each) => each.verb !== 'enter' || each.text === '');
}

/** Whether a call added or removed a line. */
const comesOrGoes = ({ verb, input }: Asked, key: string, { adding }: Part): boolean =>
	(verb === 'add' && adding?.input.itemId === input.itemId) ||
	(verb === 'remove' && key === input.lineId);

/** What a call changed; null if nothing. */
export function actOf(
	asked: Asked,
	was: ReadonlyMap<string, Part>,
	now: ReadonlyMap<string, Part>,
): Act<Parts, Place> | null {
	const before = new Map<string, Part | null>();
	const after = new Map<string, Part | null>();
	let at: Place | null = null;
	for (const key of new Set([...was.keys(), ...now.keys()])) {
		const [one, other] = [was.get(key), now.get(key)];
		if (one === undefined || other === undefined) {
			const part = one ?? other;
			if (part === undefined || !comesOrGoes(asked, key, part)) continue;
			before.set(key, one ?? null);
			after.set(key, other ?? null);
			at ??= { key, column: '' };
			continue;
		}
		const columns = [...other.fields.keys()].filter(
			(column) =>
				one.fields.get(column)?.text !== other.fields.get(column)?.text &&
				mayChange(asked, { key, column }, one),
		);
		const [column] = columns;
		if (column === undefined) continue;
		const only = (part: Part): Part => ({
			...part,
			fields: new Map([...part.fields].filter(([name]) => columns.includes(name))),
		});
		before.set(key, only(one));
		after.set(key, only(other));
		at ??= { key, column };
	}
	return at && { before, after, at };
}

/** A settlement is taken back first: emptying its line would only hide it until the next quantity. */
export function inOrder(fields: Part['fields']): readonly (readonly [string, Field])[] {
	const all = [...fields];
	const first = all.filter(([column, { text }]) => column === 'then' && text === 'none');
	return [...first, ...all];
}
