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

/**
 * What the practice service says. A twin is refused in its own way, and two codes only advise: units in use are protected
 * by the item's own rules.
 */
const sentences: { readonly [Code in ProblemCode]?: (args: Problem['args'] & object) => string } = {
	needed: () => 'A text is needed.',
	'not-a-number': () => 'A number is needed.',
	negative: () => 'A number from 0 is needed.',
	'not-whole': () => 'A whole number is needed.',
	'not-a-day': () => 'A day is needed.',
	'out-of-bounds': ({ from, to }) =>
		to === undefined
			? `At least ${String(from)} is needed.`
			: `A number from ${String(from)} to ${String(to)} is needed.`,
	'too-long': ({ longest }) => `At most ${String(longest)} characters fit.`,
	'wrong-form': () => 'This has not the usual form.',
	'same-key': () => 'Another line has the same key.',
	'unknown-record': () => 'Nothing has this identifier.',
	fixed: () => 'This never changes.',
	'base-unit': () => 'The base unit must be among the units, with the factor 1.',
	'own-ingredient': () => 'Nothing is an ingredient of itself.',
	'recipe-cycle': () => 'It is made of this item itself.',
};

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
		isTwin: (body, practice, before) =>
			problemsOf(type, body, factsOf(name, practice, before)).some(({ code }) => code === 'taken'),
		check(body, practice, wrong, before) {
			for (const problem of problemsOf(type, body, factsOf(name, practice, before))) {
				const sentence = sentences[problem.code]?.(problem.args ?? {});
				if (sentence === undefined) continue;
				const fields = broken.includes(problem.code) ? wrong.broken : wrong.malformed;
				fields[problem.at] = sentence;
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
