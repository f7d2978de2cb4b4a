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
import type { Body, Practice } from './handler.ts';
import type { PlainRules } from './plain.ts';

/** Rules that a request breaks although it can be read: 422 instead of 400. A twin is 409. */
const broken: readonly ProblemCode[] = ['unknown-record', 'fixed'];

/** @param one what the service calls one of them */
export function declaredRules(name: RecordTypeName, one: string): PlainRules {
	const type = typeNamed(name);
	return {
		one,
		needs: [],
		unique: [],
		isTwin: (body, practice, before) =>
			problemsOf(type, body, factsOf(name, practice, before)).some(({ code }) => code === 'taken'),
		check(body, practice, wrong, before) {
			for (const problem of problemsOf(type, body, factsOf(name, practice, before))) {
				if (problem.code === 'taken') continue;
				const fields = broken.includes(problem.code) ? wrong.broken : wrong.malformed;
				fields[problem.at] = sentenceFor(problem);
			}
		},
	};
}

function factsOf(name: RecordTypeName, { records }: Practice, before: Body | undefined): Facts {
	const { fields } = typeNamed(name);
	return {
		before: before ?? null,
		// References of the types declared so far: none.
		exists: () => null,
		hasTwin: (names, record) =>
			records
				.all(name)
				.some(
					(each: Body) =>
						each['id'] !== before?.['id'] &&
						names.every((field) =>
							sameContent(fields[field] ?? { kind: 'text' }, each[field], record[field]),
						),
				),
	};
}

function sentenceFor({ code, args = {} }: Problem): string {
	const { from, to, longest } = args;
	switch (code) {
		case 'needed':
			return 'A text is needed.';
		case 'not-a-number':
			return 'A number is needed.';
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
		case 'taken':
			return 'Another record has it.';
	}
}
