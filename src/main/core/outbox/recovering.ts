// What a start finds of the run before: what was in the middle, and what was waiting.
import { payloadVersion } from './action.ts';
import type { EngineOptions } from './engine-options.ts';
import { program, type Moving } from './moving.ts';

/** Marks what the run before left; before anything is sent. */
export function recover(options: EngineOptions, { tables, transaction }: Moving): void {
	const at = options.ports.clock.now();
	transaction('recover', () => {
		for (const row of tables.inState('held-newer-version')) {
			if (row.payload_version > payloadVersion) continue;
			tables.move(row, 'queued', { at, by: program, why: 'This Stillroom can read it.' });
		}
		for (const row of tables.inState('ambiguous')) {
			if (row.resolution === 'applied') continue;
			// How long it has waited is not known: the wall clock may have been set since.
			tables.move(row, 'ambiguous', {
				at,
				by: program,
				next_at: at + (options.account()?.profile.pauses.beforeProbeMs ?? 0),
				why: 'Stillroom was started; it waits anew before it asks.',
			});
		}
		for (const state of ['sending', 'verifying'] as const) {
			for (const row of tables.inState(state)) {
				tables.move(row, 'ambiguous', {
					at,
					by: program,
					// The request may still be on its way somewhere; give it the time to arrive.
					next_at: at + (options.account()?.profile.pauses.beforeProbeMs ?? 0),
					absent_probes: 0,
					why: 'Stillroom was closed in the middle of this.',
				});
			}
		}
	});
}
