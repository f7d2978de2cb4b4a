// The table of all keys: each has one meaning in the whole program. Screens ask `isKey`; the footer, the sheet of keys
// (`?`) and docs/keys.md are made from it.

import { recordTypeNames } from '../../shared/record/records.ts';

/** Where a key works. */
export type KeyPlace =
	| 'everywhere'
	| 'list'
	| 'documents'
	| 'counts'
	| 'records'
	| 'import'
	| 'newCount'
	| 'sheet'
	| 'count'
	| 'paper'
	| 'review'
	| 'waste'
	| 'receive'
	| 'order'
	| 'followUps'
	| 'document'
	| 'form';

interface KeyEntry {
	readonly places: readonly [KeyPlace, ...KeyPlace[]];
	/** `Ctrl+Shift+Z`: letters by their position, because an Arabic keyboard types other letters there. */
	readonly chords: readonly [string, ...string[]];
}

export const keyTable = {
	search: { places: ['everywhere'], chords: ['Ctrl+K'] },
	showKeys: { places: ['everywhere'], chords: ['?', 'F1'] },
	goBack: { places: ['everywhere'], chords: ['Alt+←'] },
	goForward: { places: ['everywhere'], chords: ['Alt+→'] },
	undoSubmit: { places: ['everywhere'], chords: ['Alt+Z'] },
	open: { places: ['list', 'sheet', 'paper'], chords: ['Enter'] },
	back: { places: ['list', 'sheet', 'paper', 'review'], chords: ['Esc'] },
	move: { places: ['list', 'sheet', 'review'], chords: ['↑', '↓', 'PgUp', 'PgDn', 'Home', 'End'] },
	choose: { places: ['list', 'review'], chords: ['Space'] },
	chooseAll: { places: ['list'], chords: ['Ctrl+A'] },
	searchList: { places: ['records'], chords: ['/'] },
	importRecords: { places: ['records'], chords: ['I'] },
	bulkEdit: { places: ['records'], chords: ['B'] },
	asSheet: { places: ['records'], chords: ['G'] },
	editRecord: { places: ['records'], chords: ['E'] },
	recordHistory: { places: ['records'], chords: ['H'] },
	whereUsed: { places: ['records'], chords: ['U'] },
	views: { places: ['records'], chords: ['V'] },
	startNew: { places: ['documents', 'counts', 'records'], chords: ['Alt+N'] },
	countAgain: { places: ['counts'], chords: ['Alt+R'] },
	onlyThis: { places: ['newCount'], chords: ['Alt+O'] },
	edit: { places: ['sheet', 'document'], chords: ['F2'] },
	nextBox: { places: ['sheet', 'paper'], chords: ['Tab'] },
	previousBox: { places: ['sheet', 'paper'], chords: ['Shift+Tab'] },
	previousLine: { places: ['sheet'], chords: ['Shift+Enter'] },
	firstLine: { places: ['sheet'], chords: ['Ctrl+Home'] },
	lastLine: { places: ['sheet'], chords: ['Ctrl+End'] },
	empty: { places: ['sheet'], chords: ['Delete'] },
	nextProblem: { places: ['sheet', 'review'], chords: ['F8'] },
	previousProblem: { places: ['sheet', 'review'], chords: ['Shift+F8'] },
	accept: { places: ['sheet'], chords: ['Alt+A'] },
	acceptOther: { places: ['sheet'], chords: ['Alt+B'] },
	undo: { places: ['sheet'], chords: ['Ctrl+Z'] },
	redo: { places: ['sheet'], chords: ['Ctrl+Shift+Z', 'Ctrl+Y'] },
	finish: {
		places: ['newCount', 'sheet', 'review', 'records', 'import', 'form'],
		chords: ['Ctrl+Enter'],
	},
	find: { places: ['count', 'review'], chords: ['Ctrl+F'] },
	nextUncounted: { places: ['count'], chords: ['F9'] },
	fillFromAbove: { places: ['count'], chords: ['Ctrl+D'] },
	fillDown: { places: ['count'], chords: ['Ctrl+Shift+D'] },
	note: { places: ['count'], chords: ['Ctrl+M'] },
	nextArea: { places: ['count'], chords: ['Alt+PgDn'] },
	previousArea: { places: ['count'], chords: ['Alt+PgUp'] },
	lineDown: { places: ['count'], chords: ['Alt+↓'] },
	lineUp: { places: ['count'], chords: ['Alt+↑'] },
	lineElsewhere: { places: ['count'], chords: ['Alt+M'] },
	areaLater: { places: ['count'], chords: ['Ctrl+→'] },
	areaEarlier: { places: ['count'], chords: ['Ctrl+←'] },
	reason: { places: ['waste', 'receive'], chords: ['Alt+1 … 9'] },
	templates: { places: ['waste'], chords: ['F4'] },
	allAsSent: { places: ['receive'], chords: ['Alt+S'] },
	confirm: { places: ['followUps'], chords: ['Alt+C'] },
	discard: { places: ['followUps'], chords: ['Alt+X'] },
	allLines: { places: ['order'], chords: ['Alt+L'] },
	whatIf: { places: ['order'], chords: ['Alt+W'] },
	useSuggestion: { places: ['order'], chords: ['='] },
} as const satisfies Record<string, KeyEntry>;

export type KeyName = keyof typeof keyTable;

export const keyNames = Object.keys(keyTable).filter((name): name is KeyName => name in keyTable);

/** Keys that work in a place, in the order of the table. */
export const keysAt = (place: KeyPlace): readonly KeyName[] =>
	keyNames.filter((name) => keyTable[name].places.some((each) => each === place));

/** The places of a screen, its own first. @param path as in the registry: `/counts/:id` */
export function placesOf(path: string): readonly KeyPlace[] {
	const own = ownPlaces.find(([pattern]) => pattern.test(path))?.[1] ?? [];
	return [...own, 'everywhere'];
}

const ownPlaces: readonly (readonly [RegExp, readonly KeyPlace[]])[] = [
	[/^\/report(\/tower)?$/, []],
	[/^\/(report\/dashboard|credits\/(new|:id))$/, ['form']],
	[/^\/counts(\/history)?$/, ['counts', 'list']],
	[/^\/counts\/new(\/|$)/, ['newCount']],
	[/^\/counts\/:id(\/line\/:line)?$/, ['count', 'sheet']],
	[/^\/counts\/:id\/paper$/, ['paper']],
	[/^\/counts\/:id\/review$/, ['review']],
	[/^\/waste\/(new|:id)$/, ['waste', 'sheet', 'document']],
	[/^\/transfers\/(new|:id|new\/:kind)$/, ['receive', 'sheet', 'document']],
	[/^\/ordering\/:id$/, ['order', 'sheet']],
	[/^\/ordering\/tables\/:table$/, ['sheet']],
	[/^\/follow-ups$/, ['followUps', 'list']],
	[/^\/credits(\/totals)?$/, ['documents', 'list']],
	[/^\/(ordering|prices)$/, ['list']],
	[/^\/imports\/(new|preview\/:id)$/, ['import', 'list']],
	[/^\/imports\/run\/:id$/, ['list']],
	[/^\/deliveries\/:id$/, ['receive', 'sheet', 'document']],
	[/^\/(waste|transfers|orders|requests|deliveries|returns)(\/totals)?$/, ['documents', 'list']],
	[/^\/returns\/new(\/:order)?$/, ['list']],
	[/^\/(orders|requests|returns)\/(new|:id)$/, ['sheet', 'document']],
	[/^\/(counts|waste|transfers|deliveries|outbox)(\/|$)/, ['list']],
	[new RegExp(`^/(${recordTypeNames.join('|')})(/|$)`), ['records', 'list']],
];

/** A chord's keys: `['Ctrl', 'Shift', 'Z']`. */
export const keysOfChord = (chord: string): readonly string[] => chord.split('+');

/** What a handler needs of a keydown. */
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Whether a keydown is this key. Cmd is Ctrl on a Mac. While a dialog is open, the keys of the page behind it do nothing.
 */
export function isKey(event: Pressed, name: KeyName): boolean {
	if (!isKeyOfDialog(event, name)) return false;
	return keysAt('everywhere').includes(name) || !isDialogOpen();
}

/** Whether a keydown is this key, for a dialog that takes it. */
export function isKeyOfDialog(event: Pressed, name: KeyName): boolean {
	return keyTable[name].chords.some((chord) => isChord(event, chord));
}

export const isDialogOpen = (): boolean =>
	typeof document !== 'undefined' && document.querySelector('.dialog[data-state=open]') !== null;

function isChord(event: Pressed, chord: string): boolean {
	const keys = keysOfChord(chord);
	const key = keys.at(-1) ?? '';
	// Its keyboard decides whether a question mark needs Shift.
	if (key === '?') return /^[?؟]$/.test(event.key) && !event.ctrlKey && !event.altKey;
	if ((event.ctrlKey || event.metaKey) !== keys.includes('Ctrl')) return false;
	if (event.altKey !== keys.includes('Alt') || event.shiftKey !== keys.includes('Shift'))
		return false;
	return /^[A-Z]$/.test(key)
		? event.code === `Key${key}`
		: event.key === (keyValues.get(key) ?? key);
}

/** The `key` of an event, where it is not as printed. */
const keyValues = new Map([
	['Esc', 'Escape'],
	['PgUp', 'PageUp'],
	['PgDn', 'PageDown'],
	['Space', ' '],
	['↑', 'ArrowUp'],
	['↓', 'ArrowDown'],
	['←', 'ArrowLeft'],
	['→', 'ArrowRight'],
]);
