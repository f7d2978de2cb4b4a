// Writes of records: drafts are kept or sent, records are switched on and off, and removed.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import { diff } from '../../../shared/record/merge.ts';
import type { Plain } from '../../../shared/record/record-kit.ts';
import { recordDocument } from '../../../shared/record/records.ts';
import { routeOf, type Act, type Route } from '../../../shared/record/registry.ts';
import { weightOf } from '../../../shared/record/rules.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import type { NewAction, NewLane } from '../outbox/outbox.ts';
import { requestFor } from './body.ts';
import { recordDraftBodyOf } from './draft.ts';
import { changedMeanwhile, rebased, type RecordDrafts } from './drafts.ts';
import { inUse, type Records, type RecordTypeInUse } from './record.ts';
import type { ShownRecord, ShownRecords } from './shown.ts';

type Save = CallArguments<'record.save'>;
type Saved = CallOutput<'record.save'>;
type Switched = CallOutput<'record.switch'>['records'][number];

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

	save({ accountId }: ActiveAccount, input: Save): Reply<Saved> {
		const type = inUse(input.type);
		const found = input.id === null ? null : this.#parts.shown.get(accountId, type.name, input.id);
		if (input.id !== null && found === null) return fail('not-found', 'This record is not here.');
		switch (input.step) {
			case 'keep':
				return this.#keep(accountId, type, input, found);
			case 'discard':
				return this.#discard(accountId, type, input);
			case 'send':
				return this.#send(accountId, type, input, found);
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

	#discard(accountId: string, type: RecordTypeInUse, { draftId, revision }: Save): Reply<Saved> {
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
		found: ShownRecord | null,
	): Reply<Saved> {
		const { drafts, records } = this.#parts;
		const { draftId, revision, intentId } = input;
		const row = drafts.get(accountId, type, draftId);
		if (row === null) return notHere();
		if (row.revision !== revision) return changedMeanwhile();
		const route = this.#routeFor(type, found === null ? 'create' : 'change', found);
		if ('ok' in route) return route;
		const body = recordDraftBodyOf(row);
		const now = found?.record ?? {};
		const { record, clashes } = rebased(type, body, found?.record ?? null, input.choices);
		if (clashes.length > 0) return succeed({ state: 'clash', clashes: [...clashes] });
		const problems = records
			.problems(accountId, type, { record, body, found })
			.filter(({ code }) => weightOf[code] === 'stops');
		if (problems.length > 0) return succeed({ state: 'stopped', problems });
		if (diff(type.fields, now, record).length === 0) return this.#discard(accountId, type, input);
		const write = this.#writeOf(type, route, {
			...{ record, found, madeOf: draftId },
			intentId: `${draftId}/${String(revision)}/${intentId}`,
		});
		return this.#queue(write, draftId);
	}

	/** The route of an act, or why it is not offered. */
	#routeFor(type: RecordTypeInUse, act: Act, found: ShownRecord | null): Route | Failure {
		const allowed = this.#parts.records.allowed(type.name, act, found);
		const route = routeOf(type.name, act);
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
			madeOf,
			intentId,
		}: { record: Plain; found: ShownRecord | null; madeOf: string; intentId: string },
	): Write {
		const title = record[type.title];
		const now = found?.record ?? {};
		const serverId = found?.serverId ?? null;
		return {
			...{ type, route },
			lane: {
				document: recordDocument(type.name),
				documentId: found?.laneDocument ?? madeOf,
				label: {
					...{ locationId: '', title: typeof title === 'string' ? title : '' },
					...{ lines: 0, cost: null, currency: '' },
				},
				server: serverId === null ? null : { id: serverId, number: '' },
			},
			action: {
				...{ intentId, operation: route.operation },
				payload: requestFor(type, route, { record, now, id: serverId }),
				...(found === null ? {} : { base: now }),
			},
		};
	}

	/** The step and the closing of its draft are saved together. */
	#queue(
		{ lane, action }: Write,
		draftId: string | null,
	): Reply<Extract<Saved, { state: 'queued' }>> {
		const { outbox, store } = this.#context;
		const queued = store.durable
			.transaction(() => {
				const added = outbox.enqueue(lane, [action]);
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
		{ type: name, ids, isActive, intentId }: CallArguments<'record.switch'>,
	): Reply<CallOutput<'record.switch'>> {
		const type = inUse(name);
		const records = [...new Set(ids)].map((id): Switched => {
			const found = this.#parts.shown.get(accountId, name, id);
			if (found === null) return { id, state: 'not-possible-now', said: '' };
			if ((found.record['isActive'] ?? true) === isActive)
				return { id, state: 'unchanged', said: '' };
			const route = this.#routeFor(type, 'change', found);
			if ('ok' in route) return { id, state: 'not-possible-now', said: '' };
			const record = { ...found.record, isActive };
			const write = this.#writeOf(type, route, {
				...{ record, found, madeOf: found.laneDocument },
				intentId: `switch:${found.id}/${intentId}`,
			});
			const queued = this.#queue(write, null);
			return { id, state: queued.ok ? 'queued' : 'not-possible-now', said: '' };
		});
		return succeed({ records });
	}

	remove(
		{ accountId }: ActiveAccount,
		{ type: name, id }: CallArguments<'record.remove'>,
	): Reply<CallOutput<'record.remove'>> {
		const type = inUse(name);
		const found = this.#parts.shown.get(accountId, name, id);
		if (found === null) return fail('not-found', 'This record is not here.');
		const route = this.#routeFor(type, 'remove', found);
		return 'ok' in route ? route : fail('not-possible-now', 'Nothing can be removed yet.');
	}

	#changed(): void {
		this.#context.emit('documents.changed', { area: 'record' });
		this.#context.appChanged();
	}
}

const notHere = (): Failure => fail('not-found', 'This draft is not here.');
