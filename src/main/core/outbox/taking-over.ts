// Going on with the work of another account of this PC, after the service got another address or gave another client id:
// by a person's word that it is the same service. What is there under the new address is asked before anything goes.
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { takeOverWork } from '../store/taking-over.ts';
import { fromCopy, madeOf } from './action.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import type { Moving } from './moving.ts';

/** @returns takes the work of an account over into the one in use; nothing of it may be on its way. */
export function createTakingOver({ store, ports }: EngineOptions, { tables, move }: Moving) {
	const elsewhere = alsoElsewhere(store.durable);
	return (
		from: { accountId: string; name: string },
		{ accountId }: Pick<OutboxAccount, 'accountId'>,
		by: string,
	): void => {
		const at = ports.clock.now();
		const why = { code: 'taken-over', args: { name: from.name } } as const;
		store.durable
			.transaction(() => {
				const waiting = tables.unfinished().filter((row) => row.account_id === from.accountId);
				elsewhere.addOpen(at, from.accountId);
				takeOverWork(store.durable, from.accountId, accountId);
				for (const row of waiting) {
					elsewhere.add(madeOf(row), at);
					const { state } = row;
					const isAsked = state !== 'held-newer-version' && tables.attempts(row.action_id) > 0;
					if (!isAsked) {
						tables.record(row.action_id, { at, from: state, to: state, by, why });
						continue;
					}
					// Where the data under the new address is other data after all, an absence there proves nothing.
					const resolution = row.resolution === 'applied' ? row.resolution : fromCopy;
					move(row, 'ambiguous', { by, why, next_at: at, absent_probes: 0, resolution });
				}
			})
			.immediate();
	};
}
