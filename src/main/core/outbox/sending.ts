// Sends the head of a lane: look first, commit `sending`, send once, save the verdict. The next part of a count is
// prepared meanwhile, so that its `sending` shares a commit with that verdict.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import { documentKindOf } from '../../../shared/service/behaviour.ts';
import { phaseOf, type ServiceProfile } from '../../../shared/service/profile.ts';
import type { ReadFailure, WriteVerdict } from '../api/verdict.ts';
import type { Tries } from '../store/actions.ts';
import {
	answeredInDoubt,
	orderedUnanswered,
	signedOut,
	type ActionRow,
	type LaneRow,
} from './action.ts';
import type { AnswerTimes } from './answer-times.ts';
import { mayFollow } from './awaited.ts';
import { backoff } from './backoff.ts';
import { revisionOf } from './edits.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import { settingsWhenSent } from './kept-settings.ts';
import type { Lookup } from './lookup-reads.ts';
import { namesAnother, stateOfMade } from './made-document.ts';
import type { Moving } from './moving.ts';
import {
	isHopeless,
	saysNothing,
	unusableWhy,
	lookBeforeSending,
	recalledStock,
	type Baseline,
	type ProbeContext,
} from './probe.ts';
import { probeContexts } from './probe-context.ts';
import { readBaseline } from './verifying.ts';
import { stockLook, type StockLook } from './stock-look.ts';

interface Ready {
	row: ActionRow;
	context: ProbeContext;
	tries: Tries;
	before: Baseline | null;
	lookup: Lookup | null;
	profile: ServiceProfile;
}

interface Begun {
	sending: ActionRow;
	context: ProbeContext;
	profile: ServiceProfile;
	attempt: number;
	repeated: boolean;
}

interface Turn {
	/** The look at stock that the lane's steps may share; null if none is needed. */
	recent: StockLook | null;
	answered: () => void;
	goesOn: () => boolean;
}

/** ms during which the answer to a create replaces a look at the document: nobody else knows of it yet. */
const madeNowMs = 60_000;

/** ms after which a request has left: work started then does not delay it. */
const leftAfterMs = 3;

/** @returns sends one `queued` or `held` action, and the parts behind it while each is applied and `goesOn` allows */
export function createSending(options: EngineOptions, moving: Moving, times: AnswerTimes) {
	const { api, ports, outdated } = options;
	const { clock, crashPoint, log, random } = ports;
	const { tables, together, move, settle, confirm, setAside, announce } = moving;

	const lookOf = stockLook(clock);
	const contextOf = probeContexts(options, moving);

	const waitedLong = (row: ActionRow, { pauses: { staleAfterMs } }: ServiceProfile): boolean =>
		staleAfterMs > 0 && clock.now() - row.fresh_from > staleAfterMs;

	const send = async (
		row: ActionRow,
		lane: LaneRow,
		account: OutboxAccount,
		answered: () => void,
		goesOn: () => boolean,
	): Promise<void> => {
		const context = contextOf(row, lane, account);
		if (typeof context === 'string') {
			await setAside(row, lane, context);
			return;
		}
		if (mayFollow(tables, lane.lane_id) === 'ended') {
			const why = { code: 'awaited-ended' } as const;
			await settle(lane, () =>
				move(row, 'attention', { attention: 'earlier-step-discarded', why }),
			);
			return;
		}
		if (waitedLong(row, account.profile)) {
			await settle(lane, () => move(row, 'stale-review', { why: { code: 'waited-long' } }));
			return;
		}
		const tries = tables.tries(row.action_id);
		const recent =
			context.operation.replay?.proof === 'quantities'
				? lookOf(lane.lane_id, account.profile.stocktake.lookAgainAfterMs)
				: null;
		const { profile } = account;
		const earlier = { tries, before: readBaseline(row.baseline) };
		const looked =
			tries.made === 0 && madeNow(context, profile, lane)
				? ({ kind: 'send', baseline: null } as const)
				: await lookBeforeSending(context, earlier, tries.made === 0 ? recent : null);
		const lookup = context.api.last();
		// A person sent it despite unusable answers, and the service was asked once more.
		const before =
			looked.kind === 'unanswered' &&
			tries.maybeApplied > 0 &&
			row.resolution === orderedUnanswered &&
			saysNothing(looked.failure)
				? ({ kind: 'send', baseline: earlier.before } as const)
				: looked;
		switch (before.kind) {
			case 'unanswered':
				await postpone(row, lane, { context, profile }, before.failure);
				return;
			case 'done':
				await confirm(row, lane, {
					by: 'probe',
					why: before.why,
					lookup,
					serverId: before.serverId,
					number: before.number,
					// Another lane may have found the same document in the same moment.
					unless: () =>
						before.serverId !== null &&
						tables.madeHere(lane.account_id, lane.document, before.serverId) &&
						move(row, 'attention', {
							attention: 'maybe-elsewhere',
							lookup,
							why: { code: 'made-by-another' },
						}),
				});
				return;
			case 'conflict':
				await settle(lane, () =>
					move(row, 'attention', {
						attention: before.attention ?? 'changed',
						service_said: before.why.said ?? '',
						// Keep the baseline of an attempt that may still arrive late.
						baseline:
							before.baseline !== undefined
								? JSON.stringify(before.baseline)
								: tries.maybeApplied > 0
									? row.baseline
									: null,
						lookup,
						why: before.why,
					}),
				);
				outdated?.(lane, row.operation);
				return;
			case 'merged': {
				// Sent at its next turn, after one more look.
				const { body, base, taken } = before;
				await settle(lane, () => {
					const why: Why = {
						code: 'merged',
						args: { count: taken.length },
						said: taken.join(', '),
					};
					const next = revisionOf(context, body, base);
					return (
						tables.revise(row, next, clock.now()) &&
						move(row, row.state, { why, lookup, raiseRevision: true })
					);
				});
				return;
			}
			case 'send': {
				const turn: Turn = { recent, answered, goesOn };
				let begun = await begin(
					{ row, context, tries, before: before.baseline, lookup, profile },
					lane,
					null,
				);
				while (begun !== null) begun = await attempt(begun, lane, turn);
				if (recent !== null && tables.head(lane.account_id, lane.lane_id) === undefined) {
					recent.forget();
				}
			}
		}
	};

	/** By lane, the state of our new document in the answer to its create, and when. */
	const madeIn = new Map<string, { word: string; at: number }>();

	const madeNow = (
		{ operation, behaviour, elsewhere }: ProbeContext,
		profile: ServiceProfile,
		lane: LaneRow,
	): boolean => {
		const made = madeIn.get(lane.lane_id);
		madeIn.delete(lane.lane_id);
		const { replay: rule } = operation;
		const kind = documentKindOf(operation);
		if (made === undefined || rule?.proof !== 'state' || rule.judgement || kind === null)
			return false;
		return (
			clock.monotonic() - made.at < madeNowMs &&
			behaviour.refusesRepeatedTransition &&
			elsewhere() === 'no' &&
			rule.from.includes(phaseOf(profile, kind, made.word))
		);
	};

	const begin = async (
		{ row, context, tries, before, lookup, profile }: Ready,
		lane: LaneRow,
		behind: ActionRow | null,
	): Promise<Begun | null> => {
		// G2: attempts that may have been applied were probed before the step came back to `queued`.
		const repeated = tries.maybeApplied > 0;
		// A late document of an earlier attempt must not count as there before, so keep the first baseline.
		const baseline =
			repeated && before?.kind === 'documents' && row.baseline !== null
				? row.baseline
				: before && JSON.stringify(before);
		const number = tries.made + 1;
		// The answer to an earlier attempt says nothing about this one.
		const change = {
			...{ baseline, lookup, service_status: null, service_said: '' },
			settings: tries.made === 0 ? settingsWhenSent(row, profile) : row.settings,
		};
		const attempt = await together('sending', () => {
			// G3: nothing is sent before the steps in front of it are finished.
			if (behind !== null && tables.byId(behind.action_id)?.state !== 'confirmed') return null;
			return move(row, 'sending', { ...change, why: { code: 'sent', args: { number } } })
				? tables.startAttempt(row, number, clock.now(), api.serviceNow?.() ?? null)
				: null;
		});
		if (attempt === null) return null;
		moving.times.sent(row.action_id);
		announce([lane.lane_id]);
		const sending = tables.byId(row.action_id);
		return sending?.state === 'sending' ? { sending, context, profile, attempt, repeated } : null;
	};

	/** The part behind one in flight, if the same look at stock serves it too; null if it must wait its turn. */
	const partBehind = (row: ActionRow, lane: LaneRow, recent: StockLook): Ready | null => {
		const account = options.account();
		const next = tables.behind(row);
		if (account?.accountId !== row.account_id || next?.state !== 'queued') return null;
		if (next.next_at !== null || next.operation !== row.operation) return null;
		const tries = tables.tries(next.action_id);
		if (tries.made > 0 || waitedLong(next, account.profile)) return null;
		const context = contextOf(next, lane, account);
		if (typeof context === 'string') return null;
		const before = recalledStock(context, recent);
		const { profile } = account;
		return before && { row: next, context, tries, before, lookup: null, profile };
	};

	const madeReady = (work: () => Ready | null): (() => Ready | null) => {
		let made: Ready | null = null;
		const cancel = clock.after(leftAfterMs, () => {
			try {
				made = work();
			} catch {
				// The part meets the same error at its own turn, which reports it.
			}
		});
		return () => {
			cancel();
			return made;
		};
	};

	const verdictOn = async (sending: ActionRow, context: ProbeContext): Promise<WriteVerdict> => {
		let verdict: WriteVerdict;
		try {
			verdict = await api.write(sending.operation, context.input);
		} catch (error) {
			log.error('An answer could not be read', { operation: sending.operation, error });
			return notRead;
		}
		if (verdict.kind !== 'applied') return verdict;
		const { status, serverDate } = verdict;
		return namesAnother(verdict, context, readBaseline(sending.baseline))
			? { ...notRead, status, serverDate, code: anothers, askAtOnce: true }
			: verdict;
	};

	/** Sends once and saves the verdict. @returns the next part, if it is in `sending` by now */
	const attempt = async (
		{ sending, context, profile, attempt: started, repeated }: Begun,
		lane: LaneRow,
		{ recent, answered, goesOn }: Turn,
	): Promise<Begun | null> => {
		const { pauses } = profile;
		crashPoint('request: before');
		const asked = clock.monotonic();
		const ahead = recent === null ? () => null : madeReady(() => partBehind(sending, lane, recent));
		const verdict = await verdictOn(sending, context);
		const next = ahead();
		if ('status' in verdict && verdict.status !== null) {
			times.answered(sending.account_id, clock.monotonic() - asked);
		}
		crashPoint('request: answered');
		const follows =
			verdict.kind === 'applied' && next !== null && recent?.holds() === true && goesOn();
		// Another lane may ask while this verdict is being saved, so the two share a commit.
		if (!follows) answered();

		const recorded = async (work: () => boolean) => {
			await settle(lane, () => {
				tables.endAttempt({ attempt: started, at: clock.now(), ...attemptEnd(verdict) });
				return work();
			});
		};
		switch (verdict.kind) {
			case 'applied': {
				if (context.operation.answer.kind === 'created' && verdict.id === null) {
					// Applied, but its id is missing: look for the document at once, and never send it again.
					await recorded(() =>
						move(sending, 'ambiguous', {
							next_at: clock.now(),
							service_status: verdict.status,
							service_said: '',
							resolution: 'applied',
							why: { code: 'done-without-id' },
						}),
					);
					return null;
				}
				const word = stateOfMade(verdict, context);
				if (word !== null) madeIn.set(lane.lane_id, { word, at: clock.monotonic() });
				const confirmed = confirm(sending, lane, {
					by: 'answer',
					why: { code: 'answered', args: { status: verdict.status } },
					serverId: verdict.id,
					number: verdict.number,
					status: verdict.status,
					alsoRecord: () => {
						tables.endAttempt({ attempt: started, at: clock.now(), ...attemptEnd(verdict) });
					},
				});
				const [begun] = await Promise.all([follows ? begin(next, lane, sending) : null, confirmed]);
				return begun;
			}
			case 'rejected':
				await recorded(() =>
					repeated
						? // It may say no because the first try was applied after all.
							move(sending, 'ambiguous', {
								next_at: clock.now(),
								absent_probes: 0,
								service_status: verdict.status,
								service_said: verdict.said,
								resolution: 'refused',
								why: { code: 'refused-after-unknown', said: verdict.said },
							})
						: move(sending, 'attention', {
								attention: 'rejected',
								service_status: verdict.status,
								service_said: verdict.said,
								why: { code: 'refused', said: verdict.said },
							}),
				);
				return null;
			case 'not-sent': {
				const code = verdict.code === 'sign-in' ? 'sign-in-wanted' : 'not-sent';
				await recorded(() => goesAgain(sending, profile, { code, said: verdict.said }, verdict));
				return null;
			}
			case 'unauthorized':
				await recorded(() => afterSignedOut(sending, { context, profile }, verdict.said));
				return null;
			case 'unknown':
				await recorded(() => {
					// Only if `resolution` holds nothing that the next look needs.
					const atOnce = verdict.askAtOnce === true && sending.resolution === null;
					return move(sending, 'ambiguous', {
						next_at: clock.now() + (atOnce ? 0 : times.beforeProbeMs(sending.account_id, pauses)),
						absent_probes: 0,
						service_status: verdict.status,
						service_said: verdict.said,
						resolution: atOnce ? answeredInDoubt : sending.resolution,
						why: { code: codeOf(verdict), said: verdict.said },
					});
				});
				return null;
		}
	};

	const goesAgain = (
		sending: ActionRow,
		{ pauses }: ServiceProfile,
		why: Why,
		{ waitUntil }: { waitUntil: number | null } = { waitUntil: null },
	): boolean => {
		const unsent = sending.unsent_count + 1;
		return move(sending, 'queued', {
			unsent_count: unsent,
			// If the service named a time, connectivity.ts adds the jitter.
			next_at: waitUntil ?? clock.now() + backoff(pauses, unsent, random),
			service_said: why.said ?? '',
			why,
		});
	};

	/** A create or stock movement is probed before another attempt. Always pauses: a new token may be refused too. */
	const afterSignedOut = (
		sending: ActionRow,
		{ context, profile }: { context: ProbeContext; profile: ServiceProfile },
		said: string,
	): boolean => {
		const { proof } = context.operation.replay ?? {};
		const why: Why = { code: 'token-refused', said };
		if (proof === 'state' || proof === 'equality') return goesAgain(sending, profile, why);
		const unsent = sending.unsent_count + 1;
		return move(sending, 'ambiguous', {
			unsent_count: unsent,
			next_at: clock.now() + backoff(profile.pauses, unsent, random),
			absent_probes: 0,
			service_said: said,
			resolution: sending.resolution ?? signedOut,
			why,
		});
	};

	const postpone = async (
		row: ActionRow,
		lane: LaneRow,
		{ context, profile: { pauses } }: { context: ProbeContext; profile: ServiceProfile },
		failure: ReadFailure,
	): Promise<void> => {
		const { api, elsewhere } = context;
		const lookup = api.last();
		const unsent = row.unsent_count + 1;
		if (isHopeless(failure, unsent)) {
			await settle(lane, () =>
				move(row, 'attention', {
					// Then a person's order suffices, as for a document that was found.
					attention: elsewhere() === 'maybe' ? 'maybe-elsewhere' : 'cannot-be-asked',
					lookup,
					service_said: failure.said,
					why: { code: 'answers-not-usable', said: failure.said },
				}),
			);
			return;
		}
		await settle(lane, () =>
			move(row, row.state, {
				attention: row.attention,
				unsent_count: unsent,
				next_at: Math.max(clock.now() + backoff(pauses, unsent, random), failure.waitUntil ?? 0),
				service_said: failure.said,
				lookup,
				why: { code: unusableWhy(api), said: failure.said },
			}),
		);
	};

	return send;
}

/** Stillroom could not read the answer: only the service shows whether the request was applied. */
const notRead: WriteVerdict & { kind: 'unknown' } = {
	...{ kind: 'unknown', status: null, code: 'not-read', said: '' },
	...{ waitUntil: null, serverDate: null },
};

const anothers = 'another-document';

const codeOf = ({ code, askAtOnce }: WriteVerdict & { kind: 'unknown' }) => {
	if (code === anothers) return anothers;
	if (code === notRead.code) return 'not-finished';
	return askAtOnce === true ? 'answer-in-doubt' : 'not-confirmed';
};

function attemptEnd(verdict: WriteVerdict): {
	verdict: string;
	status: number | null;
	code: string | null;
	serverDate: number | null;
} {
	return {
		verdict: verdict.kind,
		status: 'status' in verdict ? verdict.status : null,
		code: 'code' in verdict ? verdict.code : null,
		serverDate: 'serverDate' in verdict ? verdict.serverDate : null,
	};
}
