// States of documents that are submitted and then approved or rejected, and the approval matrix: how many approvals one
// needs before it is approved.
import type { Phase } from '../../shared/bridge/values.ts';
import { compare } from '../../shared/domain/decimal.ts';
import { phaseOf } from '../../shared/service/profile.ts';
import type { DocumentKind } from '../../shared/service/profile.ts';
import type { RecordOf } from '../store/records.ts';
import { NOT_ACCEPTED, isoDate } from './document.ts';
import { done, refuse, wordFor } from './handler.ts';
import type { Practice, Refusal } from './handler.ts';
import { refusalOfIds } from './plain.ts';

/** What a rejection says in the field that the practice profile names. */
export const rejectReason = (body: Readonly<Record<string, unknown>> | undefined) => {
	const said = body?.['rejectReason'];
	return typeof said === 'string' ? said : undefined;
};

type ApprovedKind = Exclude<DocumentKind, 'transferIn' | 'transferOut'>;

/** What the matrix calls each kind of document. */
export const documentTypes = {
	wastage: 'Wastage',
	production: 'Production',
	purchaseRequest: 'PurchaseRequest',
	purchaseOrder: 'PurchaseOrder',
	returnOrder: 'ReturnOrder',
	transferIn: 'TransferIn',
	transferOut: 'TransferOut',
} as const satisfies Record<DocumentKind, string>;

/** What a document needs for its steps; the stored state is our phase. */
interface Document {
	readonly id: string;
	readonly number?: string | undefined;
	readonly status: string;
	readonly locationId: string;
	readonly description?: string | undefined;
	readonly isLocked?: unknown;
	/** Approvals given so far, where the matrix asks for more than one. */
	readonly approvalsGiven?: unknown;
	readonly [field: string]: unknown;
}

/** What becomes of stock when a document is approved; a refusal takes the approval back. */
type OnApproval = (id: string, practice: Practice) => Refusal | undefined;

const isOpen = (document: Document) =>
	document.status === 'draft' || document.status === 'rejected';

export const steps = (kind: ApprovedKind, onApproval?: OnApproval) => {
	const unknown = refuse(404, 'No document has this identifier.');

	const find = ({ records }: Practice, id: string): Document | undefined => records.get(kind, id);

	const save = (document: Document, practice: Practice): void => {
		const { locationId, number, description } = document;
		practice.records.update(
			kind,
			// A document that was read from the store, with a few of its own fields changed.
			{ ...document, modifiedDate: isoDate(practice) } as RecordOf<ApprovedKind>,
			{ locationId, search: [number, description] },
		);
	};

	const wrongState = (document: Document, act: string, practice: Practice): Refusal =>
		document.isLocked === true
			? refuse(409, `${document.number ?? document.id} is locked.`)
			: refuse(
					409,
					`${document.number ?? document.id} is ${wordOf(document, practice)} and cannot be ${act}.`,
				);

	const wordOf = (document: Document, practice: Practice): string => {
		const phase = phases.find((each) => each === document.status);
		if (phase === undefined) throw new Error(`${document.id} is ${document.status}.`);
		return wordFor(practice, kind, phase);
	};

	const move = (id: string, from: readonly Phase[], to: Phase, practice: Practice) => {
		const document = find(practice, id);
		if (document === undefined) return unknown;
		if (document.isLocked === true || !from.some((phase) => phase === document.status)) {
			return wrongState(document, to, practice);
		}
		const { approvalsGiven: _given, ...rest } = document;
		save({ ...rest, status: to }, practice);
		return done(null);
	};

	const approve = (id: string, practice: Practice) => {
		const document = find(practice, id);
		if (document?.status === 'submitted' && document.isLocked !== true) {
			const given = Number(document.approvalsGiven ?? '0') + 1;
			if (given < approvalsNeeded(kind, document, practice)) {
				save({ ...document, approvalsGiven: String(given) }, practice);
				return done(null);
			}
		}
		const moved = move(id, ['submitted'], 'approved', practice);
		const refusal = moved.ok ? onApproval?.(id, practice) : undefined;
		return refusal ?? moved;
	};

	const goTo = (id: string, phase: Phase, practice: Practice) => {
		switch (phase) {
			case 'submitted':
				return move(id, ['draft', 'rejected'], 'submitted', practice);
			case 'approved':
				return approve(id, practice);
			case 'rejected':
				return move(id, ['submitted'], 'rejected', practice);
			default:
				return refuse(422, NOT_ACCEPTED, { status: 'No document goes to this state by itself.' });
		}
	};

	const goToWord = (id: string, word: string, practice: Practice) =>
		find(practice, id) === undefined
			? unknown
			: goTo(id, phaseOf(practice.profile, kind, word), practice);

	return {
		find,
		save,
		isOpen: (document: Document) => isOpen(document) && document.isLocked !== true,
		wrongState,
		unknown,
		/** The record as it is shown: with the service's word for its state. */
		shown: <Row extends RecordOf<ApprovedKind>>(document: Row, practice: Practice): Row => ({
			...document,
			status: wordOf(document, practice),
		}),
		move,
		submit: (id: string, practice: Practice) =>
			move(id, ['draft', 'rejected'], 'submitted', practice),
		approve,
		reject: (id: string, practice: Practice, reason?: string) => {
			const moved = move(id, ['submitted'], 'rejected', practice);
			const document = find(practice, id);
			if (moved.ok && reason !== undefined && document) {
				save({ ...document, rejectReason: reason }, practice);
			}
			return moved;
		},
		goToWord,
		/** Takes several to a state, all or none. */
		goToWordMany(
			{ ids, status }: { readonly ids: readonly string[]; readonly status: string },
			practice: Practice,
		) {
			const refusal = refusalOfIds(ids, (id) => find(practice, id) !== undefined);
			if (refusal) return refusal;
			for (const id of new Set(ids)) {
				const moved = goToWord(id, status, practice);
				if (!moved.ok) return moved;
			}
			return done(null);
		},
		lock(ids: readonly string[], isLocked: boolean, practice: Practice) {
			const refusal = refusalOfIds(ids, (id) => find(practice, id) !== undefined);
			if (refusal) return refusal;
			for (const id of new Set(ids)) {
				const document = find(practice, id);
				if (document) save({ ...document, isLocked }, practice);
			}
			return done(null);
		},
	};
};

const phases = [
	'draft',
	'submitted',
	'approved',
	'rejected',
	'partly-received',
	'received',
] as const satisfies readonly Phase[];

/** How many approvals a document needs: the layers of the matrices that are for it. One where none is. */
export function approvalsNeeded(
	kind: DocumentKind,
	document: Document,
	{ records }: Practice,
): number {
	const amount = [document['totalAmount'], document['totalCost']].find(
		(each) => typeof each === 'string',
	);
	const layers = records
		.all('approvalMatrix')
		.filter(
			(matrix) =>
				matrix.isActive !== false &&
				matrix.documentType === documentTypes[kind] &&
				(matrix.locationIds === undefined ||
					matrix.locationIds.length === 0 ||
					matrix.locationIds.includes(document.locationId)),
		)
		.flatMap((matrix) => matrix.layers)
		.filter((layer) =>
			layer.rules.some(({ condition }) => {
				const from = condition?.amountFrom;
				return from === undefined || (typeof amount === 'string' && compare(amount, from) >= 0);
			}),
		);
	return Math.max(1, layers.length);
}
