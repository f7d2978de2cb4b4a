// Sends the head of a lane, after a look at the service that may end or change it instead.
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { ReadFailure } from '../api/verdict.ts';
import type { Tries } from '../store/actions.ts';
import { orderedUnanswered, type ActionRow, type LaneRow } from './action.ts';
import { Attempts, waitedLong, type Turn } from './attempts.ts';
import { mayFollow } from './awaited.ts';
import { backoff } from './backoff.ts';
import { baselineOf } from './baseline.ts';
import { revisionOf } from './edits.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import { JustMade } from './made-document.ts';
import type { Moving } from './moving.ts';
import {
	isHopeless,
	saysNothing,
	unusableWhy,
	lookBeforeSending,
	type BeforeSending,
	type ProbeContext,
} from './probe.ts';
import { probeContexts, type ContextOf } from './probe-context.ts';
import { stockLook, type StockLook } from './stock-look.ts';

interface Step {
	row: ActionRow;
	lane: LaneRow;
	context: ProbeContext;
	profile: ServiceProfile;
	tries: Tries;
}

type Before<Kind extends BeforeSending['kind']> = Extract<BeforeSending, { kind: Kind }>;

export class Sending {
	readonly #options: EngineOptions;
	readonly #moving: Moving;
	readonly #contextOf: ContextOf;
	readonly #lookOf: ReturnType<typeof stockLook>;
	readonly #made: JustMade;
	readonly #attempts: Attempts;

	constructor(options: EngineOptions, moving: Moving) {
		this.#options = options;
		this.#moving = moving;
		this.#contextOf = probeContexts(options, moving);
		this.#lookOf = stockLook(options.ports.clock);
		this.#made = new JustMade(options.ports.clock);
		this.#attempts = new Attempts(options, moving, this.#contextOf, this.#made);
	}

	/** Sends one `queued` or `held` action, and the parts behind it while each is applied and `goesOn` allows. */
	async send(
		row: ActionRow,
		lane: LaneRow,
		account: OutboxAccount,
		answered: () => void,
		goesOn: () => boolean,
	): Promise<void> {
		const { tables } = this.#moving;
		const { profile } = account;
		const context = this.#contextOf(row, lane, account);
		if (typeof context === 'string') {
			await this.#moving.setAside(row, lane, context);
			return;
		}
		if (mayFollow(tables, lane.lane_id) === 'ended') {
			const why = { code: 'awaited-ended' } as const;
			await this.#moving.settle(lane, () =>
				this.#moving.move(row, 'attention', { attention: 'earlier-step-discarded', why }),
			);
			return;
		}
		if (waitedLong(row, profile, this.#options.ports.clock)) {
			await this.#moving.settle(lane, () =>
				this.#moving.move(row, 'stale-review', { why: { code: 'waited-long' } }),
			);
			return;
		}
		const tries = tables.tries(row.action_id);
		const { replay } = context.operation;
		// Only stock: a document is read anew for each step.
		const sharesLook = replay?.proof === 'quantities' && replay.itemOf !== undefined;
		const recent = sharesLook
			? this.#lookOf(lane.lane_id, profile.stocktake.lookAgainAfterMs)
			: null;
		const step = { row, lane, context, profile, tries };
		const before = await this.#look(step, recent);
		if (before.kind === 'send') await this.#attempt(step, before, { recent, answered, goesOn });
		else await this.#holdBack(step, before);
	}

	async #look(
		{ row, lane, context, profile, tries }: Step,
		recent: StockLook | null,
	): Promise<BeforeSending> {
		const earlier = { tries, before: baselineOf(row) };
		if (tries.made === 0 && this.#made.needsNoLook(context, profile, lane)) {
			return { kind: 'send', baseline: null };
		}
		const looked = await lookBeforeSending(context, earlier, tries.made === 0 ? recent : null);
		// A person sent it despite unusable answers, and the service was asked once more.
		return looked.kind === 'unanswered' &&
			tries.maybeApplied > 0 &&
			row.resolution === orderedUnanswered &&
			saysNothing(looked.failure)
			? { kind: 'send', baseline: earlier.before }
			: looked;
	}

	async #attempt(step: Step, { baseline: before }: Before<'send'>, turn: Turn): Promise<void> {
		const { lane, ...rest } = step;
		const lookup = step.context.api.last();
		await this.#attempts.run({ ...rest, before, lookup }, lane, turn);
		const { recent } = turn;
		if (recent === null) return;
		if (this.#moving.tables.head(lane.account_id, lane.lane_id) === null) recent.forget();
	}

	async #holdBack(step: Step, before: Exclude<BeforeSending, { kind: 'send' }>): Promise<void> {
		switch (before.kind) {
			case 'unanswered':
				await this.#postpone(step, before.failure);
				return;
			case 'done':
				await this.#confirm(step, before);
				return;
			case 'conflict':
				await this.#askPerson(step, before);
				return;
			case 'waits':
				await this.#wait(step, before);
				return;
			case 'revised':
				await this.#revise(step, before);
		}
	}

	async #confirm({ row, lane, context }: Step, done: Before<'done'>): Promise<void> {
		const { tables } = this.#moving;
		const { serverId, number, why } = done;
		const lookup = context.api.last();
		await this.#moving.confirm(row, lane, {
			by: 'probe',
			why,
			lookup,
			serverId,
			number,
			// Another lane may have found the same document in the same moment.
			unless: () =>
				serverId !== null &&
				tables.madeByAnother(lane, serverId) &&
				this.#moving.move(row, 'attention', {
					attention: 'maybe-elsewhere',
					lookup,
					why: { code: 'made-by-another' },
				}),
		});
	}

	async #askPerson(
		{ row, lane, context, tries }: Step,
		{ why, attention, baseline: found }: Before<'conflict'>,
	): Promise<void> {
		// Keep the baseline of an attempt that may still arrive late.
		const known = tries.maybeApplied > 0 ? row.baseline : null;
		const lookup = context.api.last();
		await this.#moving.settle(lane, () =>
			this.#moving.move(row, 'attention', {
				attention: attention ?? 'changed',
				service_said: why.said ?? '',
				baseline: found === undefined ? known : JSON.stringify(found),
				lookup,
				why,
			}),
		);
		this.#options.outdated?.(lane, row.operation);
	}

	/** Saves the revised step. It is sent at its next turn, after one more look. */
	async #revise(
		{ row, lane, context }: Step,
		{ body, base, why }: Before<'revised'>,
	): Promise<void> {
		const { tables } = this.#moving;
		const lookup = context.api.last();
		await this.#moving.settle(lane, () => {
			const next = revisionOf(context, body, base);
			return (
				tables.revise(row, next, this.#options.ports.clock.now()) &&
				this.#moving.move(row, row.state, { why, lookup, raiseRevision: true })
			);
		});
	}

	async #wait({ row, lane, context, profile }: Step, { why }: Before<'waits'>): Promise<void> {
		const next_at = this.#options.ports.clock.now() + profile.pauses.retryMostMs;
		const lookup = context.api.last();
		await this.#moving.settle(lane, () =>
			this.#moving.move(row, row.state, {
				next_at,
				unsent_count: 0,
				service_said: '',
				lookup,
				why,
			}),
		);
	}

	async #postpone({ row, lane, context, profile }: Step, failure: ReadFailure): Promise<void> {
		const { clock, random } = this.#options.ports;
		const { api, elsewhere } = context;
		const lookup = api.last();
		const unsent = row.unsent_count + 1;
		if (isHopeless(failure, unsent)) {
			await this.#moving.settle(lane, () =>
				this.#moving.move(row, 'attention', {
					// A person's order is then enough, as for a document that was found.
					attention: elsewhere() === 'maybe' ? 'maybe-elsewhere' : 'cannot-be-asked',
					lookup,
					service_said: failure.said,
					why: { code: 'answers-not-usable', said: failure.said },
				}),
			);
			return;
		}
		await this.#moving.settle(lane, () =>
			this.#moving.move(row, row.state, {
				attention: row.attention,
				unsent_count: unsent,
				next_at: Math.max(
					clock.now() + backoff(profile.pauses, unsent, random),
					failure.waitUntil ?? 0,
				),
				service_said: failure.said,
				lookup,
				why: { code: unusableWhy(api), said: failure.said },
			}),
		);
	}
}
