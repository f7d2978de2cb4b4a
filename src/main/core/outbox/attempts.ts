// Attempts of a lane's head: commit `sending`, send once, save the verdict. The next part of a count is prepared
// meanwhile, so that its `sending` shares a commit with that verdict.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import type { WriteVerdict } from '../api/verdict.ts';
import type { Clock } from '../ports.ts';
import type { Tries } from '../store/actions.ts';
import {
	answeredInDoubt,
	signedOut,
	waited,
	waitedInDoubt,
	type ActionRow,
	type LaneRow,
} from './action.ts';
import { AnswerTimes } from './answer-times.ts';
import { backoff } from './backoff.ts';
import { baselineOf, type Baseline } from './baseline.ts';
import type { EngineOptions } from './engine-options.ts';
import { settingsWhenSent } from './kept-settings.ts';
import type { Lookup } from './lookup-reads.ts';
import { namesAnother, stateOfMade, type JustMade } from './made-document.ts';
import type { Move, Moving } from './moving.ts';
import type { ProbeContext } from './probe.ts';
import type { ContextOf } from './probe-context.ts';
import { recalledStock } from './probe-quantities.ts';
import type { StockLook } from './stock-look.ts';

export interface Ready {
	row: ActionRow;
	context: ProbeContext;
	tries: Tries;
	before: Baseline | null;
	lookup: Lookup | null;
	profile: ServiceProfile;
}

export interface Begun {
	sending: ActionRow;
	context: ProbeContext;
	profile: ServiceProfile;
	attempt: number;
	repeated: boolean;
}

export interface Turn {
	/** A look at stock that the parts of a count share; null for other steps. */
	recent: StockLook | null;
	answered: () => void;
	goesOn: () => boolean;
}

type NotApplied = Exclude<WriteVerdict, { kind: 'applied' }>;

/** ms after which a request has surely left, so that other work no longer delays it. */
const leftAfterMs = 3;

export class Attempts {
	readonly #options: EngineOptions;
	readonly #moving: Moving;
	readonly #times = new AnswerTimes();
	readonly #contextOf: ContextOf;
	readonly #made: JustMade;

	constructor(options: EngineOptions, moving: Moving, contextOf: ContextOf, made: JustMade) {
		this.#options = options;
		this.#moving = moving;
		this.#contextOf = contextOf;
		this.#made = made;
	}

	async run(ready: Ready, lane: LaneRow, turn: Turn): Promise<void> {
		let begun = await this.#begin(ready, lane, null);
		while (begun !== null) begun = await this.#attempt(begun, lane, turn);
	}

	/** Makes the only attempt of a step that was created as `sending` (waited.ts). */
	async finish(begun: Begun, lane: LaneRow): Promise<void> {
		const alone = { recent: null, answered: () => undefined, goesOn: () => false };
		await this.#attempt(begun, lane, alone);
	}

	async #begin(
		{ row, context, tries, before, lookup, profile }: Ready,
		lane: LaneRow,
		behind: ActionRow | null,
	): Promise<Begun | null> {
		const { api, ports } = this.#options;
		const { tables, times } = this.#moving;
		// G2: attempts that may have been applied were probed before the step came back to `queued`.
		const repeated = tries.maybeApplied > 0;
		// Keep the first baseline: a document that an earlier attempt made late must not count as already there.
		const baseline =
			repeated && before?.kind === 'documents' && row.baseline !== null
				? row.baseline
				: before && JSON.stringify(before);
		const number = tries.made + 1;
		const change = {
			baseline,
			lookup,
			service_status: null,
			service_said: '',
			settings: tries.made === 0 ? settingsWhenSent(row, profile) : row.settings,
		};
		const attempt = await this.#moving.together('sending', () => {
			// G3: nothing is sent before the steps in front of it are finished.
			if (behind !== null && tables.byId(behind.action_id)?.state !== 'confirmed') return null;
			return this.#moving.move(row, 'sending', {
				...change,
				why: { code: 'sent', args: { number } },
			})
				? tables.startAttempt(row, number, ports.clock.now(), api.serviceNow?.() ?? null)
				: null;
		});
		if (attempt === null) return null;
		times.sent(row.action_id);
		this.#moving.announce([lane.lane_id]);
		const sending = tables.byId(row.action_id);
		return sending?.state === 'sending' ? { sending, context, profile, attempt, repeated } : null;
	}

	/** @returns the next part, if it is `sending` by now */
	async #attempt(
		begun: Begun,
		lane: LaneRow,
		{ recent, answered, goesOn }: Turn,
	): Promise<Begun | null> {
		const { sending, context } = begun;
		const { clock, crashPoint } = this.#options.ports;
		const { tables } = this.#moving;
		crashPoint('request: before');
		const asked = clock.monotonic();
		const ahead =
			recent === null
				? () => null
				: preparedMeanwhile(clock, () => this.#partBehind(sending, lane, recent));
		const verdict = await this.#verdictOn(sending, context);
		const next = ahead();
		if ('status' in verdict && verdict.status !== null) {
			this.#times.answered(sending.account_id, clock.monotonic() - asked);
		}
		crashPoint('request: answered');
		const follows =
			verdict.kind === 'applied' && next !== null && recent?.holds() === true && goesOn();
		// Another lane may ask while this verdict is being saved, so the two share a commit.
		if (!follows) answered();

		const endAttempt = () => {
			tables.endAttempt({ attempt: begun.attempt, at: clock.now(), ...attemptEnd(verdict) });
		};
		if (verdict.kind !== 'applied') {
			await this.#moving.settle(lane, () => {
				endAttempt();
				return this.#moveAfter(verdict, begun, lane);
			});
			return null;
		}
		if (context.operation.answer.kind === 'created' && verdict.id === null) {
			// The id is missing: look for the document at once, and never send it again.
			await this.#moving.settle(lane, () => {
				endAttempt();
				return this.#moving.move(sending, 'ambiguous', {
					next_at: clock.now(),
					service_status: verdict.status,
					service_said: '',
					resolution: 'applied',
					why: { code: 'done-without-id' },
				});
			});
			return null;
		}
		const word = stateOfMade(verdict, context);
		if (word !== null) this.#made.keep(lane.lane_id, word);
		const confirmed = this.#moving.confirm(sending, lane, {
			by: 'answer',
			why: { code: 'answered', args: { status: verdict.status } },
			serverId: verdict.id,
			number: verdict.number,
			status: verdict.status,
			alsoRecord: endAttempt,
		});
		const [nextBegun] = await Promise.all([
			follows ? this.#begin(next, lane, sending) : null,
			confirmed,
		]);
		return nextBegun;
	}

	/** The part behind one in flight, if the same look at stock serves it too; null if it must wait its turn. */
	#partBehind(row: ActionRow, lane: LaneRow, recent: StockLook): Ready | null {
		const { tables } = this.#moving;
		const account = this.#options.account();
		const next = tables.behind(row);
		if (account?.accountId !== row.account_id || next?.state !== 'queued') return null;
		if (next.next_at !== null || next.operation !== row.operation) return null;
		const { profile } = account;
		const tries = tables.tries(next.action_id);
		if (tries.made > 0 || waitedLong(next, profile, this.#options.ports.clock)) return null;
		const context = this.#contextOf(next, lane, account);
		if (typeof context === 'string') return null;
		const before = recalledStock(context, recent);
		return before && { row: next, context, tries, before, lookup: null, profile };
	}

	async #verdictOn(sending: ActionRow, context: ProbeContext): Promise<WriteVerdict> {
		const { api, ports } = this.#options;
		let verdict: WriteVerdict;
		try {
			verdict = await api.write(sending.operation, context.input);
		} catch (error) {
			const { operation } = sending;
			ports.log.error('An answer could not be read', { operation, error });
			return notRead;
		}
		if (verdict.kind !== 'applied') return verdict;
		const { status, serverDate } = verdict;
		return namesAnother(verdict, context, baselineOf(sending))
			? { ...notRead, status, serverDate, code: anothers, askAtOnce: true }
			: verdict;
	}

	/** Call it in a transaction. */
	#moveAfter(
		verdict: NotApplied,
		{ sending, context, profile, repeated }: Begun,
		lane: LaneRow,
	): boolean {
		const { clock } = this.#options.ports;
		const isWaitedFor = sending.resolution === waited;
		switch (verdict.kind) {
			case 'rejected': {
				const { status: service_status, said: service_said } = verdict;
				const why: Why = { code: 'refused', said: verdict.said };
				if (isWaitedFor)
					return this.#takeBack(sending, lane, { service_status, service_said, why });
				return repeated
					? // It may say no because the first try was applied after all.
						this.#moving.move(sending, 'ambiguous', {
							next_at: clock.now(),
							absent_probes: 0,
							service_status,
							service_said,
							resolution: 'refused',
							why: { code: 'refused-after-unknown', said: verdict.said },
						})
					: this.#moving.move(sending, 'attention', {
							attention: 'rejected',
							service_status,
							service_said,
							why,
						});
			}
			case 'not-sent': {
				const code = verdict.code === 'sign-in' ? 'sign-in-wanted' : 'not-sent';
				const why: Why = { code, said: verdict.said };
				return isWaitedFor
					? this.#takeBack(sending, lane, { service_said: verdict.said, why })
					: this.#queueAgain(sending, profile, why, verdict.waitUntil);
			}
			case 'unauthorized':
				return this.#moveSignedOut(sending, context, profile, verdict.said);
			case 'unknown': {
				// Only if `resolution` holds nothing that the next look needs.
				const atOnce = isWaitedFor || (verdict.askAtOnce === true && sending.resolution === null);
				const pause = atOnce ? 0 : this.#times.beforeProbeMs(sending.account_id, profile.pauses);
				return this.#moving.move(sending, 'ambiguous', {
					next_at: clock.now() + pause,
					absent_probes: 0,
					service_status: verdict.status,
					service_said: verdict.said,
					resolution: isWaitedFor ? waitedInDoubt : atOnce ? answeredInDoubt : sending.resolution,
					why: { code: codeOf(verdict), said: verdict.said },
				});
			}
		}
	}

	/** Nothing was done: reopens the draft of the person who waits. */
	#takeBack(sending: ActionRow, lane: LaneRow, change: Move): boolean {
		const moved = this.#moving.move(sending, 'cancelled', change);
		if (moved) this.#options.reopen(lane, [sending]);
		return moved;
	}

	/** A create or stock movement is probed before another attempt. Always pauses: a new token may be refused too. */
	#moveSignedOut(
		sending: ActionRow,
		{ operation }: ProbeContext,
		profile: ServiceProfile,
		said: string,
	): boolean {
		const { clock, random } = this.#options.ports;
		const proof = operation.replay?.proof;
		const why: Why = { code: 'token-refused', said };
		if ((proof === 'state' || proof === 'equality') && sending.resolution !== waited) {
			return this.#queueAgain(sending, profile, why, null);
		}
		const unsent = sending.unsent_count + 1;
		return this.#moving.move(sending, 'ambiguous', {
			unsent_count: unsent,
			next_at: clock.now() + backoff(profile.pauses, unsent, random),
			absent_probes: 0,
			service_said: said,
			resolution: sending.resolution ?? signedOut,
			why,
		});
	}

	/** @param waitUntil if the service named a time; connectivity.ts adds the jitter */
	#queueAgain(
		sending: ActionRow,
		{ pauses }: ServiceProfile,
		why: Why,
		waitUntil: number | null,
	): boolean {
		const { clock, random } = this.#options.ports;
		const unsent = sending.unsent_count + 1;
		return this.#moving.move(sending, 'queued', {
			unsent_count: unsent,
			next_at: waitUntil ?? clock.now() + backoff(pauses, unsent, random),
			service_said: why.said ?? '',
			why,
		});
	}
}

/** @returns whether a person must review the step before it is sent */
export const waitedLong = (
	row: ActionRow,
	{ pauses: { staleAfterMs } }: ServiceProfile,
	clock: Clock,
): boolean => staleAfterMs > 0 && clock.now() - row.fresh_from > staleAfterMs;

/**
 * Does work while a request is under way. @returns a function that stops it and gives its result; null if it has not
 * run
 */
function preparedMeanwhile(clock: Clock, work: () => Ready | null): () => Ready | null {
	let made: Ready | null = null;
	const cancel = clock.after(leftAfterMs, () => {
		try {
			made = work();
		} catch {
			// The part fails again at its own turn, which reports it.
		}
	});
	return () => {
		cancel();
		return made;
	};
}

const notRead: WriteVerdict & { kind: 'unknown' } = {
	kind: 'unknown',
	status: null,
	code: 'not-read',
	said: '',
	waitUntil: null,
	serverDate: null,
};

const anothers = 'another-document';

const codeOf = ({ code, askAtOnce }: WriteVerdict & { kind: 'unknown' }) => {
	if (code === anothers) return anothers;
	if (code === notRead.code) return 'not-finished';
	return askAtOnce === true ? 'answer-in-doubt' : 'not-confirmed';
};

const attemptEnd = (verdict: WriteVerdict) => ({
	verdict: verdict.kind,
	status: 'status' in verdict ? verdict.status : null,
	code: 'code' in verdict ? verdict.code : null,
	serverDate: 'serverDate' in verdict ? verdict.serverDate : null,
});
