// The real program under SIGKILL; docs/outbox.md, "Proof".
import { expect, test } from 'vitest';
import { whole } from '../support/whole.ts';
import { crash } from './crash.ts';
import { crashLabels } from './labels.ts';

const kills = whole ? 32 : crashLabels.length;

test(`killed ${String(kills)} times, at every label, the program loses nothing and posts nothing twice`, async () => {
	const { lost, doubled, contradictions, atLabel, acknowledged, ...outcome } = await crash({
		kills,
		seed: 20_261_121,
	});
	expect(lost).toEqual([]);
	expect(doubled).toEqual([]);
	expect(contradictions).toEqual([]);
	expect(outcome.kills).toBe(kills);
	// A fast machine has ten times as many; on a slow one more kills come before an answer.
	expect(acknowledged.length).toBeGreaterThan(3);
	expect(crashLabels.filter((label) => !atLabel.has(label))).toEqual([]);
}, 240_000);
