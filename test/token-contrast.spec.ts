// Computes the contrast of the pairs of colours that the screens use, in every theme.
import { describe, expect, it } from 'vitest';
import { more, texts, usual, type Rgb } from './support/tokens.ts';

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
