// Maps questions, answers and consequences to catalogue keys (area `serviceCheck`), shared by screen and command line.
import type {
	CheckAnswer,
	CheckCode,
	CheckedSetting,
	CheckQuestion,
	CheckReport,
	SettingName,
} from './service-check.ts';

type MeaningKey = ReturnType<typeof meaningOf>;
type WordKey =
	| `ask-${CheckQuestion}`
	| `found-${CheckCode}`
	| `setting-${SettingName}`
	| `state-${CheckedSetting['state']}`
	| ReturnType<typeof howKnown>
	| MeaningKey;

export function howKnown({ name, state, source }: CheckedSetting) {
	if (source !== null) return `source-${source}` as const;
	return state === 'asked' ? ('askedOpen' as const) : (`cost-${name}` as const);
}

/** Questions with a meaning of their own; the others are only settings of the profile. */
const meanings = {
	signIn: 'signIn',
	token: 'signIn',
	pathsUsed: 'paths',
	shape: 'shape',
	complete: 'complete',
	states: 'states',
	stateRead: 'stateRead',
	reference: 'reference',
	ownWrites: 'ownWrites',
	repeat: 'repeat',
	draftStock: 'draftStock',
	leftBehind: 'leftBehind',
} as const satisfies Partial<Record<CheckQuestion, string>>;

type Meaning = (typeof meanings)[keyof typeof meanings];

/** The message for the consequence of an answer. An open question needs as much care as a bad answer. */
export function meaningOf({ question, outcome }: Pick<CheckAnswer, 'question' | 'outcome'>) {
	if (question === 'pathsAll') return 'means-others-good' as const;
	if (question === 'busy' || question === 'stockPosting') {
		return `means-${question}-careful` as const;
	}
	const own: Partial<Record<CheckQuestion, Meaning>> = meanings;
	return `means-${own[question] ?? 'form'}-${outcome === 'good' ? 'good' : 'careful'}` as const;
}

export function reportInWords(
	report: CheckReport,
	words: (key: WordKey, values: CheckAnswer['values']) => string,
) {
	return {
		...report,
		settings: report.settings.map((setting) => ({
			...setting,
			inWords: {
				setting: words(`setting-${setting.name}`, {}),
				state: words(`state-${setting.state}`, {}),
				how: words(howKnown(setting), {}),
			},
		})),
		answers: report.answers.map((answer) => ({
			...answer,
			inWords: {
				question: words(`ask-${answer.question}`, {}),
				answer: words(`found-${answer.code}`, answer.values),
				meaning: words(meaningOf(answer), {}),
			},
		})),
	};
}
