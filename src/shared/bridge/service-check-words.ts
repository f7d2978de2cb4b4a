// Maps questions, answers and consequences to catalogue keys (area `serviceCheck`), shared by screen and command line.
import type {
	CheckAnswer,
	CheckCode,
	CheckedSetting,
	CheckQuestion,
	CheckReport,
	SettingName,
} from './service-check.ts';

/** An open question needs as much care as a bad answer. */
const toneOf = ({ outcome }: Pick<CheckAnswer, 'outcome'>): 'good' | 'careful' =>
	outcome === 'good' ? 'good' : 'careful';

type MeaningKey = ReturnType<typeof meaningOf>;
type WordKey =
	| `ask-${CheckQuestion}`
	| `found-${CheckCode}`
	| `setting-${SettingName}`
	| `state-${CheckedSetting['state']}`
	| ReturnType<typeof howKnown>
	| MeaningKey;

/** The message for the source of a setting, or for the cost of not knowing it. */
export function howKnown({ name, state, source }: CheckedSetting) {
	if (source !== null) return `source-${source}` as const;
	return state === 'asked' ? ('askedOpen' as const) : (`cost-${name}` as const);
}

/** The message for the consequence of an answer. */
export function meaningOf(answer: Pick<CheckAnswer, 'question' | 'outcome'>) {
	const { question } = answer;
	const tone = toneOf(answer);
	switch (question) {
		case 'signIn':
		case 'token':
			return `means-signIn-${tone}` as const;
		case 'pathsUsed':
			return `means-paths-${tone}` as const;
		case 'pathsAll':
			return 'means-others-good' as const;
		case 'shape':
		case 'complete':
		case 'states':
		case 'stateRead':
		case 'reference':
		case 'ownWrites':
		case 'repeat':
		case 'draftStock':
		case 'leftBehind':
			return `means-${question}-${tone}` as const;
		case 'busy':
		case 'stockPosting':
			return `means-${question}-careful` as const;
		case 'tokenLife':
		case 'refresh':
		case 'pathCase':
		case 'rows':
		case 'total':
		case 'names':
		case 'ids':
		case 'stateForm':
		case 'record':
		case 'count':
		case 'numbers':
		case 'instants':
		case 'paging':
		case 'pageSize':
		case 'filter':
		case 'refusals':
		case 'textLimit':
		case 'update':
			// These are only settings of the profile.
			return `means-form-${tone}` as const;
	}
}

/** The report for saving: each answer in words beside its code. */
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
