// Recovery at the start: steps that the last run left half done, and pauses that were not timed.
import { holdMs, type EngineOptions } from './engine-options.ts';
import { program, type Moving } from './moving.ts';
import { payloadVersion } from './payload.ts';

/** Marks half-done steps of every account. Call it before anything is sent. */
export function recover({ ports }: EngineOptions, moving: Moving): void {
	const { tables } = moving;
	// Checked outside the transaction: nobody else has the files open yet.
	if (!tables.hasAnyInTheMiddle()) return;
	const unreadable = tables.inState('held-newer-version');
	const readable = unreadable.filter(({ payload_version }) => payload_version <= payloadVersion);
	const inTheMiddle = [...tables.inState('sending'), ...tables.inState('verifying')];
	if (readable.length + inTheMiddle.length === 0) return;
	const at = ports.clock.now();
	moving.transaction('recover', () => {
		for (const row of readable) {
			// Asking is harmless whatever became of its attempts.
			const state = tables.attempts(row.action_id) > 0 ? 'ambiguous' : 'queued';
			tables.move(row, state, { at, by: program, why: { code: 'readable-again' } });
		}
		for (const row of inTheMiddle) {
			tables.move(row, 'ambiguous', {
				at,
				by: program,
				next_at: null,
				absent_probes: 0,
				why: { code: 'closed-in-the-middle' },
			});
		}
	});
}

/** Restarts all pauses when an account comes into use, because none was timed meanwhile. */
export function waitAnew(options: EngineOptions, { tables }: Moving): void {
	const { ports, store, account } = options;
	const used = account();
	if (used === null) return;
	const { pauses } = used.profile;
	const at = ports.clock.now();
	store.durable
		.transaction(() => {
			for (const state of ['ambiguous', 'held'] as const) {
				const pause =
					state === 'held'
						? holdMs(options, used.profile)
						: Math.max(pauses.beforeProbeMs, pauses.betweenProbesMs);
				for (const row of tables.inState(state)) {
					// The service accepted this one; only its id is missing.
					if (row.account_id !== used.accountId || row.resolution === 'applied') continue;
					tables.waitUntil(row, at + pause);
				}
			}
		})
		.immediate();
	// Deleting the copies also resets the read counter. Reads from now on must count as newer than any confirmation.
	store.cache
		.prepare('UPDATE read_counter SET last = max(last, ?)')
		.run(tables.lastConfirmedRead(used.accountId));
}
