// The keys in words: for the footer, the sheet of keys and docs/keys.md.
import { messagesOf } from '../messages/catalogue.ts';
import type { Language } from '../messages/language.svelte.ts';
import { keysAt, keysOfChord, keyTable, type KeyName, type KeyPlace } from './keys.ts';

/** A key's first chord as printed on the keyboard, for `KeyHint`. */
export const printedKeys = (t: Language['t'], name: KeyName): readonly string[] =>
	printedChord(t, keyTable[name].chords[0]);

export const printedChord = (t: Language['t'], chord: string): readonly string[] =>
	keysOfChord(chord).map((key) => {
		const word = named.find(([each]) => each === key)?.[1];
		return word === undefined ? key : t(word);
	});

const named = [
	['Ctrl', 'common.keyCtrl'],
	['Shift', 'common.keyShift'],
	['Enter', 'common.keyEnter'],
	['Tab', 'common.keyTab'],
	['Esc', 'common.keyEsc'],
	['Space', 'common.keySpace'],
] as const;

export const keyPlaces = [
	'everywhere',
	'list',
	'documents',
	'counts',
	'records',
	'import',
	'newCount',
	'sheet',
	'count',
	'paper',
	'review',
	'waste',
	'receive',
	'order',
	'followUps',
	'document',
	'form',
] as const satisfies readonly KeyPlace[];

/** docs/keys.md. */
export function keysMarkdown(): string {
	const english = messagesOf('en');
	const word = (key: string): string => english.get(`keys.${key}`) ?? '';
	const sections = keyPlaces.map((place) => {
		const lines = keysAt(place).map((name) => {
			const chords = keyTable[name].chords.map((chord) => `\`${chord.replaceAll('+', ' ')}\``);
			return `- ${chords.join(', ')}: ${word(name)}`;
		});
		return `## ${word(`place-${place}`)}\n\n${lines.join('\n')}\n`;
	});
	const head =
		'# Keys\n\nMade from `src/renderer/keys/keys.ts`; `npx vitest run src/renderer/keys -u` writes it. `?` or `F1` shows the\nkeys of the current screen.\n';
	return [head, ...sections].join('\n');
}
