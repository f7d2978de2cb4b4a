// Adopts another account's work for the same service, and looks for everything there before it is sent.
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { takeOverWork } from '../store/taking-over.ts';
import { fromCopy, originOf } from './action.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import type { Moving } from './moving.ts';

export function createTakingOver({ store, ports }: EngineOptions, moving: Moving) {
	const { tables } = moving;
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
					elsewhere.add(originOf(row), at);
					const { state } = row;
					const isAsked = state !== 'held-newer-version' && tables.attempts(row.action_id) > 0;
					if (!isAsked) {
						tables.record(row.action_id, { at, from: state, to: state, by, why });
						continue;
					}
					// If the new address has different data after all, an absence there proves nothing.
					const resolution = row.resolution === 'applied' ? row.resolution : fromCopy;
					moving.move(row, 'ambiguous', { by, why, next_at: at, absent_probes: 0, resolution });
				}
			})
			.immediate();
	};
}
