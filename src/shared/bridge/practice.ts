// The practice service: what it has, and its faults, switched from the program so that anyone can try what happens.
import { z } from 'zod';
import { call } from './call.ts';
import { nothing } from './values.ts';

/** With this code the practice service ends where its data is of an earlier Stillroom. */
export const outdatedExit = 3;

/** `demo` to practise on, `large` to see that a big group is no slower, `small` for tests that need few rows. */
export const dataSets = ['demo', 'small', 'large'] as const;
export type DataSet = (typeof dataSets)[number];

export const faultKind = z.enum([
	'offline',
	'slow',
	'drop-before-commit',
	'drop-reply',
	'cut-reply',
	'stall-reply',
	'trickle-reply',
	'unauthorized',
	'too-many-requests',
	'error-after-commit',
	'html',
]);
export type FaultKind = z.infer<typeof faultKind>;

export const fault = z.object({
	kind: faultKind,
	/** Which operations it strikes: a name, `*` for all, or `writes`. */
	operation: z.string().default('*'),
	/** How many requests it strikes before it ends by itself; null for until switched off. */
	times: z.number().int().min(1).nullable().default(null),
	/** Strikes this share of the requests, 0 to 1. */
	probability: z.number().min(0).max(1).default(1),
	/** ms, for `slow`. */
	delayMs: z.number().int().min(0).max(60_000).default(3_000),
});
export type Fault = z.infer<typeof fault>;

export const practiceCalls = {
	/** `practice-only` when the account is a real one. */
	'practice.faults': call(nothing, z.object({ faults: z.array(fault) })),
	'practice.setFaults': call(
		z.object({ faults: z.array(fault) }),
		z.object({ faults: z.array(fault) }),
	),
};
