// Sends a step while a person waits for the answer, for operations that must not wait in the outbox. It is created as
// `sending` together with its attempt. If it is refused or not sent, the draft is reopened at once. Otherwise, and
// after a crash, it is verified, but sent again only on a person's order.
import { z } from 'zod';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { LaneRow } from './action.ts';
import { Attempts, type Begun } from './attempts.ts';
import type { Baseline } from './baseline.ts';
import type { EngineOptions, OutboxAccount } from './engine-options.ts';
import type { Enqueueing } from './enqueueing.ts';
import { JustMade } from './made-document.ts';
import type { Moving } from './moving.ts';
import type { NextAction } from './next-action.ts';
import type { NewAction, NewLane, Waited } from './outbox.ts';
import { probeContexts, type ContextOf } from './probe-context.ts';
import { readRecord } from './record-read.ts';

const asRecord = z.looseObject({ id: z.string() });
const asRecords = z.array(asRecord);

export class WaitedSending {
	readonly #options: EngineOptions;
	readonly #moving: Moving;
	readonly #enqueueing: Enqueueing;
	readonly #lanes: NextAction;
	readonly #contextOf: ContextOf;
	readonly #attempts: Attempts;

	constructor(options: EngineOptions, moving: Moving, enqueueing: Enqueueing, lanes: NextAction) {
		this.#options = options;
		this.#moving = moving;
		this.#enqueueing = enqueueing;
		this.#lanes = lanes;
		this.#contextOf = probeContexts(options, moving);
		const made = new JustMade(options.ports.clock);
		this.#attempts = new Attempts(options, moving, this.#contextOf, made);
	}

	/** @param alsoSave closes the draft, in the transaction of the step */
	async send(newLane: NewLane, action: NewAction, alsoSave: () => void): Promise<Reply<Waited>> {
		const account = this.#options.account();
		if (account === null || !this.#options.maySend()) {
			return fail('needs-network', 'This is sent only while the service answers.');
		}
		const baseline = await this.#shownBefore(action);
		const begun = this.#begin(newLane, action, { account, alsoSave, baseline });
		if (begun === null) {
			return fail('not-possible-now', 'An earlier step of it is not finished yet.');
		}
		const { lane_id: laneId } = begun.lane;
		await this.#lanes.during(laneId, this.#attempts.finish(begun.step, begun.lane));
		return succeed({ laneId, ...this.#outcomeOf(begun.step.sending.action_id) });
	}

	/**
	 * Reads what the step will change, in the same way as afterwards: the record to delete, the list to add to, or the
	 * stock to move.
	 */
	async #shownBefore({ operation, payload }: NewAction): Promise<Baseline | null> {
		const { api } = this.#options;
		const rule = findOperation(operation)?.replay;
		if (rule?.proof === 'reference') {
			const query = rule.window(payload.body ?? {});
			const list = await api.readAllByName(rule.list, { query });
			const rows = list.ok ? asRecords.safeParse(list.value.rows).data : undefined;
			return rows === undefined ? null : { kind: 'documents', ids: rows.map(({ id }) => id) };
		}
		if (rule?.proof === 'quantities') {
			const asOf = this.#moving.tables.lastEvent();
			const body = payload.body ?? {};
			const read = await api.readByName(rule.read, rule.readInput(body));
			return read.ok
				? { kind: 'quantities', present: { ...rule.present(read.value, body) }, asOf }
				: null;
		}
		const id = payload.path?.['id'] ?? payload.body?.['id'];
		if (rule?.proof !== 'gone' || typeof id !== 'string') return null;
		const read = await readRecord(api, rule.read, { id });
		const isIt = read.ok && asRecord.safeParse(read.value).data?.id === id;
		return isIt ? { kind: 'shown' } : null;
	}

	#begin(
		newLane: NewLane,
		action: NewAction,
		{
			account,
			alsoSave,
			baseline,
		}: { account: OutboxAccount; alsoSave: () => void; baseline: Baseline | null },
	): { step: Begun; lane: LaneRow } | null {
		const { api, ports } = this.#options;
		const { tables, times } = this.#moving;
		return this.#moving.transaction('sending', () => {
			const actionId = this.#enqueueing.addSending(newLane, action, { account, baseline });
			const sending = actionId === null ? undefined : tables.byId(actionId);
			const lane = sending && tables.lane(sending.lane_id);
			if (sending === undefined || !lane) return null;
			const context = this.#contextOf(sending, lane, account);
			if (typeof context === 'string') throw new Error('A new step cannot be read.');
			alsoSave();
			const now = ports.clock.now();
			const attempt = tables.startAttempt(sending, 1, now, api.serviceNow?.() ?? null);
			times.sent(sending.action_id);
			const { profile } = account;
			return { lane, step: { sending, context, profile, attempt, repeated: false } };
		});
	}

	#outcomeOf(actionId: string): Pick<Waited, 'state' | 'said'> {
		const { tables } = this.#moving;
		const row = tables.byId(actionId);
		if (row?.state === 'confirmed') return { state: 'applied', said: '' };
		const said = row?.service_said ?? '';
		if (row?.state !== 'cancelled') return { state: 'not-confirmed', said };
		const isRefused = tables.lastEventOf(actionId)?.code === 'refused';
		return { state: isRefused ? 'refused' : 'not-sent', said };
	}
}
