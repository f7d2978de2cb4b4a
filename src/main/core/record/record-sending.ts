// Writes of records: drafts are kept or sent, records are switched on and off, and removed.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import { diff } from '../../../shared/record/merge.ts';
import type { Plain } from '../../../shared/record/record-kit.ts';
import { recordDocument } from '../../../shared/record/records.ts';
import type { Act, Route } from '../../../shared/record/registry.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { intentOfSwitch } from '../outbox/action.ts';
import type { EnqueueChoice, NewAction, NewLane } from '../outbox/outbox.ts';
import { requestFor } from './body.ts';
import { recordDraftBodyOf } from './draft.ts';
import { changedMeanwhile, rebased, type RecordDrafts } from './drafts.ts';
import { inUse, type Records, type RecordTypeInUse } from './record.ts';
import type { ShownRecord, ShownRecords } from './shown.ts';
import { referring } from './unsent.ts';
import {
	forOneRequest,
	isDone,
	isSwitched,
	oneByOne,
	switchTogether,
	type Switch,
	type SwitchedOne,
} from './switching.ts';

type Save = CallArguments<'record.save'>;
type Saved = CallOutput<'record.save'>;
type KeptAll = CallOutput<'record.keepAll'>;
type Removed = CallOutput<'record.remove'>;
type Switched = CallOutput<'record.switch'>;

interface Parts {
	readonly shown: ShownRecords;
	readonly drafts: RecordDrafts;
	readonly records: Records;
}

/** One write of a record, ready for the outbox. */
interface Write {
	readonly type: RecordTypeInUse;
	readonly route: Route;
	readonly lane: NewLane;
	readonly action: NewAction;
}

export class RecordSending {
	readonly #context: CoreContext;
	readonly #parts: Parts;

	constructor(context: CoreContext, parts: Parts) {
		this.#context = context;
		this.#parts = parts;
	}

	save(
		{ accountId }: ActiveAccount,
		input: Save,
		choice: EnqueueChoice = {},
	): Reply<Saved> | Promise<Reply<Saved>> {
		const type = inUse(input.type);
		const found = input.id === null ? null : this.#parts.shown.get(accountId, type.name, input.id);
		const isGone = input.id !== null && found === null;
		if (isGone && input.step !== 'discard') return fail('not-found', 'This record is not here.');
		switch (input.step) {
			case 'keep':
				return this.#keep(accountId, type, input, found);
			case 'discard':
				return this.#discard(accountId, type, input);
			case 'send':
				return this.#send(accountId, type, input, { found, choice });
		}
	}

	#keep(
		accountId: string,
		type: RecordTypeInUse,
		input: Extract<Save, { step: 'keep' }>,
		found: ShownRecord | null,
	): Reply<Saved> {
		const { drafts, records } = this.#parts;
		const now = found?.record ?? null;
		const kept = drafts.keep(accountId, type, { ...input, id: found?.id ?? null }, now);
		if (!kept.ok) return kept;
		this.#changed();
		const { clashes, problems } = records.standsOf(accountId, type, kept.value, found);
		return succeed({ state: 'kept', revision: kept.value.revision, problems, clashes });
	}

	keepAll(
		{ accountId }: ActiveAccount,
		{ type: name, drafts }: CallArguments<'record.keepAll'>,
	): Reply<KeptAll> {
		const type = inUse(name);
		const kept = this.#context.store.durable
			.transaction(() => drafts.map((draft) => this.#keepOne(accountId, type, draft)))
			.immediate();
		this.#changed();
		return succeed({ kept });
	}

	#keepOne(
		accountId: string,
		type: RecordTypeInUse,
		draft: CallArguments<'record.keepAll'>['drafts'][number],
	): KeptAll['kept'][number] {
		const { drafts, shown } = this.#parts;
		const found = shown.get(accountId, type.name, draft.id);
		if (found === null) return { state: 'refused', code: 'not-found' };
		if (draft.changes.length === 0 && Object.keys(draft.typed).length === 0) {
			const row = drafts.get(accountId, type, draft.draftId);
			if (row !== null && row.revision !== draft.revision) {
				return { state: 'refused', code: 'changed-meanwhile' };
			}
			if (row !== null) drafts.close(draft.draftId, 'discarded');
			return { state: 'discarded' };
		}
		const kept = drafts.keep(accountId, type, { ...draft, id: found.id }, found.record);
		return kept.ok
			? { state: 'kept', revision: kept.value.revision }
			: { state: 'refused', code: 'changed-meanwhile' };
	}

	#discard(
		accountId: string,
		type: RecordTypeInUse,
		{ draftId, revision }: Pick<Save, 'draftId' | 'revision'>,
	): Reply<Saved> {
		const row = this.#parts.drafts.get(accountId, type, draftId);
		if (row === null) return notHere();
		if (row.revision !== revision) return changedMeanwhile();
		this.#parts.drafts.close(draftId, 'discarded');
		this.#changed();
		return succeed({ state: 'discarded' });
	}

	#send(
		accountId: string,
		type: RecordTypeInUse,
		input: Extract<Save, { step: 'send' }>,
		{ found, choice }: { found: ShownRecord | null; choice: EnqueueChoice },
	): Reply<Saved> | Promise<Reply<Saved>> {
		const route = this.#routeFor(type, found === null ? 'create' : 'change', found);
		if ('ok' in route) return route;
		if (route.goes === 'online-only')
			return this.#sendNow(accountId, type, input, { found, route });
		const write = this.#prepare(accountId, type, input, { found, route });
		return 'ok' in write ? write : this.#queue(write, input.draftId, choice);
	}

	/** Merges with what the service has now, not with an older copy. */
	async #sendNow(
		accountId: string,
		type: RecordTypeInUse,
		input: Extract<Save, { step: 'send' }>,
		{ found, route }: { found: ShownRecord | null; route: Route },
	): Promise<Reply<Saved>> {
		const now = found && (await this.#readAgain(accountId, type, found));
		if (found !== null && now === null) return fail('not-found', 'This record is not here.');
		const write = this.#prepare(accountId, type, input, { found: now, route });
		if ('ok' in write) return write;
		const sent = await this.#context.outbox.sendWaited(write.lane, write.action, () => {
			this.#parts.drafts.close(input.draftId, 'submitted');
		});
		this.#changed();
		if (!sent.ok) return sent;
		const { laneId, state, said } = sent.value;
		switch (state) {
			case 'applied':
				return this.#applied(accountId, type, now?.id ?? input.draftId);
			case 'refused':
				return succeed({ state, said });
			case 'not-confirmed':
				return succeed({ state, laneId });
			case 'not-sent':
				return fail('needs-network', 'This was not sent.');
		}
	}

	async #applied(accountId: string, type: RecordTypeInUse, id: string): Promise<Reply<Saved>> {
		const { shown, records } = this.#parts;
		const before = shown.get(accountId, type.name, id);
		await this.#context.sync.refreshRecord(type.name, before?.serverId ?? null);
		const record = records.get({ accountId }, { type: type.name, id: before?.id ?? id });
		if (!record.ok) return record;
		const { serverId, history } = record.value;
		return succeed({
			state: 'applied',
			id: serverId ?? id,
			record: record.value.record,
			told: history[0]?.told ?? [],
		});
	}

	async #readAgain(
		accountId: string,
		type: RecordTypeInUse,
		{ id, serverId }: ShownRecord,
	): Promise<ShownRecord | null> {
		await this.#context.sync.refreshRecord(type.name, serverId);
		return this.#parts.shown.get(accountId, type.name, id);
	}

	/** The draft as it would be sent, or why it is not. */
	#prepare(
		accountId: string,
		type: RecordTypeInUse,
		{ draftId, revision, intentId, choices }: Extract<Save, { step: 'send' }>,
		{ found, route }: { found: ShownRecord | null; route: Route },
	): Write | Reply<Saved> {
		const { drafts, records } = this.#parts;
		const row = drafts.get(accountId, type, draftId);
		const intent = `${draftId}/${String(revision)}/${intentId}`;
		if (row === null) return this.#alreadySent(type, found, { draftId, intent });
		if (row.revision !== revision) return changedMeanwhile();
		// The service may have deleted it since: its draft never becomes another record.
		if (found === null && row.server_id !== null) {
			return fail('not-found', 'This record is not here.');
		}
		const body = recordDraftBodyOf(row);
		const { record: merged, clashes } = rebased(type, body, found?.record ?? null, choices);
		if (clashes.length > 0) return succeed({ state: 'clash', clashes: [...clashes] });
		const { record, unsent } = referring(this.#context.outbox, type, merged);
		// The outbox waits for one step; what is sent now waits for none.
		const tooMany = unsent.slice(route.goes === 'queue' ? 1 : 0);
		if (tooMany.length > 0) {
			const problems = tooMany.map(({ at }) => ({ at, code: 'not-sent-yet' as const }));
			return succeed({ state: 'stopped', problems });
		}
		const problems = records.obstacles(accountId, type, { record, body, found });
		if (problems.length > 0) return succeed({ state: 'stopped', problems });
		if (diff(type.fields, found?.record ?? {}, record).length === 0) {
			return this.#discard(accountId, type, { draftId, revision });
		}
		return this.#writeOf(type, route, {
			record,
			found,
			originOf: draftId,
			intentId: intent,
			waitsFor: unsent[0]?.actionId ?? null,
		});
	}

	/** A second click, or a call that is repeated because its answer was lost. */
	#alreadySent(
		{ name }: RecordTypeInUse,
		found: ShownRecord | null,
		{ draftId, intent }: { draftId: string; intent: string },
	): Reply<Saved> {
		const { outbox } = this.#context;
		const document = recordDocument(name);
		const documentId = found?.laneDocument ?? draftId;
		const lane = outbox.laneOf(document, documentId);
		const isSent = outbox
			.stepsOf(document, documentId)
			.some(({ intentId, state }) => intentId === intent && state !== 'cancelled');
		if (lane === null || !isSent) return notHere();
		return succeed({ state: 'queued', id: lane.serverId ?? documentId, laneId: lane.laneId });
	}

	/** The route of an act, or why it is not offered. */
	#routeFor(type: RecordTypeInUse, act: Act, found: ShownRecord | null): Route | Failure {
		const allowed = this.#parts.records.allowed(type.name, act, found);
		const route = this.#parts.records.routes(type.name, act);
		if (allowed.may && route !== null) return route;
		return !allowed.may && allowed.because === 'offline'
			? fail('needs-network', 'This is sent only while the service answers.')
			: fail('not-possible-now', 'The service has no such operation, or its last step needs you.');
	}

	#writeOf(
		type: RecordTypeInUse,
		route: Route,
		{
			record,
			found,
			originOf,
			intentId,
			waitsFor = null,
		}: {
			record: Plain;
			found: ShownRecord | null;
			originOf: string;
			intentId: string;
			waitsFor?: string | null;
		},
	): Write {
		const now = found?.record ?? {};
		const title = this.#parts.records.titleOf(type, { ...now, ...record });
		const serverId = found?.serverId ?? null;
		return {
			type,
			route,
			lane: {
				document: recordDocument(type.name),
				documentId: found?.laneDocument ?? originOf,
				label: {
					locationId: '',
					title,
					lines: 0,
					cost: null,
					currency: '',
				},
				server: serverId === null ? null : { id: serverId, number: '' },
				...(waitsFor === null ? {} : { waitsFor }),
			},
			action: {
				intentId,
				operation: route.operation,
				payload: requestFor(type, route, { record, now, id: serverId }),
				...(found === null ? {} : { base: now }),
			},
		};
	}

	/** The step and the closing of its draft are saved together. */
	#queue(
		{ lane, action }: Write,
		draftId: string | null,
		choice: EnqueueChoice = {},
	): Reply<Extract<Saved, { state: 'queued' }>> {
		const { outbox, store } = this.#context;
		const queued = store.durable
			.transaction(() => {
				const added = outbox.enqueue(lane, [action], choice);
				if (added.ok && draftId !== null) this.#parts.drafts.close(draftId, 'submitted');
				return added;
			})
			.immediate();
		if (!queued.ok) return queued;
		this.#changed();
		return succeed({ state: 'queued', id: lane.server?.id ?? lane.documentId, ...queued.value });
	}

	switch(
		{ accountId }: ActiveAccount,
		{ type: name, ids, ...asked }: CallArguments<'record.switch'>,
	): Reply<Switched> | Promise<Reply<Switched>> {
		const type = inUse(name);
		const wanted = [...new Set(ids)];
		const found = wanted.flatMap((id) => this.#parts.shown.get(accountId, name, id) ?? []);
		const records = forOneRequest(this.#context, type, found, asked);
		return records.length === 0
			? this.#switchEach(accountId, type, wanted, asked)
			: this.#switchTogether(accountId, type, { records, wanted }, asked);
	}

	async #switchTogether(
		accountId: string,
		type: RecordTypeInUse,
		{ records, wanted }: { records: readonly ShownRecord[]; wanted: readonly string[] },
		asked: Switch,
	): Promise<Reply<Switched>> {
		const titles = records.map(({ record }) => this.#parts.records.titleOf(type, record));
		const done = await switchTogether(this.#context, type, { records, titles }, asked);
		const answered = new Map(done?.map((one) => [one.id, one]));
		const rest = wanted.filter((id) => !answered.has(id));
		const others = await this.#switchEach(accountId, type, rest, asked);
		if (!others.ok) return others;
		this.#changed();
		const all = new Map([
			...answered,
			...others.value.records.map((one) => [one.id, one] as const),
		]);
		return succeed({ records: wanted.flatMap((id) => all.get(id) ?? []) });
	}

	#switchEach(
		accountId: string,
		type: RecordTypeInUse,
		ids: readonly string[],
		asked: Switch,
	): Reply<Switched> | Promise<Reply<Switched>> {
		const each = ids.map((id) => this.#switchOne(accountId, type, id, asked));
		return each.some((one) => typeof one === 'function')
			? oneByOne(each)
			: succeed({ records: each.filter(isDone) });
	}

	/** @returns the result, or for an online-only type the work to be done when it is its turn */
	#switchOne(
		accountId: string,
		type: RecordTypeInUse,
		id: string,
		asked: Switch,
	): SwitchedOne | (() => Promise<SwitchedOne>) {
		const found = this.#parts.shown.get(accountId, type.name, id);
		if (found === null) return { id, state: 'not-possible-now', said: '' };
		const { isActive, intentId } = asked;
		if (isSwitched(found, asked)) return { id, state: 'unchanged', said: '' };
		const route = this.#routeFor(type, 'change', found);
		if ('ok' in route) return { id, state: 'not-possible-now', said: '' };
		const writeFrom = (now: ShownRecord) =>
			this.#writeOf(type, route, {
				record: { ...now.record, isActive },
				found: now,
				originOf: now.laneDocument,
				intentId: intentOfSwitch(now.id, intentId),
			});
		if (route.goes === 'queue') {
			const queued = this.#queue(writeFrom(found), null);
			return { id, state: queued.ok ? 'queued' : 'not-possible-now', said: '' };
		}
		return async () => {
			const now = await this.#readAgain(accountId, type, found);
			if (now === null) return { id, state: 'not-possible-now', said: '' };
			if (isSwitched(now, asked)) return { id, state: 'unchanged', said: '' };
			const { lane, action } = writeFrom(now);
			const sent = await this.#context.outbox.sendWaited(lane, action, () => undefined);
			this.#changed();
			const { state, said } = sent.ok ? sent.value : { state: 'not-sent' as const, said: '' };
			return { id, state: state === 'not-sent' ? 'not-possible-now' : state, said };
		};
	}

	remove(
		{ accountId }: ActiveAccount,
		{ type: name, id, intentId }: CallArguments<'record.remove'>,
	): Reply<Removed> | Promise<Reply<Removed>> {
		const type = inUse(name);
		const found = this.#parts.shown.get(accountId, name, id);
		if (found === null) return fail('not-found', 'This record is not here.');
		const route = this.#routeFor(type, 'remove', found);
		if ('ok' in route) return route;
		const write = this.#writeOf(type, route, {
			record: {},
			found,
			originOf: found.laneDocument,
			intentId: `remove:${found.id}/${intentId}`,
		});
		return this.#removeNow(write);
	}

	async #removeNow({ lane, action }: Write): Promise<Reply<Removed>> {
		const sent = await this.#context.outbox.sendWaited(lane, action, () => undefined);
		this.#changed();
		if (!sent.ok) return sent;
		const { state, said } = sent.value;
		if (state === 'refused') return fail('refused', said);
		if (state === 'not-sent') return fail('needs-network', 'This was not sent.');
		return succeed({ state: state === 'applied' ? 'removed' : state });
	}

	#changed(): void {
		this.#context.emit('documents.changed', { area: 'record' });
		this.#context.appChanged();
	}
}

const notHere = (): Failure => fail('not-found', 'This draft is not here.');
