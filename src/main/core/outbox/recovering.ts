// What a start finds: what the run before left in the middle, and pauses whose clock nobody watched.
import { alsoElsewhere } from '../store/also-elsewhere.ts';
import { madeOf } from './action.ts';
import { holdMs, type EngineOptions } from './engine-options.ts';
import { program, type Moving } from './moving.ts';
import { payloadVersion } from './payload.ts';

/** Marks what the run before left in the middle, whosever account it is of; before anything is sent. */
export function recover({ ports, store }: EngineOptions, { tables, transaction }: Moving): void {
	if (store.mayHaveLostWork !== null) {
		// What was sent by then may stand here as if it had not been: it is looked for at the service before it goes.
		const elsewhere = alsoElsewhere(store.durable);
		const at = ports.clock.now();
		transaction('recover', () => {
			elsewhere.addOpen(at);
			for (const row of tables.unfinished()) elsewhere.add(madeOf(row), at);
		});
	}
	// Nobody else has the files yet, so what is read before the transaction holds in it.
	if (!tables.hasAnyInTheMiddle()) return;
	const unreadable = tables.inState('held-newer-version');
	const readable = unreadable.filter(({ payload_version }) => payload_version <= payloadVersion);
	const inTheMiddle = [...tables.inState('sending'), ...tables.inState('verifying')];
	if (readable.length + inTheMiddle.length === 0) return;
	const at = ports.clock.now();
	transaction('recover', () => {
		for (const row of readable) {
			// Whatever became of its tries, asking does no harm.
			const state = tables.attempts(row.action_id) > 0 ? 'ambiguous' : 'queued';
			tables.move(row, state, { at, by: program, why: { code: 'readable-again' } });
		}
		for (const row of inTheMiddle) {
			tables.move(row, 'ambiguous', {
				at,
				by: program,
				// Until its account is in use, and its pause begins.
				next_at: null,
				absent_probes: 0,
				why: { code: 'closed-in-the-middle' },
			});
		}
	});
}

/**
 * The account comes into use, after a start or after another one: nobody watched the clock meanwhile. What is not
 * confirmed waits its whole pause anew before it is asked about, and what can still be taken back its whole window.
 */
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
					// What the service said yes to is only looked for.
					if (row.account_id !== used.accountId || row.resolution === 'applied') continue;
					tables.waitUntil(row, at + pause);
				}
			}
		})
		.immediate();
	// The copies may have been thrown away, and with them the count of reads: a read from now on is newer than whatever
	// was confirmed before.
	store.cache
		.prepare('UPDATE read_counter SET last = max(last, ?)')
		.run(tables.lastConfirmedRead(used.accountId));
}
