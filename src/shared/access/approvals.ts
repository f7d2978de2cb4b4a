// What the approval matrices come to: who approves a document, why somebody cannot, and where nobody can. Whether one
// role of a layer is enough is not shown; the rules here only look for layers that no role can pass.
import { compare } from '../domain/decimal.ts';
import type { Access, AccessMatrix, AccessPerson } from '../bridge/access.ts';
import { isAt, peopleAt, rolesOf } from './rights.ts';

/** A document to try the matrices with. */
export interface Trial {
	readonly documentType: string;
	readonly locationId: string;
	readonly amount: string;
	/** Who asks for it; they cannot be the only one to approve it. */
	readonly personId: string | null;
}

interface Approvers {
	readonly roleId: string;
	/** null: not read yet. */
	readonly people: readonly AccessPerson[] | null;
}

/** One approval that a document needs. */
export interface Link {
	readonly matrix: AccessMatrix;
	readonly sequence: number;
	readonly roles: readonly Approvers[];
	readonly state: 'open' | 'nobody' | 'only-who-asks';
}

const covers = (
	{ isActive, documentType, locationIds }: AccessMatrix,
	type: string,
	locationId: string,
): boolean => isActive && documentType === type && isAt(listOr(locationIds), locationId);

/** An empty list means everywhere, as if it were not there. */
const listOr = (locationIds: readonly string[] | null): readonly string[] | null =>
	locationIds?.length === 0 ? null : locationIds;

const isReached = (amountFrom: string | null, amount: string): boolean =>
	amountFrom === null || compare(amount, amountFrom) >= 0;

/** The approvals of a document, in order. Empty: no matrix names anyone. */
export function chainOf(access: Access, trial: Trial): readonly Link[] {
	const { documentType, locationId, amount, personId } = trial;
	return access.matrices
		.filter((matrix) => covers(matrix, documentType, locationId))
		.flatMap((matrix) =>
			matrix.layers
				.toSorted((a, b) => a.sequence - b.sequence)
				.flatMap(({ sequence, rules }): Link[] => {
					const roles = rules
						.filter(({ amountFrom }) => isReached(amountFrom, amount))
						.map(({ roleId }) => ({
							roleId,
							people: isRead(access, roleId) ? peopleAt(access, roleId, locationId) : null,
						}));
					if (roles.length === 0) return [];
					const people = roles.flatMap((each) => each.people ?? []);
					const others = people.filter((person) => person.personId !== personId);
					const isKnown = roles.every((each) => each.people !== null);
					const state =
						!isKnown || others.length > 0
							? 'open'
							: people.length === 0
								? 'nobody'
								: 'only-who-asks';
					return [{ matrix, sequence, roles, state }];
				}),
		);
}

/** Whether the people of a role are known. */
const isRead = ({ roles }: Access, roleId: string): boolean =>
	roles.every((role) => role.roleId !== roleId || role.people !== null);

export type Reason =
	| 'inactive-person'
	| 'no-matrix'
	| 'below-amount'
	| 'no-role'
	| 'not-at-location'
	| 'not-read'
	| 'may-approve';

/** The first link of the chain that keeps a person from approving a document. */
export function whyNot(access: Access, personId: string, trial: Trial): Reason {
	const { documentType, locationId, amount } = trial;
	const person = access.people.find((each) => each.personId === personId);
	if (person?.isActive !== true) return 'inactive-person';
	const layers = access.matrices
		.filter((matrix) => covers(matrix, documentType, locationId))
		.flatMap((matrix) => matrix.layers);
	if (layers.length === 0) return 'no-matrix';
	const rules = layers.flatMap((layer) => layer.rules);
	const reached = rules.filter(({ amountFrom }) => isReached(amountFrom, amount));
	if (reached.length === 0) return 'below-amount';
	const own = rolesOf(access, personId).filter(({ role }) =>
		reached.some(({ roleId }) => roleId === role.roleId),
	);
	if (own.some((each) => isAt(each.locationIds, locationId))) return 'may-approve';
	if (reached.some(({ roleId }) => !isRead(access, roleId))) return 'not-read';
	return own.length === 0 ? 'no-role' : 'not-at-location';
}

export interface MatrixFinding {
	readonly code: 'gap' | 'gap-below' | 'dead-end' | 'one-person' | 'overlap';
	readonly documentType: string;
	readonly locationId: string;
	/** Names of the matrices, of the layer, the amount or the person. */
	readonly args: Readonly<Record<string, string>>;
}

/** Gaps, dead ends and overlaps of the kinds of documents that any matrix is for, at each active location. */
export function matrixFindings(access: Access): readonly MatrixFinding[] {
	const types = [...new Set(access.matrices.map(({ documentType }) => documentType))];
	const places = access.locations.filter(({ isActive }) => isActive);
	return types.flatMap((documentType) =>
		places.flatMap(({ locationId }) =>
			findingsAt(access, documentType, locationId).map((finding) => ({
				...finding,
				documentType,
				locationId,
			})),
		),
	);
}

type Found = Pick<MatrixFinding, 'code' | 'args'>;

function findingsAt(access: Access, documentType: string, locationId: string): readonly Found[] {
	const matrices = access.matrices.filter((each) => covers(each, documentType, locationId));
	if (matrices.length === 0) return [{ code: 'gap', args: {} }];
	const [first, second] = matrices;
	const overlap: Found[] =
		first !== undefined && second !== undefined
			? [{ code: 'overlap', args: { one: first.name, other: second.name } }]
			: [];
	const amounts = matrices.flatMap(({ layers }) =>
		layers.flatMap(({ rules }) => rules.map(({ amountFrom }) => amountFrom ?? '0')),
	);
	const lowest = amounts.toSorted(compare)[0];
	const below: Found[] =
		lowest !== undefined && compare(lowest, '0') > 0
			? [{ code: 'gap-below', args: { amount: lowest } }]
			: [];
	return [
		...overlap,
		...below,
		...matrices.flatMap((matrix) =>
			matrix.layers.flatMap((layer) => deadEnd(access, matrix, layer, locationId)),
		),
	];
}

function deadEnd(
	access: Access,
	{ name }: AccessMatrix,
	{ sequence, rules }: AccessMatrix['layers'][number],
	locationId: string,
): readonly Found[] {
	if (rules.some(({ roleId }) => !isRead(access, roleId))) return [];
	// From each amount on, one more role can approve.
	const amounts = rules.map(({ amountFrom }) => amountFrom ?? '0').toSorted(compare);
	for (const amount of amounts) {
		const people = new Map(
			rules
				.filter(({ amountFrom }) => isReached(amountFrom, amount))
				.flatMap(({ roleId }) => peopleAt(access, roleId, locationId))
				.map((person) => [person.personId, person.name]),
		);
		const [only] = people.values();
		const args = { matrix: name, layer: String(sequence), amount };
		if (only === undefined) return [{ code: 'dead-end', args }];
		if (people.size === 1) return [{ code: 'one-person', args: { ...args, person: only } }];
	}
	return [];
}
