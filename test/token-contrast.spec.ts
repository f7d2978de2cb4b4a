// Reads tokens.css and computes the contrast of the pairs used by the screens, in every theme.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../src/renderer/tokens.css', import.meta.url), 'utf8');

type Rgb = readonly [number, number, number];

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

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(colour: Rgb): number {
	const [r, g, b] = colour.map((part) => {
		const share = part / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function contrast(one: Rgb, other: Rgb): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

const block = (selector: string): string => {
	const from = css.indexOf(`${selector} {`);
	expect(from, `${selector} stands in tokens.css`).toBeGreaterThanOrEqual(0);
	return css.slice(from, css.indexOf('\n}', from));
};

const usual = coloursOf(block(':root'));
const more = new Map([...usual, ...coloursOf(block(":root[data-contrast='more']"))]);

const grounds = ['paper', 'sheet', 'wash', 'thyme-wash'];
const texts: [text: string, ground: string][] = [
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
const edges: [text: string, ground: string][] = [
	...['paper', 'sheet', 'wash'].flatMap((ground): [string, string][] => [
		['edge', ground],
		['ring', ground],
	]),
	['thyme', 'paper'],
];

describe.each([
	['usual contrast', usual, 4.5],
	['more contrast', more, 7],
] as const)('%s', (_, colours, least) => {
	describe.each([
		['light', 0],
		['dark', 1],
	] as const)('%s', (_theme, scheme) => {
		const between = (one: string, other: string): number => {
			const [front, ground] = [colours.get(one)?.[scheme], colours.get(other)?.[scheme]];
			if (front === undefined || ground === undefined) throw new Error(`no ${one} or ${other}`);
			return contrast(front, ground);
		};

		it.each(texts)(`%s on %s is readable at ${String(least)} : 1`, (text, ground) => {
			expect(between(text, ground)).toBeGreaterThanOrEqual(least);
		});

		it.each(edges)('%s on %s is visible at 3 : 1', (edge, ground) => {
			expect(between(edge, ground)).toBeGreaterThanOrEqual(3);
		});
	});
});
