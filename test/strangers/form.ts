// Fills in the check's form like someone who knows the service, from the composition.
import { inCase, type Composition } from './composition.ts';

export interface Asked {
	readonly key: string;
	readonly about: string;
	readonly values: Readonly<Record<string, string | number>>;
}
type Answers = Record<string, string | number | boolean>;

/** Answers to a form, without those the person does not know. */
export function answersTo(questions: readonly Asked[], composition: Composition): Answers {
	const answers: Answers = {};
	for (const question of questions) {
		const answer = answerTo(question, composition);
		if (answer !== undefined) answers[question.key] = answer;
	}
	return answers;
}

function answerTo(
	{ about, values }: Asked,
	{ states, instants, idName, fieldCase, token }: Composition,
): string | number | boolean | undefined {
	switch (about) {
		case 'state':
			return Object.entries(states.words).find(([, word]) => word === String(values['word']))?.[0];
		case 'phase':
			return Object.entries(states.words).find(([phase]) => phase === values['phase'])?.[1];
		case 'zone':
			return instants.zone === 'local' ? 'location' : 'utc';
		case 'busy':
			// A refused write is not applied.
			return true;
		case 'idField':
			return idName;
		case 'field':
			return values['field'] === 'id' ? idName : inCase(String(values['field']), fieldCase);
		case 'tokenLife':
			return token.unit;
		default:
			return undefined;
	}
}
