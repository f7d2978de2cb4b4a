// The plan of a count: scope, rules and counters. The templates saved for a location, and the counts that are due.
import { z } from 'zod';
import { call } from './call.ts';
import { businessDate, nothing } from './values.ts';

const names = z.array(z.string().min(1)).min(1);

export const countScope = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('full') }),
	z.object({ kind: z.literal('areas'), areaIds: names }),
	z.object({ kind: z.literal('categories'), categories: names }),
	z.object({ kind: z.literal('classes'), classes: names }),
	z.object({ kind: z.literal('items'), itemIds: names }),
	/** Due items of one counting frequency; null for any frequency. */
	z.object({ kind: z.literal('due'), frequency: z.string().nullable() }),
]);
export type CountScope = z.infer<typeof countScope>;

/** Applies when a second person counts a line; `ask` asks once, at the first such line. */
export const together = z.enum(['ask', 'sum', 'replace', 'keep']);
export type Together = z.infer<typeof together>;

export const countPlan = z.object({
	scope: countScope,
	guided: z.boolean().default(false),
	blind: z.boolean().default(false),
	/**
	 * `leave` posts nothing, `ask` requires a decision on each before submitting, `zero` counts them as zero on submit.
	 */
	blanks: z.enum(['leave', 'ask', 'zero']).default('leave'),
	/** `walk`: as arranged here; `service`: as the service lists them; `last-count`: as last counted. */
	order: z.enum(['walk', 'service', 'last-count']).default('walk'),
	together: together.default('ask'),
	/** Names of the counters; empty for anyone. Others see a warning and may still count. */
	counters: z.array(z.string().min(1).max(80)).max(20).default([]),
	/** `another` refuses the person who counted the line; `anyone` only warns. */
	recount: z.enum(['anyone', 'another']).default('anyone'),
	/** `another`: someone who entered nothing in this count. Checked on approval. */
	approval: z.enum(['none', 'anyone', 'another']).default('none'),
	approver: z.string().max(80).default(''),
});
export type CountPlan = z.infer<typeof countPlan>;
export type CountPlanInput = z.input<typeof countPlan>;

const countTemplate = z.object({
	templateId: z.string(),
	name: z.string(),
	plan: countPlan,
	/** Business date of the template's last count; null before the first. */
	lastOn: businessDate.nullable(),
});
export type CountTemplate = z.infer<typeof countTemplate>;

const dueFrequency = z.object({
	frequency: z.string(),
	/** Days between counts, from the profile; null if the profile does not know the word. */
	days: z.number().int().nullable(),
	due: z.number().int(),
	/** When the first item was or will be due; null if the days are unknown. */
	dueOn: businessDate.nullable(),
});
export type DueFrequency = z.infer<typeof dueFrequency>;

const named = z.object({ name: z.string(), items: z.number().int() });

export const countTemplateCalls = {
	'countTemplate.list': call(
		{ locationId: z.string() },
		{
			templates: z.array(countTemplate),
			due: z.array(dueFrequency),
			today: businessDate,
		},
	),
	/** Creates a template, or updates the one with `templateId`. Fails with `not-found` if it was deleted. */
	'countTemplate.save': call(
		{
			locationId: z.string(),
			templateId: z.string().nullable(),
			name: z.string().trim().min(1).max(120),
			plan: countPlan,
		},
		{ templateId: z.string() },
	),
	'countTemplate.remove': call({ templateId: z.string() }, nothing),
};

export const countPlanCalls = {
	'countPlan.choices': call(
		{ locationId: z.string() },
		{ categories: z.array(named), classes: z.array(named) },
	),
	'countPlan.preview': call(
		{ locationId: z.string(), scope: countScope },
		{ areas: z.number().int(), items: z.number().int(), lines: z.number().int() },
	),
};
