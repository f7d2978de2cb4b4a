import { expect, test } from 'vitest';
import { isShownAs, lengthOf, mayBeShownAs } from './shown-text.ts';

const sent = 'Dropped a tray of crème brûlée, große Straße [SR-0123456789]';

test.each([
	sent,
	sent.toUpperCase(),
	sent.toLowerCase(),
	sent.normalize('NFD'),
	`  ${sent}\n`,
	sent.slice(0, 20),
	sent.normalize('NFD').slice(0, 23),
	`${sent.slice(0, 17)}...`,
	`${sent.slice(0, 17)}…`,
	'Dropped   a tray',
	'',
])("%j may be a service's form of a text", (shown) => {
	expect(mayBeShownAs(sent, shown)).toBe(true);
});

test.each(['Dropped a glass', 'Droppeda tray', 'a tray', `${sent} again`])(
	'%j is another text',
	(shown) => {
		expect(mayBeShownAs(sent, shown)).toBe(false);
	},
);

test('knows a whole text from its beginning', () => {
	expect(isShownAs(sent, ` ${sent.toUpperCase()}`)).toBe(true);
	expect(isShownAs(sent, sent.slice(0, 20))).toBe(false);
});

test('ignores half a character at the end of a cut text', () => {
	expect(mayBeShownAs('Milk 🥛 spilt', 'Milk 🥛 spilt'.slice(0, 6))).toBe(true);
	expect(mayBeShownAs('Milk 🥛 spilt', 'Milk �')).toBe(true);
});

test('measures a text by its longer normal form, in characters and in bytes', () => {
	expect(lengthOf('tray')).toEqual({ units: 4, bytes: 4 });
	expect(lengthOf('é')).toEqual({ units: 2, bytes: 3 });
	expect(lengthOf('لبن')).toEqual({ units: 3, bytes: 6 });
});
