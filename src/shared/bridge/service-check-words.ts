// Which words of the catalogue (area `serviceCheck`) say a question, its answer and what it means for the person; the
// screen and the command line say the same.
import type {
	CheckAnswer,
	CheckCode,
	CheckedSetting,
	CheckQuestion,
	CheckReport,
	SettingName,
} from './service-check.ts';

/** What is open means as much care as what is known to be bad. */
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

/** The message that says from what a setting is known, or what it costs that it is not. */
export function howKnown({ name, state, source }: CheckedSetting) {
	if (source !== null) return `source-${source}` as const;
	return state === 'asked' ? ('askedOpen' as const) : (`cost-${name}` as const);
}

/** The message that says what an answer means. */
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
			// These are settings of the profile and nothing more.
			return `means-form-${tone}` as const;
	}
}

/** The report as it is saved: the words of each answer beside its code, for whoever gets the file. */
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
