// Asking about a write that got no answer, and what an absence means for it.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import type { ReadFailure } from '../api/verdict.ts';
import { answeredInDoubt, fromCopy, signedOut, type ActionRow, type LaneRow } from './action.ts';
import { backoff } from './backoff.ts';
import { datedReads } from './dated-reads.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import { readKept } from '../store/kept-json.ts';
import type { Moving } from './moving.ts';
import { evidence, isHopeless, probe, type Evidence, type ProbeContext } from './probe.ts';
import { probeContexts } from './probe-context.ts';

/** @returns asks about one action, which is `ambiguous`, until the outcome is recorded. */
export function createVerifying(options: EngineOptions, moving: Moving) {
	const { api, ports } = options;
	const { clock, random } = ports;
	const { tables, together, move, settle, confirm, setAside, announce } = moving;
	const contextOf = probeContexts(options, moving);

	const verify = async (
		row: ActionRow,
		lane: LaneRow,
		account: OutboxAccount,
		answered: () => void,
	): Promise<void> => {
		const { pauses } = account.profile;
		const context = contextOf(row, lane, account);
		if (typeof context === 'string') {
			await setAside(row, lane, context);
			return;
		}
		const started = await together('verifying', () =>
			move(row, 'verifying', { why: { code: 'asking' } }),
		);
		const verifying = started ? tables.byId(row.action_id) : undefined;
		if (verifying?.state !== 'verifying') return;
		announce([lane.lane_id]);

		// Half a pause for servers whose clocks differ: what was shown at the first question is older still at the second.
		const asked = api.serviceNow?.() ?? null;
		const recently = asked === null ? null : asked - pauses.betweenProbesMs / 2;
		const reads = datedReads(api);
		const result = await probe({ ...context, api: reads }, readEvidence(row.evidence));
		answered();
		// Two entries of one content that ask in the same moment may both find the one document.
		const isTaken = (serverId: string | null) =>
			serverId !== null && tables.madeHere(lane.account_id, lane.document, serverId);
		const askOnceMore = () => {
			const asked = verifying.unsent_count + 1;
			const why = { code: 'made-by-another' } as const;
			return asked < mostAnothers
				? move(verifying, 'ambiguous', {
						unsent_count: asked,
						next_at: clock.now() + pauses.betweenProbesMs,
						why,
					})
				: move(verifying, 'attention', { attention: 'not-confirmed-undecided', why });
		};
		const askLater = (failure: ReadFailure, why: Why) => {
			const unanswered = verifying.unsent_count + 1;
			return isHopeless(failure, unanswered)
				? move(verifying, 'attention', {
						attention: 'not-confirmed-undecided',
						service_said: failure.said,
						why: { code: 'answers-not-usable', said: failure.said },
					})
				: move(verifying, 'ambiguous', {
						unsent_count: unanswered,
						next_at: Math.max(
							clock.now() + backoff(pauses, unanswered, random) + pauses.retryFirstMs,
							failure.waitUntil ?? 0,
						),
						why,
					});
		};
		switch (result.kind) {
			case 'found':
				await confirm(verifying, lane, {
					by: 'probe',
					why: result.why,
					serverId: result.serverId,
					number: result.number,
					unless: () => isTaken(result.serverId) && askOnceMore(),
				});
				return;
			case 'unanswered': {
				const { failure } = result;
				await settle(lane, () => askLater(failure, { code: 'could-not-ask', said: failure.said }));
				return;
			}
			case 'undecided':
				await settle(lane, () =>
					verifying.resolution === answeredInDoubt
						? waitAfterAll(verifying, context, result.why)
						: move(verifying, 'attention', {
								attention: 'not-confirmed-undecided',
								why: result.why,
							}),
				);
				return;
			case 'absent':
				await settle(lane, () =>
					reads.anyOlderThan(tables.lastServerDate(row.action_id), recently)
						? askLater(saysNothing, { code: 'older-than-request' })
						: onAbsent(verifying, context, result.why),
				);
		}
	};

	/** The read right after the answer came too early to prove anything but that it is done. */
	const waitAfterAll = (row: ActionRow, { profile }: ProbeContext, why: Why): boolean =>
		move(row, 'ambiguous', {
			resolution: null,
			next_at: clock.now() + profile.pauses.beforeProbeMs,
			why,
		});

	const onAbsent = (row: ActionRow, context: ProbeContext, why: Why): boolean => {
		if (row.resolution === answeredInDoubt) return waitAfterAll(row, context, why);
		// The service has said that it did nothing, and shows it.
		if (row.resolution === signedOut && context.behaviour.listsAreCurrent) {
			return move(row, 'queued', { absent_probes: 0, resolution: null, why });
		}
		const probes = row.absent_probes + 1;
		if (probes < 2) {
			return move(row, 'ambiguous', {
				absent_probes: probes,
				next_at: clock.now() + context.profile.pauses.betweenProbesMs,
				why,
			});
		}
		if (row.resolution === 'applied') {
			return move(row, 'attention', {
				attention: 'confirmed-not-found',
				absent_probes: probes,
				why,
			});
		}
		// It was refused, and the earlier try without an answer left no trace either.
		if (row.resolution === 'refused') {
			return move(row, 'attention', {
				attention: 'rejected',
				absent_probes: probes,
				why: { code: 'refused', said: row.service_said },
			});
		}
		// What leaves no trace time after time is not helped by one more; what comes out of a copy waits for a person.
		return row.resolution !== fromCopy &&
			maySendAgainUnseen(context) &&
			tables.resends(row.action_id) < context.profile.resendsWhenAbsent
			? move(row, 'queued', {
					absent_probes: 0,
					unsent_count: 0,
					why,
				})
			: move(row, 'attention', { attention: 'not-confirmed-absent', absent_probes: probes, why });
	};

	return verify;
}

/** How often the document of another entry is found before a person looks: two that ask together need one look more. */
const mostAnothers = 3;

/** An absence that was shown before our request went. */
const saysNothing: ReadFailure = {
	...{ ok: false, kind: 'unreadable', status: null },
	...{ said: '', waitUntil: null },
};

/**
 * G2: after two absences a write goes again by itself only where a late twin does no harm: a draft that our reference
 * finds, a transition that the service is known to refuse a second time, or a full update of what is still as it was.
 * Stock never moves again unseen.
 */
const maySendAgainUnseen = ({ operation, behaviour, base }: ProbeContext): boolean => {
	// What a full update was made of is still there: the same update once more changes nothing else.
	if (operation.replay?.proof === 'equality') return base !== null;
	if (!behaviour.listsAreCurrent) return false;
	switch (operation.replay?.proof) {
		case 'reference':
			return behaviour.keepsReferences === true;
		case 'state':
			return behaviour.refusesRepeatedTransition;
		default:
			return false;
	}
};

export const readEvidence = (json: string | null): Evidence | null => {
	const read = json === null ? null : evidence.safeParse(readKept(json));
	return read?.success ? read.data : null;
};
