// The real program under SIGKILL; docs/outbox.md, "Proof".
import { expect, test } from 'vitest';
import { crash } from './crash.ts';
import { crashLabels } from './labels.ts';

test('killed 16 times, at every label and at any instant, the program loses nothing and posts nothing twice', async () => {
	const { lost, doubled, contradictions, atLabel, kills, acknowledged } = await crash({
		kills: 16,
		seed: 20_261_121,
	});
	expect(lost).toEqual([]);
	expect(doubled).toEqual([]);
	expect(contradictions).toEqual([]);
	expect(kills).toBe(16);
	// A fast machine has ten times as many; on a slow one more kills come before an answer.
	expect(acknowledged.length).toBeGreaterThan(3);
	expect(crashLabels.filter((label) => !atLabel.has(label))).toEqual([]);
}, 240_000);
