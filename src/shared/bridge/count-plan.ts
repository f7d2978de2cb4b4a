// What is counted, how and by whom: the plan of a count, the plans kept for a location, and what is due.
import { z } from 'zod';
import { call } from './call.ts';
import { businessDate, nothing } from './values.ts';

const names = z.array(z.string().min(1)).min(1);

/** What of a location is counted. */
const countScope = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('full') }),
	z.object({ kind: z.literal('areas'), areaIds: names }),
	/** By the names of the categories, as the items bear them. */
	z.object({ kind: z.literal('categories'), categories: names }),
	/** By the names of the classes that gather categories. */
	z.object({ kind: z.literal('classes'), classes: names }),
	/** A spot count of chosen items, wherever they stand. */
	z.object({ kind: z.literal('items'), itemIds: names }),
	/** Items of one counting frequency (or of any, null) whose day has come. */
	z.object({ kind: z.literal('due'), frequency: z.string().nullable() }),
]);
export type CountScope = z.infer<typeof countScope>;

/** What becomes of an entry on a line that another person counted already; `ask` asks once, at the first of them. */
export const together = z.enum(['ask', 'sum', 'replace', 'keep']);
export type Together = z.infer<typeof together>;

export const countPlan = z.object({
	scope: countScope,
	/** From line to line in walking order, over the ends of the areas; otherwise one goes as one likes. */
	guided: z.boolean().default(false),
	/** The expected quantities are hidden from those who count. */
	blind: z.boolean().default(false),
	/**
	 * Lines that nobody counted, at the end: `leave` them as the book has them, `ask` for a decision on each before the
	 * count can be submitted, or enter `zero` for them when it is submitted.
	 */
	blanks: z.enum(['leave', 'ask', 'zero']).default('leave'),
	/** `walk`: as arranged here; `service`: as the service lists them; `last-count`: as they were counted last. */
	order: z.enum(['walk', 'service', 'last-count']).default('walk'),
	together: together.default('ask'),
	/** Who counts, by name; empty: anyone. Others are told so and not kept out. */
	counters: z.array(z.string().min(1).max(80)).max(20).default([]),
	/** Who recounts: `another` refuses who counted the line before, `anyone` warns. */
	recount: z.enum(['anyone', 'another']).default('anyone'),
	/** `another`: somebody who entered nothing in the count. Checked when it is approved. */
	approval: z.enum(['none', 'anyone', 'another']).default('none'),
	/** Who approves, by name; empty: anyone. */
	approver: z.string().max(80).default(''),
});
export type CountPlan = z.infer<typeof countPlan>;
export type CountPlanInput = z.input<typeof countPlan>;

const savedPlan = z.object({
	planId: z.string(),
	name: z.string(),
	plan: countPlan,
	/** The business date of the last count by this plan; null before the first. */
	lastOn: businessDate.nullable(),
});
export type SavedPlan = z.infer<typeof savedPlan>;

/** A counting frequency of the service, and what is due by it at a location. */
const dueFrequency = z.object({
	/** The service's own word. */
	frequency: z.string(),
	/** Days from one count to the next, by the profile; null where it does not know the word. */
	days: z.number().int().nullable(),
	items: z.number().int(),
	/** Items whose day has come. */
	due: z.number().int(),
	/** When the first of them was or will be due; null where the days are not known. */
	dueOn: businessDate.nullable(),
});
export type DueFrequency = z.infer<typeof dueFrequency>;

const named = z.object({ name: z.string(), items: z.number().int() });

export const countPlanCalls = {
	'countPlan.list': call(
		z.object({ locationId: z.string() }),
		z.object({ plans: z.array(savedPlan), due: z.array(dueFrequency), today: businessDate }),
	),
	/** Makes a plan, or with its id changes it. Fails with `not-found` when it was removed. */
	'countPlan.save': call(
		z.object({
			locationId: z.string(),
			planId: z.string().nullable(),
			name: z.string().trim().min(1).max(120),
			plan: countPlan,
		}),
		z.object({ planId: z.string() }),
	),
	/** Counts that were made by it keep what it said. */
	'countPlan.remove': call(z.object({ planId: z.string() }), nothing),
	/** What there is to choose from at a location. */
	'countPlan.choices': call(
		z.object({ locationId: z.string() }),
		z.object({ categories: z.array(named), classes: z.array(named) }),
	),
	/** How much a plan would be to count, if it began now. */
	'countPlan.preview': call(
		z.object({ locationId: z.string(), scope: countScope }),
		z.object({ areas: z.number().int(), items: z.number().int(), lines: z.number().int() }),
	),
};
