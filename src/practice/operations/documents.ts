// Documents: created as drafts, editable while open, submitted, then approved or rejected.
import type { Phase } from '../../shared/bridge/values.ts';
import type { DocumentKind } from '../../shared/service/profile.ts';
import { phaseOf } from '../../shared/service/profile.ts';
import type { RecordOf } from '../store/records.ts';
import { approvalsNeeded, documentTypes } from './approval.ts';
import { NOT_ACCEPTED, isoDate, numberFor } from './document.ts';
import { done, idIn, idsIn, refuse, textOf, wordFor } from './handler.ts';
import type { AnyRequest, Body, Practice, Refusal, Verbs } from './handler.ts';
import { refusalOfIds } from './plain.ts';

/** Stored with our phase; the service's word is added on output. */
export interface Document {
	readonly id: string;
	readonly number?: string | undefined;
	readonly status: string;
	readonly [field: string]: unknown;
}

const steps = {
	submit: { from: ['draft', 'rejected'], to: 'submitted' },
	approve: { from: ['submitted'], to: 'approved' },
	reject: { from: ['submitted'], to: 'rejected' },
	finalize: { from: ['approved'], to: 'finalized' },
	reopen: { from: ['approved'], to: 'draft' },
	close: { from: ['approved', 'partly-received'], to: 'closed' },
	cancel: { from: ['draft', 'submitted', 'approved', 'rejected'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly Phase[]; to: Phase }>;
type Step = keyof typeof steps;

export interface DocumentRules<Request> {
	/** Singular name in messages: `wastage document`. */
	readonly one: string;
	readonly prefix: string;
	/** Immutable location fields; the first is its own location. */
	readonly places?: readonly [string, ...string[]];
	/** States a step may start from, if unusual. */
	readonly from?: Partial<Record<Step, readonly Phase[]>>;
	/** Whether a non-draft request is submitted at once. */
	readonly submitsAtOnce?: boolean;
	refusalOf(request: Request, practice: Practice): Refusal | undefined;
	/** @param before the document that is changed; undefined for a new one */
	filled(request: Request, practice: Practice, before?: Document): object;
	/** The state after a change of a decided document; undefined if it takes none. */
	amended?(before: Document, after: object): Phase | undefined;
	starts?(practice: Practice): Body;
	mayChange?(document: Document): boolean;
	onApproval?(id: string, practice: Practice): void;
	shown?(document: Document): object;
}

const owned = ['number', 'isLocked', 'createdDate', 'integrationReference', 'integrationStatus'];

const phases = [
	'draft',
	'submitted',
	'approved',
	'rejected',
	'finalized',
	'in-transit',
	'fulfilled',
	'partly-received',
	'received',
	'closed',
	'cancelled',
] as const satisfies readonly Phase[];

export class Documents<Kind extends DocumentKind, Request> {
	readonly kind: Kind;
	readonly rules: DocumentRules<Request>;
	readonly unknown: Refusal;

	constructor(kind: Kind, rules: DocumentRules<Request>) {
		this.kind = kind;
		this.rules = rules;
		this.unknown = refuse(404, `No ${rules.one} has this identifier.`);
	}

	/** Every kind has these document fields; only the rest differs. */
	find({ records }: Practice, id: string): Document | undefined {
		return records.get<DocumentKind>(this.kind, id);
	}

	locationOf(document: Body): string {
		return textOf(document[this.rules.places?.[0] ?? 'locationId']) ?? '';
	}

	save(document: Document, practice: Practice): void {
		const saved = { ...document, modifiedDate: isoDate(practice) };
		// A stored document with some of its own fields changed.
		practice.records.update(this.kind, saved as Document as RecordOf<Kind>);
	}

	insert(document: Document, practice: Practice): void {
		const made = { ...document, modifiedDate: isoDate(practice) };
		practice.records.insert(this.kind, made as Document as RecordOf<Kind>);
	}

	shown(document: Document, practice: Practice): Document {
		const more = this.rules.shown?.(document);
		return { ...document, ...more, status: wordFor(practice, this.kind, phaseIn(document)) };
	}

	create(body: Request, practice: Practice) {
		const refusal = this.rules.refusalOf(body, practice);
		if (refusal) return refusal;
		const document: Document = {
			...this.rules.filled(body, practice),
			id: practice.newId(),
			number: numberFor(practice, documentTypes[this.kind], this.rules.prefix),
			status: this.#isSubmitted(body) ? 'submitted' : 'draft',
			...this.rules.starts?.(practice),
		};
		this.insert(document, practice);
		return done(this.shown(this.find(practice, document.id) ?? document, practice));
	}

	#isSubmitted(body: Request): boolean {
		return this.rules.submitsAtOnce === true && (body as Body)['isDraft'] === false;
	}

	update(id: string, body: Request, practice: Practice) {
		const before = this.find(practice, id);
		if (before === undefined) return this.unknown;
		const isOpen = before.status === 'draft' || before.status === 'rejected';
		const isFixed = before['isLocked'] === true || this.rules.mayChange?.(before) === false;
		if (isFixed || (!isOpen && this.rules.amended === undefined)) {
			return this.wrongState(before, 'changed', practice);
		}
		for (const place of this.rules.places ?? ['locationId']) {
			if (before[place] !== (body as Body)[place]) {
				return refuse(422, NOT_ACCEPTED, { [place]: 'A document stays at its location.' });
			}
		}
		const refusal = this.rules.refusalOf(body, practice);
		if (refusal) return refusal;
		const filled = this.rules.filled(body, practice, before);
		const stays = isOpen ? before.status : this.rules.amended?.(before, filled);
		if (stays === undefined) return this.wrongState(before, 'changed', practice);
		const status = this.#isSubmitted(body) ? 'submitted' : stays;
		const kept = Object.fromEntries(
			owned.filter((field) => before[field] !== undefined).map((field) => [field, before[field]]),
		);
		this.save({ ...filled, id, ...kept, status }, practice);
		return done(null);
	}

	wrongState(document: Document, act: string, practice: Practice): Refusal {
		const state =
			document['isLocked'] === true ? 'locked' : wordFor(practice, this.kind, phaseIn(document));
		return refuse(409, `${document.number ?? document.id} is ${state} and cannot be ${act}.`);
	}

	/** @param reason of a rejection, in the field the practice profile names. */
	take(step: Step, id: string, practice: Practice, reason?: string) {
		const document = this.find(practice, id);
		if (document === undefined) return this.unknown;
		const { from, to } = steps[step];
		const begins: readonly string[] = this.rules.from?.[step] ?? from;
		if (document['isLocked'] === true || !begins.includes(document.status)) {
			return this.wrongState(document, to, practice);
		}
		if (step === 'approve' && this.#needsMore(document, practice)) return done(null);
		const { approvalsGiven: _given, ...rest } = document;
		const said = reason === undefined ? {} : { rejectReason: reason };
		this.save({ ...rest, ...said, id, status: to }, practice);
		if (step === 'approve') this.rules.onApproval?.(id, practice);
		return done(null);
	}

	/** Records one more approval if the matrix requires others. */
	#needsMore(document: Document, practice: Practice): boolean {
		const given = Number(document['approvalsGiven'] ?? '0') + 1;
		const locationId = this.locationOf(document);
		if (given >= approvalsNeeded(this.kind, document, locationId, practice)) return false;
		this.save({ ...document, approvalsGiven: String(given) }, practice);
		return true;
	}

	goToWord(
		id: string,
		word: string,
		practice: Practice,
		may: readonly Step[] = ['submit', 'approve', 'reject'],
	) {
		if (this.find(practice, id) === undefined) return this.unknown;
		const phase = phaseOf(practice.profile, this.kind, word);
		const step = may.find((each) => steps[each].to === phase);
		return step === undefined
			? refuse(422, NOT_ACCEPTED, { status: 'No document goes to this state by itself.' })
			: this.take(step, id, practice);
	}

	/** Applies to all or none: a refusal rolls back. */
	#toAll(ids: readonly string[], practice: Practice, act: (id: string) => Refusal | { ok: true }) {
		const refusal = refusalOfIds(ids, (id) => this.find(practice, id) !== undefined);
		if (refusal) return refusal;
		for (const id of new Set(ids)) {
			const acted = act(id);
			if (!acted.ok) return acted;
		}
		return done(null);
	}

	#lock(request: AnyRequest, practice: Practice) {
		const id = textOf(request.body?.['id']);
		if (id !== undefined && this.find(practice, id) === undefined) return this.unknown;
		return this.#toAll(idsIn(request), practice, (each) => {
			const document = this.find(practice, each);
			const isLocked = request.body?.['isLocked'] === true;
			if (document !== undefined) this.save({ ...document, isLocked }, practice);
			return { ok: true };
		});
	}

	verbs(): Verbs {
		// The operation's declaration has already validated the request.
		const requestOf = ({ body }: AnyRequest) => body as Request;
		const step = (name: Step) => (request: AnyRequest, practice: Practice) =>
			this.take(name, idIn(request), practice, reasonIn(request));
		return {
			create: (request, practice) => this.create(requestOf(request), practice),
			update: (request, practice) => this.update(idIn(request), requestOf(request), practice),
			list: ({ query, page }, practice) => {
				const { rows, total } = practice.records.list<DocumentKind>(
					this.kind,
					query,
					page,
					'newest-first',
				);
				return done({ rows: rows.map((each) => this.shown(each, practice)), total });
			},
			count: ({ query }, { records }) =>
				done(records.list(this.kind, query, { offset: 0, limit: 0 }, 'newest-first').total),
			get: (request, practice) => {
				const document = this.find(practice, idIn(request));
				return document ? done(this.shown(document, practice)) : this.unknown;
			},
			submit: step('submit'),
			approve: step('approve'),
			reject: step('reject'),
			finalize: step('finalize'),
			lock: (request, practice) => this.#lock(request, practice),
			lockMany: (request, practice) => this.#lock(request, practice),
			updateStatus: (request, practice) =>
				this.goToWord(idIn(request), String(request.body?.['status']), practice),
			updateMany: (request, practice) =>
				this.#toAll(idsIn(request), practice, (id) =>
					this.goToWord(id, String(request.body?.['status']), practice),
				),
		};
	}
}

export const reasonIn = ({ body }: AnyRequest): string | undefined =>
	textOf(body?.['rejectReason']) ?? textOf(body?.['reason']);

function phaseIn(document: Document) {
	const phase = phases.find((each) => each === document.status);
	if (phase === undefined) throw new Error(`${document.id} is ${document.status}.`);
	return phase;
}
