// Verifies writes that got no answer, and decides what an absence means.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import type { ReadFailure } from '../api/verdict.ts';
import {
	answeredInDoubt,
	fromCopy,
	signedOut,
	waited,
	waitedInDoubt,
	type ActionRow,
	type LaneRow,
} from './action.ts';
import { backoff } from './backoff.ts';
import { baselineOf } from './baseline.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import type { Lookup } from './lookup-reads.ts';
import type { Moving } from './moving.ts';
import { isHopeless, probe, unusableWhy, type ProbeContext, type ProbeResult } from './probe.ts';
import { probeContexts, type ContextOf } from './probe-context.ts';

interface Asked {
	row: ActionRow;
	lane: LaneRow;
	context: ProbeContext;
	account: OutboxAccount;
	lookup: Lookup | null;
}

export class Verifying {
	readonly #options: EngineOptions;
	readonly #moving: Moving;
	readonly #contextOf: ContextOf;

	constructor(options: EngineOptions, moving: Moving) {
		this.#options = options;
		this.#moving = moving;
		this.#contextOf = probeContexts(options, moving);
	}

	async verify(
		row: ActionRow,
		lane: LaneRow,
		account: OutboxAccount,
		answered: () => void,
	): Promise<void> {
		const context = this.#contextOf(row, lane, account);
		if (typeof context === 'string') {
			await this.#moving.setAside(row, lane, context);
			return;
		}
		const started = await this.#moving.together('verifying', () =>
			this.#moving.move(row, 'verifying', { why: { code: 'asking' } }),
		);
		const verifying = started ? this.#moving.tables.byId(row.action_id) : undefined;
		if (verifying?.state !== 'verifying') return;
		this.#moving.announce([lane.lane_id]);

		const result = await probe(context, baselineOf(row));
		const lookup = context.api.last();
		answered();
		await this.#settle({ row: verifying, lane, context, account, lookup }, result);
	}

	async #settle(asked: Asked, result: ProbeResult): Promise<void> {
		const { row, lane, lookup } = asked;
		switch (result.kind) {
			case 'found': {
				const { why, serverId, number } = result;
				await this.#moving.confirm(row, lane, {
					by: 'probe',
					why,
					lookup,
					serverId,
					number,
					unless: () => this.#isTaken(lane, serverId) && this.#askOnceMore(asked),
				});
				return;
			}
			case 'unanswered':
				await this.#moving.settle(lane, () => this.#askLater(asked, result.failure));
				return;
			case 'undecided':
				await this.#moving.settle(lane, () =>
					isEarly(row)
						? this.#waitAfterAll(asked, result.why)
						: this.#moving.move(row, 'attention', {
								attention: 'not-confirmed-undecided',
								lookup,
								why: result.why,
							}),
				);
				return;
			case 'absent':
				await this.#moving.settle(lane, () => this.#moveAbsent(asked, result.why));
		}
	}

	/** Two entries with the same content that ask at once may both find the same document. */
	#isTaken(lane: LaneRow, serverId: string | null): boolean {
		return serverId !== null && this.#moving.tables.madeByAnother(lane, serverId);
	}

	#askOnceMore({ row, account, lookup }: Asked): boolean {
		const asked = row.unsent_count + 1;
		const why = { code: 'made-by-another' } as const;
		return asked < mostAnothers
			? this.#moving.move(row, 'ambiguous', {
					unsent_count: asked,
					next_at: this.#options.ports.clock.now() + account.profile.pauses.betweenProbesMs,
					lookup,
					why,
				})
			: this.#moving.move(row, 'attention', {
					attention: 'not-confirmed-undecided',
					lookup,
					why,
				});
	}

	#askLater({ row, context, account, lookup }: Asked, failure: ReadFailure): boolean {
		const { clock, random } = this.#options.ports;
		const { pauses } = account.profile;
		const { said } = failure;
		const unanswered = row.unsent_count + 1;
		return isHopeless(failure, unanswered)
			? this.#moving.move(row, 'attention', {
					attention: 'not-confirmed-undecided',
					service_said: said,
					lookup,
					why: { code: 'answers-not-usable', said },
				})
			: this.#moving.move(row, 'ambiguous', {
					unsent_count: unanswered,
					lookup,
					next_at: Math.max(
						clock.now() + backoff(pauses, unanswered, random) + pauses.retryFirstMs,
						failure.waitUntil ?? 0,
					),
					why: { code: unusableWhy(context.api), said },
				});
	}

	/** The read right after the answer came too early to prove an absence. */
	#waitAfterAll({ row, account, lookup }: Asked, why: Why): boolean {
		return this.#moving.move(row, 'ambiguous', {
			resolution: row.resolution === waitedInDoubt ? waited : null,
			next_at: this.#options.ports.clock.now() + account.profile.pauses.beforeProbeMs,
			lookup,
			why,
		});
	}

	#moveAbsent(asked: Asked, why: Why): boolean {
		const { row, context, account, lookup } = asked;
		const { profile } = account;
		const told = { lookup, why };
		if (isEarly(row)) return this.#waitAfterAll(asked, why);
		// The service said that it did nothing, and its lists confirm it.
		if (row.resolution === signedOut && context.behaviour.listsAreCurrent) {
			const change = { absent_probes: 0, resolution: null, ...told };
			return this.#moving.move(row, 'queued', change);
		}
		const absent_probes = row.absent_probes + 1;
		if (absent_probes < 2) {
			const next_at = this.#options.ports.clock.now() + profile.pauses.betweenProbesMs;
			return this.#moving.move(row, 'ambiguous', { absent_probes, next_at, ...told });
		}
		if (row.resolution === 'applied') {
			const attention = 'confirmed-not-found';
			return this.#moving.move(row, 'attention', { attention, absent_probes, ...told });
		}
		if (row.resolution === 'refused') {
			return this.#moving.move(row, 'attention', {
				attention: 'rejected',
				absent_probes,
				lookup,
				why: { code: 'refused', said: row.service_said },
			});
		}
		// Repeated empty probes prove nothing new, and restored and waited steps need a person.
		return row.resolution !== fromCopy &&
			row.resolution !== waited &&
			maySendAgainUnseen(context) &&
			this.#moving.tables.resends(row.action_id) < profile.resendsWhenAbsent
			? this.#moving.move(row, 'queued', { absent_probes: 0, unsent_count: 0, ...told })
			: this.#moving.move(row, 'attention', {
					attention: 'not-confirmed-absent',
					absent_probes,
					...told,
				});
	}
}

const isEarly = ({ resolution }: ActionRow): boolean =>
	resolution === answeredInDoubt || resolution === waitedInDoubt;

/** Lookups that find another entry's document before a person is asked. Two entries that ask at once need one more. */
const mostAnothers = 3;

/**
 * G2: after two absences a write is resent only if a late first attempt does no unnoticed harm. A duplicate document
 * is found by its reference. A refused second transition is harmless, unless the document can return to its earlier
 * state: a late submit would submit a rejected document again. A late update would undo later changes, and stock must
 * never move twice unnoticed.
 */
const maySendAgainUnseen = ({ operation: { replay }, behaviour }: ProbeContext): boolean => {
	switch (replay?.proof) {
		case 'reference':
			return behaviour.listsCatchUp && behaviour.keepsReferences === true;
		case 'state':
			return (
				behaviour.listsAreCurrent &&
				behaviour.refusesRepeatedTransition &&
				!replay.from.includes('rejected') &&
				!replay.reached.includes('rejected')
			);
		default:
			return false;
	}
};
