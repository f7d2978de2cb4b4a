// The schemas of declared fields on the bridge.
import { z } from 'zod';
import { businessDate, decimal, instant } from '../bridge/values.ts';
import type { Field, Fields } from './kit.ts';

const shown = {
	text: () => z.string(),
	day: () => businessDate.nullable(),
	instant: () => instant.nullable(),
	quantity: () => decimal.nullable(),
	money: () => decimal.nullable(),
	reference: () => z.string().nullable(),
	key: () => z.union([z.string(), z.number()]).nullable(),
} as const satisfies Record<Field['as'], () => z.ZodType>;

/** As documents show them. */
export const shownOf = (fields: Fields): z.ZodRawShape =>
	Object.fromEntries(
		Object.entries(fields).flatMap(([name, { as }]): [string, z.ZodType][] => [
			[name, shown[as]()],
			...(as === 'reference' ? [[nameField(name), z.string()] satisfies [string, z.ZodType]] : []),
		]),
	);

/** The name of a reference's record stands beside its id: `reasonName` for `reasonId`. */
export const nameField = (name: string): string => name.replace(/Id$/, 'Name');

/** As a person fills them in. */
export const inputOf = (fields: Fields): z.ZodRawShape =>
	Object.fromEntries(
		Object.entries(fields)
			.filter(([, { edit }]) => edit !== 'never')
			.map(([name, field]) => [
				name,
				field.as === 'text' ? z.string().max(field.max).default('') : shown[field.as](),
			]),
	);
