// Every path of a document with two actions; docs/outbox.md, "Proof".
import { expect, test } from 'vitest';
import { crashLabels } from '../simulation/history.ts';
import { seededRandom } from '../../src/practice/demo/random.ts';
import { whole } from '../support/whole.ts';
import { explore } from './explore.ts';
import { fates } from './fates.ts';
import { approveAndMoveStock, createAndSubmit, createAndSubmitCarefully } from './scenes.ts';

const scenes = {
	'create and submit': createAndSubmit,
	...(whole && {
		'create and submit where no reference is kept and a transition is taken twice':
			createAndSubmitCarefully,
		'approve and move stock': approveAndMoveStock,
	}),
};

/** Enough, in this order, for every crash and every fate of a request. */
const waysByDay = 320;

function randomly() {
	const random = seededRandom(2);
	return (open: number) => Math.floor(random() * open);
}

for (const [name, scene] of Object.entries(scenes)) {
	test(`${name}: no path loses, doubles, resends blindly or gets stuck`, async () => {
		const { states, ways, starts, finished, met } = await (whole
			? explore(scene)
			: explore(scene, randomly(), waysByDay));
		console.log(
			`${name}: ${String(states)} states, ${String(starts)} starts, ${String(ways)} ways, all gone`,
		);
		expect(finished).toBeGreaterThan(0);
		// Full coverage: a crash at every label, and every outcome of a request of either action.
		for (const label of crashLabels) expect(met.get(`${label} 1`), label).toBeGreaterThan(0);
		for (const { operation } of scene.actions) {
			for (const fate of fates.keys()) {
				expect(met.get(`write ${operation} ${String(fate)}`), operation).toBeGreaterThan(0);
			}
		}
	}, 600_000);
}

// A state that leaves something out would hide what follows: which paths are cut then depends on their order.
if (whole) {
	test('the program starts from the same states in any order', async () => {
		const usual = await explore(createAndSubmit);
		const mixed = await explore(createAndSubmit, randomly());
		expect(mixed.starts).toBe(usual.starts);
	}, 1_200_000);
}
