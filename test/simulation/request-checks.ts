// What may never be wrong with a request that goes out: every write has its action, goes in order, for the account it was
// entered with, over nothing that others changed, and never a second time without proof.
import { finished, type ActionRow } from '../../src/main/core/outbox/action.ts';
import { hashOfRecord } from '../../src/main/core/outbox/base.ts';
import { readPayload } from '../../src/main/core/outbox/payload.ts';
import type { Operation } from '../../src/shared/service/operation.ts';
import type { Sent } from './network.ts';
import type { Call } from './service.ts';
import { Violation } from './violation.ts';
import { operationOf, type World } from './world.ts';

interface Attempt {
	attempt_id: number;
	verdict: string | null;
}

/** Finds the action behind a write that is about to go out, and whether it may. @throws Violation. */
export function checkRequest(world: World, call: Call): { actionId: string; attempt: number } {
	const { tables } = world.run.outbox;
	const row = tables.inState('sending').find((each) => asksFor(world, each, call));
	if (!row) {
		throw world.note(
			new Violation('lost', `${call.operation.name} goes out and no action says that it does.`),
		);
	}
	if (row.account_id !== world.inUse.accountId) {
		throw world.note(
			new Violation('wrong account', `${row.operation} went for ${world.inUse.accountId}.`),
		);
	}
	const before = tables
		.ofLane(row.lane_id)
		.find(({ seq, state }) => seq < row.seq && !finished.includes(state));
	if (before) {
		throw world.note(
			new Violation('out of order', `${row.operation} went before ${before.operation}.`),
		);
	}
	const attempt = attemptsOf(world, row.action_id).at(-1)?.attempt_id ?? 0;
	checkRepetition(world, row, attempt);
	checkBase(world, row);
	return { actionId: row.action_id, attempt };
}

function asksFor(world: World, row: ActionRow, call: Call): boolean {
	const lane = world.laneOf(row);
	const input = lane && readPayload(row, lane);
	if (row.operation !== call.operation.name || !input || typeof input === 'string') return false;
	return (
		(call.id === null || Object.values(input.path ?? {}).includes(call.id)) &&
		hashOfRecord({ body: input.body }) === hashOfRecord({ body: call.body })
	);
}

/** A full update goes as made of what the service showed last: what others changed before that is in it. */
function checkBase(world: World, row: ActionRow): void {
	if (row.base === null || operationOf(row).replay?.proof !== 'equality') return;
	const seen = world.service.lastShown(world.laneOf(row)?.server_id ?? '');
	if (hashOfRecord(seen) !== row.base_hash) {
		throw world.note(
			new Violation('lost', `${row.operation} ${row.action_id} goes over what others changed.`),
		);
	}
}

/** G2: the earlier requests of the action left proof, a person ordered it, or two absences of the allowed kind. */
function checkRepetition(world: World, row: ActionRow, attempt: number): void {
	const last = world.requestsOf(row.action_id).at(-1);
	if (!last) return;
	const { kind } = world;
	const blind = (why: string) =>
		world.note(new Violation('blind resends', `${row.operation} ${row.action_id}: ${why}`));
	if (last.attempt === attempt) throw blind('the same attempt sent it twice');
	const ordered = world.orders.some(
		({ actionId, choice, at }) => actionId === row.action_id && choice === 'again' && at >= last.at,
	);
	if (ordered) return;
	const verdict = attemptsOf(world, row.action_id).find(
		(each) => each.attempt_id === last.attempt,
	)?.verdict;
	if (verdict === 'not-sent' || verdict === 'unauthorized') {
		const nothingDone =
			last.status === 401 || last.status === 429 || (last.status === 503 && kind.refusalsDoNothing);
		if (!nothingDone) throw blind(`it counts as ${verdict} and was not`);
		return;
	}
	if (verdict === 'rejected') throw blind('it was refused');
	const { replay } = operationOf(row);
	const unchanged = replay?.proof === 'equality' && row.base !== null;
	if (
		!unchanged &&
		(!kind.listsAreCurrent || (replay?.proof !== 'reference' && replay?.proof !== 'state'))
	) {
		throw blind('an absence proves nothing here');
	}
	const harmless =
		unchanged || (replay.proof === 'reference' ? kind.references : kind.refusesRepeated);
	if (!harmless) throw blind('a late twin would do harm');
	if (!wasAskedTwice(world, row, replay, last)) {
		throw blind('the service was not asked twice, with time between');
	}
}

/** Whether the service was asked twice, with time between, what became of a request. */
function wasAskedTwice(
	world: World,
	row: ActionRow,
	replay: Extract<NonNullable<Operation['replay']>, { proof: 'reference' | 'state' | 'equality' }>,
	last: Sent,
): boolean {
	const { beforeProbeMs, betweenProbesMs } = world.profile.pauses;
	const asked = replay.proof === 'reference' ? replay.list : replay.read;
	const serverId = world.laneOf(row)?.server_id;
	const looks = world.net.sent
		.filter(
			({ call, endedAt, status, old }) =>
				call.operation.name === asked &&
				status === 200 &&
				!old &&
				endedAt !== null &&
				(replay.proof === 'reference' || call.id === serverId),
		)
		.map(({ at }) => at)
		.filter((at) => at >= (last.endedAt ?? last.at) + beforeProbeMs);
	// The look just before sending is none of the two.
	if (replay.proof !== 'reference') looks.pop();
	const [first, ...more] = looks;
	return first !== undefined && more.some((at) => at >= first + betweenProbesMs);
}

function attemptsOf(world: World, actionId: string): Attempt[] {
	return world.run.store.durable
		.prepare<[string], Attempt>(
			'SELECT attempt_id, verdict FROM attempt WHERE action_id = ? ORDER BY attempt_id',
		)
		.all(actionId);
}
