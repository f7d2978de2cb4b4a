// Fetching the copies of documents in a history, as the program does in its own time.
import { z } from 'zod';
import { cacheRecords } from '../../src/main/core/store/cache-records.ts';
import { EVERYWHERE, pullTable } from '../../src/main/core/store/pulls.ts';
import type { World } from './world.ts';

/** The documents of which there are copies. */
export const folded = [
	{ document: 'wastage', copies: 'wastage', list: 'wastage.list' },
	{ document: 'transfer-out', copies: 'transferOut', list: 'transferOut.list' },
] as const;

type Copied = Pick<(typeof folded)[number], 'copies' | 'list'>;

/** Fetches the copies of a kind, and looks through them. @returns what was wrong; null where nothing was. */
export async function pull(world: World, { copies, list }: Copied): Promise<string | null> {
	const { clock } = world;
	const { store, outbox, readAll } = world.run;
	const { accountId } = world.inUse;
	const begunAt = clock.now();
	const read = readAll(list);
	await clock.pass(60_000);
	const answer = await read;
	if (!answer.ok || !world.run.alive || world.run.store !== store)
		return answer.ok ? 'ended' : answer.said;
	// Nothing that a list leaves out is gone.
	if (!answer.value.complete) return 'not whole';
	const records = cacheRecords(store.cache);
	for (const row of z.array(z.looseObject({ id: z.string() })).parse(answer.value.rows)) {
		records.put(
			accountId,
			copies,
			{ id: row.id, locationId: 'L1', json: JSON.stringify(row) },
			{ readNo: answer.readNo, at: clock.now(), touch: false },
		);
	}
	pullTable(store.cache).finish(accountId, copies, EVERYWHERE, clock.now(), answer.readNo);
	const looking = outbox.listCame(copies, begunAt);
	await clock.settle();
	await looking;
	return null;
}
