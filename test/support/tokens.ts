// The colours of tokens.css, and every pair of text and ground of the screens.
import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('../../src/renderer/tokens.css', import.meta.url), 'utf8');

export type Rgb = readonly [number, number, number];

/** Colours of a token block, light and dark. */
function coloursOf(block: string): Map<string, readonly [light: Rgb, dark: Rgb]> {
	const pairs = block.matchAll(/--([\w-]+):\s*light-dark\((#[\da-f]{6}),\s*(#[\da-f]{6})\)/g);
	return new Map(
		[...pairs].map(([, name = '', light = '', dark = '']) => [name, [rgb(light), rgb(dark)]]),
	);
}

const rgb = (hex: string): Rgb => [
	parseInt(hex.slice(1, 3), 16),
	parseInt(hex.slice(3, 5), 16),
	parseInt(hex.slice(5, 7), 16),
];

const block = (selector: string): string => {
	const from = css.indexOf(`${selector} {`);
	if (from < 0) throw new Error(`${selector} is not in tokens.css.`);
	return css.slice(from, css.indexOf('\n}', from));
};

export const usual = coloursOf(block(':root'));
export const more = new Map([...usual, ...coloursOf(block(":root[data-contrast='more']"))]);

const grounds = ['paper', 'sheet', 'wash', 'thyme-wash'];
export const texts: [text: string, ground: string][] = [
	...grounds.flatMap((ground) =>
		['ink', 'ink-2', 'ink-3'].map((ink): [string, string] => [ink, ground]),
	),
	...['thyme', 'amber', 'rust', 'sea'].flatMap((tone): [string, string][] => [
		[tone, 'paper'],
		[tone, 'sheet'],
		[tone, `${tone}-wash`],
		['ink', `${tone}-wash`],
	]),
	// The current row shows differences.
	['rust', 'thyme-wash'],
	['sea', 'thyme-wash'],
	['amber', 'thyme-wash'],
	['thyme-ink', 'thyme'],
	['thyme-ink', 'thyme-strong'],
	['rust-ink', 'rust'],
	['paper', 'ink'],
];
