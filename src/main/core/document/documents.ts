// Handles the bridge calls of a kind of document, by its declaration.
import type { z } from 'zod';
import type { Call } from '../../../shared/bridge/call.ts';
import type { Caller } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import type { Phase } from '../../../shared/bridge/values.ts';
import type {
	AnyRow,
	DocumentCalls,
	DocumentOf,
	ListCalls,
	RowOf,
} from '../../../shared/document/document-calls.ts';
import type { KindName, KnownKind } from '../../../shared/document/kinds.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { sameName } from '../../../shared/domain/person-name.ts';
import { actAs } from '../acting-person.ts';
import { connected } from '../connected.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { deciding, notNow, rejectionField, type Decision } from './document-steps.ts';
import { serverIdOf } from './document-id.ts';
import { DocumentList, type WantedTotals, type WantedWindow } from './document-list.ts';
import { wordOf } from './fields.ts';
import { findIn, type FindIn } from './finding.ts';
import { laneOf } from './lane-of.ts';
import { OwnDrafts, type TypedDocument } from './own-drafts.ts';
import { referredNames } from './referred.ts';
import type { Beside } from './service-documents.ts';
import { documentOf, rowOf, type ListedRow, type ShownDocument } from './shown-document.ts';
import { ShownDocuments, type OnThisPc } from './shown-documents.ts';

export type HandlersOf<Calls> = {
	readonly [Name in keyof Calls]: Calls[Name] extends Call<infer Input, infer Output>
		? (input: z.output<Input>, caller: Caller) => Reply<z.output<Output>> | Failure
		: never;
};

interface OfDocument {
	readonly documentId: string;
}
type AskedStep = OfDocument & Decision & { readonly by?: string | undefined };

/** A document that is not finished, for the cut-off of a count. */
export interface OpenDocument extends AnyRow {
	readonly kind: KindName;
	readonly title: string;
}

/** The documents of one kind, also for code beside the kit. */
export class Documents<Kind extends KnownKind, Shown = DocumentOf<Kind>, Row = RowOf<Kind>> {
	readonly own: OwnDrafts;
	readonly shown: ShownDocuments;
	readonly list: DocumentList;
	/** For Ctrl K. */
	readonly find: FindIn;
	readonly #kind: Kind;
	readonly #context: CoreContext;
	readonly #decide;
	readonly #referred;

	constructor(
		context: CoreContext,
		kind: Kind,
		beside: Beside | null = null,
		onThisPc: OnThisPc | null = null,
	) {
		const { store } = context;
		this.#context = context;
		this.#kind = kind;
		this.own = new OwnDrafts(context, kind);
		this.shown = new ShownDocuments(context, this.own, beside, onThisPc);
		this.list = new DocumentList(
			store,
			kind,
			(account, locationId) => this.shown.everything(account, locationId, null),
			() => nameOrder(context.settings().locale),
		);
		this.find = findIn({
			rows: this.list.all,
			text: ({ text }) => text,
			changedAt: ({ row }) => row.changedAt,
			document: ({ row }) => {
				const { documentId, number, businessDate } = row;
				return { document: kind.name, documentId, number, businessDate, ...wordsOf(kind, row) };
			},
		});
		this.#decide = deciding(context);
		this.#referred = referredNames(store);
	}

	/** Documents of a location in these phases, with our queued work folded in. */
	inPhases(account: ActiveAccount, locationId: string, phases: readonly Phase[]): OpenDocument[] {
		return this.open(account, locationId, phases).filter(({ phase }) => phases.includes(phase));
	}

	/** As `inPhases`, and those with queued work in any phase. */
	open(account: ActiveAccount, locationId: string, phases: readonly Phase[]): OpenDocument[] {
		return this.shown
			.everything(account, locationId, phases)
			.filter(
				({ row: { phase, standing } }) =>
					phases.includes(phase) || standing === 'waiting' || standing === 'needs-you',
			)
			.map(({ row }) => {
				const { title, other } = wordsOf(this.#kind, row);
				return { ...row, kind: this.#kind.name, title: other || title };
			});
	}

	/** Its own calls, and those of the list of its area. */
	handlers(): HandlersOf<DocumentCalls<Kind, Shown> & ListCalls<Kind>> {
		return { ...this.documentHandlers(), ...this.#listHandlers() };
	}

	documentHandlers(): HandlersOf<DocumentCalls<Kind, Shown>> {
		const { name, written, steps } = this.#kind;
		const of = <Input, Value>(answer: (account: ActiveAccount, input: Input) => Reply<Value>) =>
			connected(this.#context, answer);
		const writing = {
			[`${name}.save`]: of<TypedDocument, unknown>((account, input) => this.#save(account, input)),
			[`${name}.edit`]: of<OfDocument, unknown>((account, asked) => this.#edit(account, asked)),
			[`${name}.submit`]: of<OfDocument & { submit?: boolean }, unknown>((account, asked) =>
				this.#submit(account, asked),
			),
			[`${name}.discard`]: of<OfDocument, unknown>((account, { documentId }) => {
				const discarded = this.own.discard(account, documentId);
				if (discarded.ok) this.#changed();
				return discarded;
			}),
			...Object.fromEntries(
				Object.keys(steps).map((step) => [
					`${name}.${step}`,
					of<AskedStep, unknown>((account, asked) => this.#step(account, step, asked)),
				]),
			),
		};
		const handlers = {
			[`${name}.get`]: of<OfDocument, unknown>((account, { documentId }) =>
				this.get(account, documentId),
			),
			...(written ? writing : {}),
		};
		// To TypeScript a key made from a generic name is only a string. The contract has checked each input.
		return handlers as unknown as HandlersOf<DocumentCalls<Kind, Shown>>;
	}

	#listHandlers(): HandlersOf<ListCalls<Kind>> {
		const { name, area } = this.#kind;
		const of = <Input, Value>(answer: (account: ActiveAccount, input: Input) => Reply<Value>) =>
			connected(this.#context, answer);
		const handlers = {
			[`${area}.list`]: of<WantedWindow, unknown>((account, wanted) => {
				const { rows, ...found } = this.list.window(account, wanted);
				return succeed({
					documents: rows.map((row) => this.#row(row)),
					...found,
					reasonGoes: rejectionField(account.profile, name) !== null,
					asOf: this.#context.store.pulls.asOf(account.accountId, name),
				});
			}),
			[`${area}.inFull`]: of<WantedWindow, unknown>((account, wanted) => {
				const { rows, total } = this.list.window(account, wanted);
				return succeed({
					documents: rows.flatMap((row) => this.#inFull(account, row, wanted)),
					total,
				});
			}),
			[`${area}.totals`]: of<WantedTotals, unknown>((account, wanted) =>
				succeed(this.list.totals(account, wanted)),
			),
		};
		return handlers as unknown as HandlersOf<ListCalls<Kind>>;
	}

	get(account: ActiveAccount, documentId: string): Reply<Shown> {
		return this.#found(this.shown.get(account, documentId));
	}

	/** Newest first, as the list of the area shows them. */
	rows(account: ActiveAccount, locationId: string): { row: Row; text: string }[] {
		return this.list
			.all(account, locationId)
			.map(({ row, text }) => ({ row: this.#row(row), text }));
	}

	#save(account: ActiveAccount, input: TypedDocument): Reply<Shown> {
		const itemNow = this.own.itemsAt(account, input.locationId);
		const saved = this.own.save(account, input, itemNow);
		if (!saved.ok) return saved;
		this.#changed();
		return this.#found(this.shown.open(account, saved.value, itemNow));
	}

	#edit(account: ActiveAccount, { documentId }: OfDocument): Reply<Shown> {
		const shown = this.shown.get(account, documentId);
		const serverId = shown && serverIdOf(this.#kind.name, shown.documentId);
		const record = serverId === null ? null : this.shown.record(account, serverId);
		if (shown === null || record === null) return notHere();
		if (shown.edit === null) return notNow();
		const row = this.own.beginEdit(account, { ...shown, record });
		this.#changed();
		return this.#found(this.shown.open(account, row));
	}

	#submit(
		account: ActiveAccount,
		{ documentId, submit = true }: OfDocument & { submit?: boolean },
	): Reply<Shown> {
		const open = this.own.open(account, documentId);
		if (!open.ok) {
			return open.code === 'already-submitted'
				? this.#found(this.shown.get(account, documentId))
				: open;
		}
		const draft = this.own.read(open.value);
		const { edits } = draft.body;
		// It was locked after the edit began.
		if (edits !== undefined && this.shown.record(account, edits.record.id)?.isLocked) {
			return notNow();
		}
		const sent = this.own.send(account, draft, submit);
		if (!sent.ok) return sent;
		this.#changed();
		return this.#found(this.shown.submitted(account, { ...draft, row: sent.value }));
	}

	#step(
		account: ActiveAccount,
		step: string,
		{ documentId, by = '', ...decision }: AskedStep,
	): Reply<Shown> {
		const shown = this.shown.get(account, documentId);
		const serverId = shown && serverIdOf(this.#kind.name, shown.documentId);
		if (shown === null || serverId === null) return notHere();
		const act = (): Reply<Shown> => {
			const { nameOf } = this.#referred(account.accountId);
			const lane = laneOf(this.#kind, shown, serverId, nameOf);
			const queued = this.#decide(account, step, decision, {
				kind: this.#kind,
				can: shown.can,
				lane,
			});
			if (!queued.ok) return queued;
			this.#changed();
			return this.#found(this.shown.get(account, documentId));
		};
		const against = this.#kind.steps[step]?.asks === 'approver' ? shown.mayNotApprove : null;
		if (against === null) return act();
		if (by === '') return notTheApprover('no-name');
		return against.some((person) => sameName(person, by))
			? notTheApprover('entered-here')
			: actAs(by, act);
	}

	/** With a filter on a line's field, only the lines that fit. */
	#inFull(account: ActiveAccount, row: ListedRow, { filter }: WantedWindow): Shown[] {
		const document = this.shown.get(account, row.documentId);
		if (document === null) return [];
		const fits = this.list.lineFits(filter);
		const lines = document.lines.filter(({ fields }) => fits(fields));
		return [this.#document({ ...document, enteredBy: row.enteredBy, lines })];
	}

	#found(document: ShownDocument | null): Reply<Shown> {
		return document === null ? notHere() : succeed(this.#document(document));
	}

	// The casts are safe: the declaration by which the fields were read also gives their types.

	#document(document: ShownDocument): Shown {
		return documentOf(this.#kind, document) as Shown;
	}

	#row(row: ListedRow): Row {
		return rowOf(this.#kind, row) as Row;
	}

	#changed(): void {
		this.#context.emit('documents.changed', { area: this.#kind.area });
		this.#context.appChanged();
	}
}

/** A document is known by its description; without it, by a record in its head, or by its items. */
function wordsOf({ head }: KnownKind, { fields, items }: ListedRow) {
	const other = Object.entries(head)
		.filter(([, { as }]) => as === 'reference')
		.map(([name]) => wordOf(head, fields, name))
		.join(' · ');
	const described = wordOf(head, fields, 'description');
	return { other, title: described || (other === '' ? items.join(', ') : '') };
}

const notTheApprover = (message: 'no-name' | 'entered-here'): Failure =>
	fail('refused', 'This person cannot approve this document.', [{ path: 'approver', message }]);

const notHere = (): Failure => fail('not-found', 'This document is not here.');
