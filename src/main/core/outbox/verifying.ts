// Verifies writes that got no answer, and decides what an absence means.
import type { Why } from '../../../shared/bridge/outbox-history.ts';
import type { ReadFailure } from '../api/verdict.ts';
import { answeredInDoubt, fromCopy, signedOut, type ActionRow, type LaneRow } from './action.ts';
import { backoff } from './backoff.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import { readKept } from '../store/kept-json.ts';
import type { Lookup } from './lookup-reads.ts';
import type { Moving } from './moving.ts';
import {
	baseline,
	isHopeless,
	probe,
	unusableWhy,
	type Baseline,
	type ProbeContext,
} from './probe.ts';
import { probeContexts } from './probe-context.ts';

export function createVerifying(options: EngineOptions, moving: Moving) {
	const { clock, random } = options.ports;
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

		const { api: reads } = context;
		const result = await probe(context, readBaseline(row.baseline));
		const lookup = reads.last();
		answered();
		// Two entries with the same content that ask at once may both find the one document.
		const isTaken = (serverId: string | null) =>
			serverId !== null && tables.madeHere(lane.account_id, lane.document, serverId);
		const askOnceMore = () => {
			const asked = verifying.unsent_count + 1;
			const why = { code: 'made-by-another' } as const;
			return asked < mostAnothers
				? move(verifying, 'ambiguous', {
						unsent_count: asked,
						next_at: clock.now() + pauses.betweenProbesMs,
						lookup,
						why,
					})
				: move(verifying, 'attention', { attention: 'not-confirmed-undecided', lookup, why });
		};
		const askLater = (failure: ReadFailure, why: Why) => {
			const unanswered = verifying.unsent_count + 1;
			return isHopeless(failure, unanswered)
				? move(verifying, 'attention', {
						attention: 'not-confirmed-undecided',
						service_said: failure.said,
						lookup,
						why: { code: 'answers-not-usable', said: failure.said },
					})
				: move(verifying, 'ambiguous', {
						unsent_count: unanswered,
						lookup,
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
					lookup,
					serverId: result.serverId,
					number: result.number,
					unless: () => isTaken(result.serverId) && askOnceMore(),
				});
				return;
			case 'unanswered': {
				const { failure } = result;
				await settle(lane, () =>
					askLater(failure, { code: unusableWhy(reads), said: failure.said }),
				);
				return;
			}
			case 'undecided':
				await settle(lane, () =>
					verifying.resolution === answeredInDoubt
						? waitAfterAll(verifying, account, lookup, result.why)
						: move(verifying, 'attention', {
								attention: 'not-confirmed-undecided',
								lookup,
								why: result.why,
							}),
				);
				return;
			case 'absent':
				await settle(lane, () => onAbsent(verifying, context, account, result.why));
		}
	};

	/** The read right after the answer came too early to prove an absence. */
	const waitAfterAll = (
		row: ActionRow,
		{ profile }: OutboxAccount,
		lookup: Lookup | null,
		why: Why,
	): boolean =>
		move(row, 'ambiguous', {
			resolution: null,
			next_at: clock.now() + profile.pauses.beforeProbeMs,
			lookup,
			why,
		});

	const onAbsent = (
		row: ActionRow,
		context: ProbeContext,
		account: OutboxAccount,
		why: Why,
	): boolean => {
		const { profile } = account;
		const lookup = context.api.last();
		if (row.resolution === answeredInDoubt) return waitAfterAll(row, account, lookup, why);
		// The service said that it did nothing, and its lists confirm it.
		if (row.resolution === signedOut && context.behaviour.listsAreCurrent) {
			return move(row, 'queued', { absent_probes: 0, resolution: null, lookup, why });
		}
		const probes = row.absent_probes + 1;
		if (probes < 2) {
			return move(row, 'ambiguous', {
				absent_probes: probes,
				next_at: clock.now() + profile.pauses.betweenProbesMs,
				lookup,
				why,
			});
		}
		if (row.resolution === 'applied') {
			return move(row, 'attention', {
				attention: 'confirmed-not-found',
				absent_probes: probes,
				lookup,
				why,
			});
		}
		if (row.resolution === 'refused') {
			return move(row, 'attention', {
				attention: 'rejected',
				absent_probes: probes,
				lookup,
				why: { code: 'refused', said: row.service_said },
			});
		}
		// Repeated empty probes prove nothing new, and restored steps wait for a person.
		return row.resolution !== fromCopy &&
			maySendAgainUnseen(context) &&
			tables.resends(row.action_id) < profile.resendsWhenAbsent
			? move(row, 'queued', {
					absent_probes: 0,
					unsent_count: 0,
					lookup,
					why,
				})
			: move(row, 'attention', {
					attention: 'not-confirmed-absent',
					absent_probes: probes,
					lookup,
					why,
				});
	};

	return verify;
}

/** How often to find another entry's document before asking a person. Two that ask at once need one more look. */
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

export const readBaseline = (json: string | null): Baseline | null => {
	const read = json === null ? null : baseline.safeParse(readKept(json));
	return read?.success ? read.data : null;
};
