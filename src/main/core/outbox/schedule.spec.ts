import { beforeEach, expect, test } from 'vitest';
import { create, eachQueue, known, submit, textLimits } from '../../../../test/support/queue.ts';
import { applied, noReply, notSent } from '../../../../test/support/verdicts.ts';

const queue = eachQueue();
beforeEach(() => queue.lists());
const day = 86_400_000;

test('does not miss a pause that ends between two looks at the clock', async () => {
	// Every look advances the clock by 600 ms, so a pause of a second ends between two of them.
	const still = queue.clock;
	let looks = 0;
	queue.clock = { ...still, monotonic: () => still.monotonic() + (looks += 1) * 600 };
	await queue.outbox.stop();
	queue.start();
	const lanes: string[] = [];
	for (let document = 0; document < 5; document += 1) {
		queue.service.verdicts = [notSent, notSent, notSent, applied(`W-${String(document)}`)];
		lanes.push(queue.enqueue(`d${String(document)}`, create(`i${String(document)}`)));
		await still.pass(20_000);
	}
	expect(lanes.flatMap(queue.states)).toEqual(lanes.map(() => 'confirmed'));
});

test('returning to an account does not shorten the pause before a probe, however the wall clock was set', async () => {
	queue.service.verdicts = [noReply];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	queue.lists({ id: 'W-3', description: `[${queue.referenceOf(laneId)}]` });
	await queue.outbox.stop();
	queue.clock.setWallClock(queue.clock.now() + day);
	queue.outbox.start();
	await queue.clock.pass(queue.profile.pauses.beforeProbeMs - 1);
	expect(queue.ends(laneId)).toEqual(['ambiguous']);
	await queue.clock.pass(1_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

test('neither the wall clock nor a restart shortens the undo period or makes it endless', async () => {
	queue.useProfile({ behaviour: known, textLimits, pauses: { holdMs: 10_000 } });
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.pass(1_000);
	queue.clock.setWallClock(queue.clock.now() + 3_600_000);
	queue.enqueue('d1', submit('i2'));
	await queue.clock.pass(8_000);
	expect(queue.ends(laneId)).toEqual(['held', 'held']);
	await queue.outbox.stop();
	queue.clock.setWallClock(queue.clock.now() - day);
	queue.outbox.start();
	await queue.clock.pass(9_000);
	expect(queue.ends(laneId)).toEqual(['held', 'held']);
	await queue.clock.pass(1_500);
	expect(queue.ends(laneId)[0]).toBe('confirmed');
});

test('a wall clock set back does not make an action wait forever', async () => {
	queue.service.verdicts = [notSent, applied('W-1')];
	const laneId = queue.enqueue('d1', create('i1'));
	await queue.clock.settle();
	queue.clock.setWallClock(queue.clock.now() - day);
	queue.outbox.start();
	await queue.clock.pass(300_000);
	expect(queue.ends(laneId)).toEqual(['confirmed']);
});

test('a wall clock set forward shortens no pause before a probe, even after a restart', async () => {
	queue.service.verdicts = [noReply, applied('W-1')];
	const laneId = queue.enqueue('d1', create('i1'));
	const first = () => queue.rows(laneId)[0];
	await queue.clock.settle();
	queue.clock.setWallClock(queue.clock.now() + 3_600_000);
	queue.enqueue('d1', submit('i2'));
	await queue.clock.pass(80_000);
	expect(first()).toMatchObject({ state: 'ambiguous', absent_probes: 0 });
	await queue.outbox.stop();
	queue.start();
	await queue.clock.pass(80_000);
	expect(first()).toMatchObject({ state: 'ambiguous', absent_probes: 0 });
	await queue.clock.pass(80_000);
	expect(first()).toMatchObject({ state: 'confirmed' });
	expect(queue.written()).toHaveLength(2);
});
