// Handles steps that failed inside Stillroom, so that none stays half done or is retried forever.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import type { ActionRow, LaneRow } from './action.ts';
import { backoff } from './backoff.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import type { Moving } from './moving.ts';
import { mostAnswersThatSayNothing } from './probe.ts';

const why: Why = { code: 'not-finished' };

/**
 * @returns a function that queues the head of a lane again after an error here, or verifies it if a request may have
 * been sent
 */
export function createMovingOn({ ports }: EngineOptions, moving: Moving) {
	const { clock, random } = ports;
	return async (row: ActionRow, lane: LaneRow, { profile }: OutboxAccount): Promise<void> => {
		const { pauses } = profile;
		if (row.state === 'sending') {
			await moving.settle(lane, () =>
				moving.move(row, 'ambiguous', {
					next_at: clock.now() + pauses.beforeProbeMs,
					unsent_count: 0,
					absent_probes: 0,
					service_said: '',
					why,
				}),
			);
			return;
		}
		const isTried = row.state === 'verifying' || row.state === 'ambiguous';
		if (!isTried && row.state !== 'queued' && row.state !== 'held') return;
		const failed = row.unsent_count + 1;
		await moving.settle(lane, () =>
			failed >= mostAnswersThatSayNothing
				? moving.move(row, 'attention', {
						attention: isTried ? 'not-confirmed-undecided' : 'cannot-be-asked',
						service_said: '',
						why,
					})
				: moving.move(row, isTried ? 'ambiguous' : row.state, {
						unsent_count: failed,
						next_at: clock.now() + backoff(pauses, failed, random) + pauses.retryFirstMs,
						service_said: '',
						why,
					}),
		);
	};
}
