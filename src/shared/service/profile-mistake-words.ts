// A mistake in a profile, as a sentence that the screens can translate.
import type { z } from 'zod';
import { inOwnWords } from '../bridge/own-words.ts';

export const mistakeIn = (issue: z.core.$ZodIssue): { path: string; message: string } => ({
	path: issue.path.map(String).join('.') || '(top)',
	message: sentenceFor(issue),
});

function sentenceFor(issue: z.core.$ZodIssue): string {
	switch (issue.code) {
		case 'custom':
			return issue.message;
		case 'invalid_type':
			return inOwnWords('wrongType', issue.expected);
		case 'invalid_value':
			return inOwnWords('notAChoice', issue.values.map(String).join(', '));
		case 'too_small':
			return inOwnWords('tooSmall', String(issue.minimum));
		case 'too_big':
			return inOwnWords('tooBig', String(issue.maximum));
		case 'unrecognized_keys':
			return inOwnWords('unknownSetting', issue.keys.join(', '));
		default:
			return inOwnWords('notValid', issue.message);
	}
}
