// What Stillroom itself says where the words of the service usually stand. It is text, because files, logs and the
// history keep it too; a screen recognises these sentences and shows them in the person's language.

export const ownSentences = {
	// The network and the service.
	timeout: 'No answer within the time allowed',
	noConnection: 'No connection',
	proxyRefused: 'The proxy refused the connection',
	askedToWait: 'The service asked Stillroom to wait',
	serverErrors: 'The service answers with errors',
	otherAnswers: 'Something else answers in place of the service',
	noAccount: 'This PC is not connected to a service',
	noSecret: 'The client secret is not stored on this PC',
	noToken: 'The answer to the sign-in contains no token',
	tooLarge: 'The answer is too large',
	wrongForm: 'The answer does not have the expected form',
	rowsMissing: 'Some rows are missing',
	notInAddress: 'This cannot be part of an address',
	failedHere: 'Something went wrong in Stillroom',
	// The service check.
	stopped: 'The check was stopped',
	wrongRow: 'A row cannot be read',
	// Mistakes in a profile.
	wrongType: 'This must be of another type',
	notAChoice: 'This must be one of the allowed values',
	tooSmall: 'This is below the minimum',
	tooBig: 'This is above the maximum',
	unknownSetting: 'There is no such setting',
	wordTwice: 'This word already has another meaning',
	partsNeeded: 'The path needs certain parts in braces',
	notValid: 'This is not valid',
} as const;

export type OwnSentence = keyof typeof ownSentences;

/** @param detail shown as it is in every language: a path, a number, the words of the network */
export const inOwnWords = (sentence: OwnSentence, detail = ''): string =>
	ownSentences[sentence] + (detail === '' ? '.' : `: ${detail}`);

/** null for the words of the service. */
export function ownWordsIn(said: string): { sentence: OwnSentence; detail: string } | null {
	for (const [sentence, words] of entries) {
		if (said === `${words}.`) return { sentence, detail: '' };
		if (said.startsWith(`${words}: `)) return { sentence, detail: said.slice(words.length + 2) };
	}
	return null;
}

const entries = Object.entries(ownSentences) as [OwnSentence, string][]; // The type of its keys.
