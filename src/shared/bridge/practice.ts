// The practice service: its data sets, and the faults that anyone can switch on to see what happens.
import { z } from 'zod';
import { call } from './call.ts';
import { nothing } from './values.ts';

/** Exit code of the practice service if an earlier Stillroom wrote its data. */
export const outdatedExit = 3;

/** `demo` for practice, `large` to show that big groups are no slower, `small` for tests. */
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
	'refused',
	'error-after-commit',
	'html',
]);
export type FaultKind = z.infer<typeof faultKind>;

export const fault = z.object({
	kind: faultKind,
	/** Affected operations: a name, `*` for all, or `writes`. */
	operation: z.string().default('*'),
	/** Requests affected before the fault ends; null until switched off. */
	times: z.number().int().min(1).nullable().default(null),
	probability: z.number().min(0).max(1).default(1),
	delayMs: z.number().int().min(0).max(60_000).default(3_000),
});
export type Fault = z.infer<typeof fault>;

export const practiceCalls = {
	/** Fails with `practice-only` on a real account. */
	'practice.faults': call(nothing, { faults: z.array(fault) }),
	'practice.setFaults': call({ faults: z.array(fault) }, { faults: z.array(fault) }),
};
