// Records behind the bridge: list, open, keep a draft, send, switch on and off, remove.
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { apply, diff, partsOf, type Change, type Told } from '../../../shared/record/merge.ts';
import { stepsOf, valueAt } from '../../../shared/record/pointer.ts';
import type { AnyType, Plain } from '../../../shared/record/record-kit.ts';
import { recordDocument, typeNamed, type RecordTypeName } from '../../../shared/record/records.ts';
import { acts, routeOf, type Act } from '../../../shared/record/registry.ts';
import {
	problemsOf,
	unreadBecause,
	weightOf,
	type Facts,
	type Problem,
} from '../../../shared/record/rules.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import type { DraftRow } from '../store/drafts.ts';
import { readKept } from '../store/kept-json.ts';
import { recordSteps, type RecordStep } from '../store/record-steps.ts';
import { isUnknown } from './body.ts';
import { dependentsOf } from './dependents.ts';
import { putInTemplates } from './templates.ts';
import { recordDraftBodyOf } from './draft.ts';
import { RecordDrafts, rebased } from './drafts.ts';
import { duplicatesAmong } from './duplicates.ts';
import { factsOf } from './facts.ts';
import { RecordLists } from './listing.ts';
import { RecordNames, type Names } from './names.ts';
import { recipeCosts } from './recipe-cost.ts';
import { RecordSending } from './record-sending.ts';
import { ShownRecords, type ShownRecord } from './shown.ts';
import { reversingStock } from './reversing-stock.ts';
import { unitsOf } from './units.ts';

export type RecordTypeInUse = AnyType & { readonly name: RecordTypeName };

export const inUse = (name: RecordTypeName): RecordTypeInUse => ({ ...typeNamed(name), name });

type Opened = CallOutput<'record.get'>;
type Worded = Problem & { args?: Record<string, string | number> };

/** What a draft makes of a record. */
interface Made {
	readonly record: Plain;
	readonly body: { readonly typed: Readonly<Record<string, string>> } | null;
	readonly found: ShownRecord | null;
}
export type Allowed = Opened['acts'][Act];

export interface RecordParts {
	readonly shown: ShownRecords;
	readonly drafts: RecordDrafts;
	readonly records: Records;
	readonly sending: RecordSending;
}

/** @param routes how each act is sent */
export function recordParts(context: CoreContext, routes = routeOf): RecordParts {
	const shown = new ShownRecords(context);
	const drafts = new RecordDrafts(context);
	const records = new Records(context, { shown, drafts, routes });
	return {
		shown,
		drafts,
		records,
		sending: new RecordSending(context, { shown, drafts, records }),
	};
}

export function recordCapability(
	context: CoreContext,
	{ shown, records, sending }: Omit<RecordParts, 'drafts'> = recordParts(context),
): Handlers<'record'> {
	const dependents = dependentsOf(context);
	const templates = putInTemplates(context, shown);
	const units = unitsOf(context, shown);
	const costs = recipeCosts(context, shown);
	const duplicates = duplicatesAmong(context, shown);
	const reverse = reversingStock(context, shown);
	return {
		'record.list': connected(context, (account, input) => succeed(records.list(account, input))),
		'record.get': connected(context, (account, input) => records.get(account, input)),
		'record.dependents': connected(context, (account, input) =>
			succeed(dependents(account, input)),
		),
		'record.units': connected(context, (account) => succeed(units.known(account))),
		'record.unitEvidence': connected(context, (account, input) =>
			succeed(units.evidence(account, input)),
		),
		'record.putInTemplates': connected(context, (account, input) => templates(account, input)),
		'record.recipeCost': connected(context, (account, input) => succeed(costs(account, input))),
		'record.duplicates': connected(context, (account) => succeed(duplicates(account))),
		'record.save': connected(context, (account, input) => sending.save(account, input)),
		'record.keepAll': connected(context, (account, input) => sending.keepAll(account, input)),
		'record.switch': connected(context, (account, input) => sending.switch(account, input)),
		'record.remove': connected(context, (account, input) => sending.remove(account, input)),
		'record.reverseStock': connected(context, (account, input) => reverse(account, input)),
	};
}

/** Everything that is read. */
export class Records {
	readonly #context: CoreContext;
	readonly #shown: ShownRecords;
	readonly #drafts: RecordDrafts;
	readonly #lists: RecordLists;
	readonly #steps;
	readonly routes: typeof routeOf;

	constructor(
		context: CoreContext,
		parts: { shown: ShownRecords; drafts: RecordDrafts; routes: typeof routeOf },
	) {
		this.#context = context;
		this.#shown = parts.shown;
		this.#drafts = parts.drafts;
		this.#lists = new RecordLists(parts.shown, parts.drafts, context.ports.clock);
		this.routes = parts.routes;
		this.#steps = recordSteps(context.store.durable);
	}

	list(
		{ accountId }: ActiveAccount,
		{ type: name, ...asked }: CallArguments<'record.list'>,
	): CallOutput<'record.list'> {
		const pull = this.#context.store.pulls.get(accountId, name);
		return {
			...this.#lists.list(accountId, inUse(name), asked, this.#context.settings().locale),
			asOf: pull?.asOf ?? null,
			complete: pull?.complete ?? false,
			create: this.allowed(name, 'create', null),
			change: this.allowed(name, 'change', null),
		};
	}

	get(
		{ accountId }: Pick<ActiveAccount, 'accountId'>,
		{ type: name, id }: CallArguments<'record.get'>,
	): Reply<Opened> {
		const type = inUse(name);
		const found = this.#shown.get(accountId, name, id);
		const draft = this.#drafts.of(accountId, type, found ? [found.id, found.laneDocument] : [id]);
		if (found === null && draft === null) return fail('not-found', 'This record is not here.');
		const gone = found === null && draft !== null ? recordDraftBodyOf(draft).base : null;
		const record = found?.record ?? gone ?? {};
		const allowed = (act: Act): Allowed =>
			gone === null ? this.allowed(name, act, found) : { may: false, because: 'gone' };
		const stands = this.standsOf(accountId, type, draft, found);
		const history = this.#historyOf(
			accountId,
			type,
			found?.laneDocument ?? id,
			found?.serverId ?? '',
		);
		const changes = [
			...(stands.draft?.changes ?? []),
			...stands.clashes.flatMap(({ at, base, theirs }) => bothOf({ at, was: base, to: theirs })),
			...history.flatMap((edit) => edit.changes.flatMap(bothOf)),
		];
		return succeed({
			serverId: found?.serverId ?? null,
			record: Object.fromEntries(
				Object.entries(record).filter(([field]) => !isUnknown(type, field)),
			),
			unknown: Object.fromEntries(
				Object.entries(record).filter(([field]) => isUnknown(type, field)),
			),
			standing: found?.standing ?? 'draft',
			laneId: found?.laneId ?? null,
			...stands,
			names: this.#namesOf(accountId, type, record, changes),
			acts: {
				create: allowed('create'),
				change: allowed('change'),
				remove: allowed('remove'),
			},
			history,
		});
	}

	/** The draft, what others changed meanwhile, and the problems of the resulting record. */
	standsOf(
		accountId: string,
		type: RecordTypeInUse,
		draft: DraftRow | null,
		found: ShownRecord | null,
	): Pick<Opened, 'draft' | 'clashes' | 'problems'> {
		const body = draft === null ? null : recordDraftBodyOf(draft);
		// The last known values of a record that is no longer here.
		const now = found?.record ?? body?.base ?? null;
		const { record, clashes } =
			body === null ? { record: now ?? {}, clashes: [] } : rebased(type, body, now);
		return {
			draft:
				draft === null || body === null
					? null
					: {
							draftId: draft.draft_id,
							revision: draft.revision,
							...body,
						},
			clashes: [...clashes],
			problems: body === null ? [] : this.problems(accountId, type, { record, body, found }),
		};
	}

	problems(accountId: string, type: RecordTypeInUse, made: Made): Worded[] {
		return this.#problemsBy(type, made, this.#factsAbout(accountId, type, made));
	}

	/** Those that stop it from being sent. A twin only warns, and finding it takes all records. */
	obstacles(accountId: string, type: RecordTypeInUse, made: Made): Worded[] {
		const facts = { ...this.#factsAbout(accountId, type, made), hasTwin: () => null };
		return this.#problemsBy(type, made, facts).filter(({ code }) => weightOf[code] === 'stops');
	}

	#factsAbout(accountId: string, type: RecordTypeInUse, { found }: Made): Facts {
		const [id, before] = [found?.id ?? null, found?.record ?? null];
		return factsOf(this.#shown, accountId, type, { id, before });
	}

	#problemsBy(type: RecordTypeInUse, { record, body }: Made, facts: Facts): Worded[] {
		const unread = Object.keys(body?.typed ?? {})
			.filter((at) => hasPlaceFor(type, record, at))
			.map((at): Problem => {
				const kind = stepsOf(type.fields, at).at(-1)?.field?.kind;
				return { at, code: unreadBecause(kind, body?.typed[at] ?? '') };
			});
		// A box with text that is no value yet lacks nothing else.
		const others = problemsOf(type, record, facts).filter(
			({ at }) => !unread.some((each) => each.at === at),
		);
		return [...others, ...unread].map(({ args, ...problem }) => ({
			...problem,
			...(args === undefined ? {} : { args: { ...args } }),
		}));
	}

	/** Of a record, and of each value that a change puts into it. */
	#namesOf(
		accountId: string,
		type: RecordTypeInUse,
		record: Plain,
		changes: readonly Pick<Change, 'at' | 'to'>[],
	): Names {
		const rights = Object.entries(this.#context.account()?.profile.rights ?? {});
		const named = Object.fromEntries(rights.map(([number, name]) => [`right/${number}`, name]));
		const hasRights = Object.values(type.fields).some(({ kind }) => kind === 'numbers');
		const names = new RecordNames(this.#shown, accountId);
		const put = (each: Pick<Change, 'at' | 'to'>) =>
			apply(type.fields, record, [{ ...each, was: null }]);
		const all = [record, ...changes.map(put)];
		return all.reduce<Names>(
			(known, each) => Object.assign(known, names.of(type, each)),
			hasRights ? named : {},
		);
	}

	/** The title of a record, or the names of what it refers to instead. */
	titleOf(type: RecordTypeInUse, record: Plain): string {
		const own = record[type.title];
		return typeof own === 'string' && own !== '' ? own : this.#elseOf(type, record).join(' · ');
	}

	/** Both: the code of a supplier alone does not say which item it is. */
	fullTitleOf(type: RecordTypeInUse, record: Plain): string {
		const own = record[type.title];
		const words = this.#elseOf(type, record);
		return (typeof own === 'string' && own !== '' ? [...words, own] : words).join(' · ');
	}

	#elseOf({ titleElse = [], fields }: RecordTypeInUse, record: Plain): readonly string[] {
		const accountId = this.#context.account()?.accountId;
		if (accountId === undefined) return [];
		const names = new RecordNames(this.#shown, accountId);
		return titleElse
			.map((name) => names.word(fields[name] ?? { kind: 'text' }, record[name]))
			.filter((word) => word !== '');
	}

	/** Whether an act is offered now, and how it is sent. */
	allowed(name: RecordTypeName, act: Act, found: ShownRecord | null): Allowed {
		const route = this.routes(name, act);
		if (route === null) return { may: false, because: 'no-operation' };
		if (found?.standing === 'needs-you') return { may: false, because: 'in-the-outbox' };
		const isBusy = found?.standing === 'waiting';
		if (route.goes === 'online-only' && isBusy) return { may: false, because: 'in-the-outbox' };
		return route.goes === 'online-only' && !this.#context.outbox.maySend()
			? { may: false, because: 'offline' }
			: { may: true, goes: route.goes };
	}

	#historyOf(
		accountId: string,
		{ name, fields }: RecordTypeInUse,
		id: string,
		server: string,
	): Opened['history'] {
		const document = recordDocument(name);
		return this.#steps.of({ account: accountId, document, id, server }).flatMap((step) => {
			const body = partsOf(partsOf(readKept(step.payload))['body']);
			const isSwitch = step.operation === `${name}.updateMany`;
			const act = isSwitch
				? 'change'
				: step.operation === 'inventoryItem.rollBack'
					? 'stock'
					: acts.find((each) => this.routes(name, each)?.operation === step.operation);
			if (act === undefined) return [];
			const was = { isActive: body['isActive'] !== true };
			const before = isSwitch ? was : step.base === null ? {} : partsOf(readKept(step.base));
			return {
				at: step.created_at,
				by: step.actor,
				act,
				state: step.state,
				run: runOf(step),
				changes: act === 'remove' || act === 'stock' ? [] : [...diff(fields, before, body)],
				told: step.told === null ? [] : toldIn(readKept(step.told)),
			};
		});
	}
}

const runOf = ({ run_id: runId, source, title }: RecordStep): Opened['history'][number]['run'] =>
	runId === null || source === null ? null : { runId, source, title: title ?? '' };

const bothOf = ({ at, was, to }: Change) => [
	{ at, to: was },
	{ at, to },
];

/** A line that others removed is not in the form, so entries in it are no problem. */
function hasPlaceFor({ fields }: RecordTypeInUse, record: Plain, at: string): boolean {
	const line = at.slice(0, Math.max(at.lastIndexOf('/'), 0));
	const last = stepsOf(fields, line).at(-1);
	return last === undefined || last.key === null || valueAt(fields, record, line) !== undefined;
}

/** Written by telling.ts. */
const toldIn = (value: unknown): Told[] => (Array.isArray(value) ? (value as Told[]) : []);
