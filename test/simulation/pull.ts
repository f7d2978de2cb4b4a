// Pulls copies of documents in a history, like the program does on its schedule.
import { z } from 'zod';
import { EVERYWHERE } from '../../src/main/core/store/pulls.ts';
import type { World } from './world.ts';

export const folded = [
	{ document: 'wastage', copies: 'wastage', list: 'wastage.list' },
	{ document: 'transferOut', copies: 'transferOut', list: 'transferOut.list' },
	{ document: 'purchaseOrder', copies: 'purchaseOrder', list: 'purchaseOrder.list' },
	{ document: 'returnOrder', copies: 'returnOrder', list: 'returnOrder.list' },
] as const;

const mostMinutes = 10;

type Copied = Pick<(typeof folded)[number], 'copies' | 'list'>;

/** Pulls a kind and searches it. @returns the problem; null if none. */
export async function pull(world: World, { copies, list }: Copied): Promise<string | null> {
	const { clock } = world;
	const { store, outbox } = world.run;
	const { accountId } = world.inUse;
	const begunAt = clock.now();
	const read = world.run.readAll(list);
	const reading = { ended: false };
	void read.then(() => {
		reading.ended = true;
	});
	// An answer that stalls ends a minute after it began.
	for (let minutes = 0; minutes < mostMinutes && !reading.ended; minutes += 1)
		await clock.pass(60_000);
	const answer = await read;
	if (!answer.ok || !world.run.alive || world.run.store !== store)
		return answer.ok ? 'ended' : answer.said;
	// Absence from an incomplete list deletes nothing.
	if (!answer.value.complete) return 'not whole';
	for (const row of z.array(z.looseObject({ id: z.string() })).parse(answer.value.rows)) {
		store.records.put(
			accountId,
			copies,
			{ id: row.id, locationId: 'L1', json: JSON.stringify(row) },
			{ readNo: answer.readNo, at: clock.now(), touch: false },
		);
	}
	store.pulls.finish(accountId, copies, EVERYWHERE, clock.now(), answer.readNo);
	const looking = outbox.listCame(copies, begunAt);
	await clock.settle();
	await looking;
	return null;
}
