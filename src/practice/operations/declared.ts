// Rules of the record types that shared/record declares: the practice service refuses whatever a form warns about, so
// that refusals are practised too.
import { sameContent } from '../../shared/record/merge.ts';
import { typeNamed, type RecordTypeName } from '../../shared/record/records.ts';
import {
	problemsOf,
	type Facts,
	type Problem,
	type ProblemCode,
} from '../../shared/record/rules.ts';
import { isRecordKind, type RecordKind } from '../store/records.ts';
import { isKnownCurrency } from './currency.ts';
import type { Body, Practice } from './handler.ts';
import { timeZones } from './organisation.ts';
import type { PlainRules } from './plain.ts';

/** A twin is refused in its own way. The other two only advise: units in use are protected by the item's own rules. */
const notChecked: readonly ProblemCode[] = [
	'taken',
	'uneven-units',
	'factor-changed',
	'other-unit',
	'not-sent-yet',
];

/** Rules that a request breaks although it can be read: 422 instead of 400. A twin is 409. */
const broken: readonly ProblemCode[] = [
	'unknown-record',
	'fixed',
	'own-ingredient',
	'recipe-cycle',
];

/** @param more what only the practice service knows */
export function declaredRules(name: RecordTypeName, more: PlainRules): PlainRules {
	const type = typeNamed(name);
	const owned = Object.keys(type.fields).filter((field) => type.fields[field]?.owned === true);
	return {
		...more,
		owned,
		needs: [],
		unique: [],
		isTwin: (body, practice, before) =>
			problemsOf(type, body, factsOf(name, practice, before)).some(({ code }) => code === 'taken'),
		check(body, practice, wrong, before) {
			for (const problem of problemsOf(type, body, factsOf(name, practice, before))) {
				if (notChecked.includes(problem.code)) continue;
				const fields = broken.includes(problem.code) ? wrong.broken : wrong.malformed;
				fields[problem.at] = sentenceFor(problem);
			}
			more.check?.(body, practice, wrong, before);
		},
	};
}

function factsOf(name: RecordTypeName, practice: Practice, before: Body | undefined): Facts {
	const { fields } = typeNamed(name);
	return {
		before: before ?? null,
		exists: (to, value, by) => exists(to, value, by, practice),
		record: (to, id) =>
			kindsOf(to)
				.map((kind): Body | undefined => practice.records.get(kind, id))
				.find((record) => record !== undefined) ?? null,
		hasTwin: (names, record) =>
			kindsOf(name)
				.flatMap((kind): readonly Body[] => practice.records.all(kind))
				.some(
					(each) =>
						each['id'] !== before?.['id'] &&
						names.every((field) =>
							sameContent(fields[field] ?? { kind: 'text' }, each[field], record[field]),
						),
				),
	};
}

function exists(to: string, value: string | number, by: string, practice: Practice): boolean {
	const { records } = practice;
	if (to === 'timeZone') return timeZones.includes(String(value));
	if (to === 'currency') return isKnownCurrency(String(value), practice);
	return kindsOf(to).some((kind) =>
		by === 'id'
			? records.get(kind, String(value)) !== undefined
			: records.all(kind).some((each: Body) => each[by] === value),
	);
}

/** Where records of a type are kept here. */
function kindsOf(name: string): readonly RecordKind[] {
	if (name === 'stockable') return ['item', 'prepItem'];
	if (name === 'inventoryItem') return ['item'];
	return isRecordKind(name) ? [name] : [];
}

function sentenceFor({ code, args = {} }: Problem): string {
	const { from, to, longest } = args;
	switch (code) {
		case 'needed':
			return 'A text is needed.';
		case 'not-a-number':
			return 'A number is needed.';
		case 'negative':
			return 'A number from 0 is needed.';
		case 'not-whole':
			return 'A whole number is needed.';
		case 'not-a-day':
			return 'A day is needed.';
		case 'out-of-bounds':
			return to === undefined
				? `At least ${String(from)} is needed.`
				: `A number from ${String(from)} to ${String(to)} is needed.`;
		case 'too-long':
			return `At most ${String(longest)} characters fit.`;
		case 'wrong-form':
			return 'This has not the usual form.';
		case 'same-key':
			return 'Another line has the same key.';
		case 'unknown-record':
			return 'Nothing has this identifier.';
		case 'fixed':
			return 'This never changes.';
		case 'base-unit':
			return 'The base unit must be among the units, with the factor 1.';
		case 'own-ingredient':
			return 'Nothing is an ingredient of itself.';
		case 'recipe-cycle':
			return 'It is made of this item itself.';
		case 'taken':
			return 'Another record has it.';
		case 'other-unit':
		case 'uneven-units':
			return 'A bigger unit must hold whole smaller ones.';
		case 'not-sent-yet':
			return 'Nothing has this identifier.';
		case 'factor-changed':
			return 'The factor of a unit in use stays.';
	}
}
