// What people enter on a day at a stranger, and how it is recognised at the practice service behind it.
import Big from 'big.js';
import type { Chance } from '../../src/practice/demo/random.ts';
import type { Stranger } from './stranger.ts';

/** Documents that people make here. */
type MadeKind = 'wastage' | 'transferOut' | 'purchaseRequest' | 'purchaseOrder' | 'returnOrder';

/** An entry that must be at the service exactly once. Entries of one lane are in the order of its steps. */
export interface Entry {
	readonly what:
		MadeKind | 'receipt' | 'count' | 'change' | 'approval' | 'rejection' | 'lock' | 'delivery';
	documentId: string;
	/** The edited service document, by its id on the PC. */
	readonly changes?: string;
	/** Same for entries the service can only tell apart by text. */
	readonly content: string;
	readonly effects: number;
	/** How often the service has it; a fraction is a wrong quantity. */
	times(): number;
	/** Candidate service documents, and how many went beyond draft. */
	documents?(): { id: string; number: string }[];
	submitted?(): number;
	/** At a broken service: it waits on the PC, because it cannot be looked up. */
	waits?: boolean;
	/** Enters it again without text: nothing else of it can be refused. */
	again?(): Promise<void>;
}

export const locale = 'en-GB';
let intents = 0;
export const intent = () => ({ intentId: String((intents += 1)).padStart(12, '0') });

export interface Place {
	locationId: string;
	otherLocationId: string;
	items: { itemId: string; unitId: string; places: number }[];
	reasons: string[];
	arrivals: string[];
}

const words =
	'dropped at the pass, chef’s café crème brûlée ruined again and the walk-in was warm all night  so nobody trusts ' +
	'what stood on the top shelf; Größe XL tubs were counted twice, see the sheet by the door (Łukasz knows)  ';

/** People's texts, from empty to longer than many services keep. */
export function someText(chance: Chance): string {
	const length = chance.pick([0, 0, 12, 30, 60, 75, 110, 160, 240, 400]);
	const from = chance.whole(0, 40);
	return words.repeat(4).slice(from, from + length);
}

export const linesOf = (chance: Chance, items: Place['items']) =>
	chance.some(items, chance.whole(1, 3)).map((item, index) => ({
		item,
		// Weight units take a fraction, which not every service keeps.
		typed:
			item.places > 0
				? `${String(chance.whole(0, 9))}.${chance.pick(['5', '25', '125'])}`
				: String(chance.whole(1, 40)),
		lineId: String(index),
	}));
type Lines = ReturnType<typeof linesOf>;

/** Lines at the service: item, and quantity as far as kept. */
function contentOf(
	stranger: Stranger,
	kind: string,
	place: string,
	lines: readonly (readonly [string, string])[],
): string {
	const { scale } = stranger.composition;
	const shown = lines.map(
		([itemId, quantity]) =>
			`${itemId}:${new Big(quantity).round(scale, Big.roundHalfUp).toFixed()}`,
	);
	return [kind, place, ...shown.sort()].join('|');
}

export const typedLines = (lines: Lines) =>
	lines.map(({ item, typed, lineId }) => ({
		lineId,
		itemId: item.itemId,
		boxes: [{ unitId: item.unitId, typed }],
		note: '',
	}));

export async function documentEntry(
	stranger: Stranger,
	what: MadeKind,
	place: Place,
	lines: Lines,
	text: string,
	enter: (description: string) => Promise<string>,
): Promise<Entry> {
	const { ownId } = stranger.dialect;
	const shown = () => shownOf(stranger, what);
	const known = new Set(shown().map(({ id }) => id));
	const own = lines.map(({ item, typed }) => [ownId(item.itemId), typed] as const);
	const content = contentOf(stranger, what, ownId(place.locationId), own);
	const ours = () =>
		shown().filter(({ id, at, items = [] }) => {
			const there = items.map((line) => [line.itemId, line.quantity] as const);
			return !known.has(id) && contentOf(stranger, what, at, there) === content;
		});
	const entry: Entry = {
		what,
		documentId: await enter(text),
		content,
		effects: 2,
		async again() {
			entry.documentId = await enter('');
		},
		times: () => ours().length,
		documents: () => ours().map(({ id, number }) => ({ id, number: number ?? '' })),
		submitted: () => ours().filter(({ status }) => status !== 'draft').length,
	};
	return entry;
}

function shownOf({ practice: { records } }: Stranger, what: MadeKind) {
	switch (what) {
		case 'transferOut':
			return records.all(what).map((each) => ({ ...each, at: each.fromLocationId }));
		case 'wastage':
			return records.all(what).map((each) => ({ ...each, at: each.locationId }));
		case 'purchaseRequest':
			return records.all(what).map((each) => ({ ...each, at: each.locationId }));
		case 'purchaseOrder':
			return records.all(what).map((each) => ({ ...each, at: each.locationId }));
		case 'returnOrder':
			return records.all(what).map((each) => ({
				...each,
				at: each.locationId,
				items: each.items.map((line) => ({ ...line, quantity: line.returnQuantity })),
			}));
	}
}
