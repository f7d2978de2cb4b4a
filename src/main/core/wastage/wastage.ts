// Logs waste: drafts, submission and decisions. shown-waste.ts decides what is shown.
import type { CallArguments } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { Phase, Transition } from '../../../shared/bridge/values.ts';
import type { WasteDocument, WasteSummary } from '../../../shared/bridge/wastage.ts';
import type { WastageRecord } from '../../../shared/service/wastage.ts';
import { addDays } from '../../../shared/domain/business-date.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { sameName } from '../../../shared/domain/person-name.ts';
import { actAs } from '../acting-person.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { itemViews } from '../document/item-view.ts';
import { serverIdOf } from '../document/document-id.ts';
import { notNow, transitions, type Decision } from '../document/transitions.ts';
import type { NewLane } from '../outbox/outbox.ts';
import { locationTable } from '../store/locations.ts';
import { pullTable } from '../store/pulls.ts';
import { queueLock } from './locking.ts';
import { listedOf, ShownWaste } from './shown-waste.ts';
import { wasteDrafts, type WasteDrafts } from './submitting.ts';
import { duplicatesOf, oftenWasted, wasteKitCalls } from './waste-kit.ts';
import { wasteLists } from './waste-list.ts';

/** Window, in days, and length of the "often wasted" list. */
const OFTEN_DAYS = 90;
const MOST_OFTEN = 8;

export interface Wastage {
	handlers: Handlers<'wastage'>;
	/** Documents of a location in the given phases, with our pending work folded in. */
	inPhases(account: ActiveAccount, locationId: string, phases: readonly Phase[]): WasteSummary[];
}

export function wastageCapability(context: CoreContext): Wastage {
	const { store } = context;
	const own = wasteDrafts(context);
	const documents = new ShownWaste(context, own);
	const writing = new WasteWriting(context, own, documents);
	const pulls = pullTable(store.cache);
	const locations = locationTable(store.cache);
	const items = itemViews(store);
	const lists = wasteLists(
		store,
		(account, locationId) => documents.everything(account, locationId, null),
		() => nameOrder(context.settings().locale),
	);

	const often = (account: ActiveAccount, { locationId }: CallArguments<'wastage.often'>) => {
		const { accountId } = account;
		const today = businessDateAt(locations.get(accountId, locationId), context.ports.clock.now());
		const since = addDays(today, -OFTEN_DAYS);
		const recent = lists
			.all(account, locationId)
			.filter(({ summary }) => summary.businessDate >= since);
		return oftenWasted(recent, MOST_OFTEN).flatMap(
			(itemId) => items.get(accountId, itemId, locationId) ?? [],
		);
	};

	const duplicates = (
		account: ActiveAccount,
		{ documentId }: CallArguments<'wastage.duplicates'>,
	) => {
		const row = own.get(account, documentId);
		if (row?.state !== 'open') return [];
		const draft = documents.open(account, row);
		return duplicatesOf(draft, listedOf(draft), lists.all(account, row.location_id));
	};

	const inFull = (
		account: ActiveAccount,
		{ documentId, enteredBy }: WasteSummary,
		{ filter: { reasonId } }: CallArguments<'wastage.inFull'>,
	): WasteDocument[] => {
		const document = documents.get(account, documentId);
		if (document === null) return [];
		const lines = document.lines.filter((line) => reasonId === null || line.reasonId === reasonId);
		return [{ ...document, enteredBy, lines }];
	};

	const handlers: Handlers<'wastage'> = {
		'wastage.list': connected(context, (account, wanted) =>
			succeed({
				...lists.list(account, wanted),
				reasonGoes: account.profile.rejection.wastage !== null,
				asOf: pulls.asOf(account.accountId, 'wastage'),
			}),
		),
		'wastage.inFull': connected(context, (account, wanted) => {
			const { documents: found, total } = lists.list(account, wanted);
			return succeed({ documents: found.flatMap((each) => inFull(account, each, wanted)), total });
		}),
		...wasteKitCalls(context),
		'wastage.often': connected(context, (account, input) =>
			succeed({ items: often(account, input) }),
		),
		'wastage.duplicates': connected(context, (account, input) =>
			succeed({ duplicates: duplicates(account, input) }),
		),
		'wastage.totals': connected(context, (account, wanted) =>
			succeed(lists.totals(account, wanted)),
		),
		'wastage.get': connected(context, (account, { documentId }) =>
			found(documents.get(account, documentId)),
		),
		'wastage.approve': connected(context, (account, input) => writing.approve(account, input)),
		'wastage.reject': connected(context, (account, input) =>
			writing.decide(account, 'reject', input),
		),
		'wastage.lock': connected(context, (account, input) => writing.lock(account, input)),
		'wastage.save': connected(context, (account, input) => writing.save(account, input)),
		'wastage.edit': connected(context, (account, input) => writing.edit(account, input)),
		'wastage.submit': connected(context, (account, input) => writing.submit(account, input)),
		'wastage.discard': connected(context, (account, input) => writing.discard(account, input)),
	};
	return {
		handlers,
		inPhases: (account, locationId, phases) =>
			documents
				.everything(account, locationId, phases)
				.map(({ summary }) => summary)
				.filter(({ phase }) => phases.includes(phase)),
	};
}

/** The calls that change something. Each announces its change. */
class WasteWriting {
	readonly #context: CoreContext;
	readonly #own: WasteDrafts;
	readonly #documents: ShownWaste;
	readonly #queueDecision;

	constructor(context: CoreContext, own: WasteDrafts, documents: ShownWaste) {
		this.#context = context;
		this.#own = own;
		this.#documents = documents;
		this.#queueDecision = transitions(context);
	}

	save(account: ActiveAccount, input: CallArguments<'wastage.save'>): Reply<WasteDocument> {
		const itemNow = this.#own.itemsAt(account, input.locationId);
		const saved = this.#own.save(account, input, {}, itemNow);
		if (!saved.ok) return saved;
		this.#changed();
		return succeed(this.#documents.open(account, saved.value, itemNow));
	}

	edit(
		account: ActiveAccount,
		{ documentId }: CallArguments<'wastage.edit'>,
	): Reply<WasteDocument> {
		const held = this.#ofService(account, documentId);
		if (held === null) return notHere();
		const { shown, record } = held;
		if (shown.edit === null) return notNow();
		const row = this.#own.beginEdit(account, { ...shown, record }, {});
		this.#changed();
		return succeed(this.#documents.open(account, row));
	}

	submit(account: ActiveAccount, input: CallArguments<'wastage.submit'>): Reply<WasteDocument> {
		const { documentId, submit = true } = input;
		const open = this.#own.open(account, documentId);
		if (!open.ok) {
			return open.code === 'already-submitted'
				? found(this.#documents.get(account, documentId))
				: open;
		}
		const draft = this.#own.read(open.value);
		const { edits } = draft.body;
		// It was locked after the edit began, and a locked document cannot be changed.
		if (edits !== undefined && this.#documents.record(account.accountId, edits.record.id)?.isLocked)
			return notNow();
		const sent = this.#own.send(account, draft, submit);
		if (!sent.ok) return sent;
		this.#changed();
		return found(this.#documents.submitted(account, { ...draft, row: sent.value }));
	}

	discard(account: ActiveAccount, { documentId }: CallArguments<'wastage.discard'>) {
		const discarded = this.#own.discard(account, documentId);
		if (discarded.ok) this.#changed();
		return discarded;
	}

	approve(
		account: ActiveAccount,
		{ by = '', ...decision }: CallArguments<'wastage.approve'>,
	): Reply<WasteDocument> {
		const against = this.#documents.get(account, decision.documentId)?.mayNotApprove ?? null;
		if (against === null) return this.decide(account, 'approve', decision);
		if (by === '') return notTheApprover('no-name');
		return against.some((person) => sameName(person, by))
			? notTheApprover('entered-here')
			: actAs(by, () => this.decide(account, 'approve', decision));
	}

	decide(
		account: ActiveAccount,
		verb: Transition,
		{ documentId, ...decision }: Decision & { documentId: string },
	): Reply<WasteDocument> {
		const shown = this.#documents.get(account, documentId);
		const serverId = shown && serverIdOf('wastage', shown.documentId);
		if (shown === null || serverId === null) return notHere();
		const lane = laneOf(shown, serverId);
		const can = shown.can.filter((step) => step !== 'lock');
		const decided = { kind: 'wastage', can, lane } as const;
		return this.#after(account, documentId, this.#queueDecision(account, verb, decision, decided));
	}

	lock(
		account: ActiveAccount,
		{ documentId, ...asked }: CallArguments<'wastage.lock'>,
	): Reply<WasteDocument> {
		const held = this.#ofService(account, documentId);
		if (held === null) return notHere();
		const { shown, record } = held;
		if (!shown.can.includes('lock') || shown.locked === asked.locked) return notNow();
		const lane = laneOf(shown, record.id);
		return this.#after(account, documentId, queueLock(this.#context, record, { ...asked, lane }));
	}

	#ofService(
		account: ActiveAccount,
		documentId: string,
	): { shown: WasteDocument; record: WastageRecord } | null {
		const shown = this.#documents.get(account, documentId);
		const serverId = shown && serverIdOf('wastage', shown.documentId);
		const record = serverId === null ? null : this.#documents.record(account.accountId, serverId);
		return shown && record && { shown, record };
	}

	#after(account: ActiveAccount, documentId: string, queued: Reply<null>): Reply<WasteDocument> {
		if (!queued.ok) return queued;
		this.#changed();
		return found(this.#documents.get(account, documentId));
	}

	#changed(): void {
		this.#context.emit('documents.changed', { area: 'wastage' });
		this.#context.appChanged();
	}
}

const laneOf = (shown: WasteDocument, serverId: string) =>
	({
		document: 'wastage',
		documentId: shown.documentId,
		label: {
			locationId: shown.locationId,
			title: shown.description || shown.lines.map(({ item }) => item.name).join(', '),
			lines: shown.lines.length,
			cost: shown.cost,
			costsUnknown: shown.costsUnknown,
			currency: shown.currency,
		},
		server: { id: serverId, number: shown.number },
	}) satisfies NewLane;

const found = (document: WasteDocument | null): Reply<WasteDocument> =>
	document === null ? notHere() : succeed(document);

const notTheApprover = (message: 'no-name' | 'entered-here'): Failure =>
	fail('refused', 'This person cannot approve this document.', [{ path: 'approver', message }]);

const notHere = (): Failure => fail('not-found', 'This document is not here.');
