// A report for support: one file that the person sees before they save it.
import { z } from 'zod';
import { call } from './call.ts';
import { nothing } from './values.ts';

export const supportCalls = {
	/** Plain text without secrets: facts about the program, and the end of its log. Nothing is sent. */
	'support.report': call(nothing, z.object({ name: z.string(), text: z.string() })),
};
