// Builds a multipart form: fields declared as files in the registry are sent as files.
import { z } from 'zod';
import { stringifyExact, type ExactJson } from '../../../shared/exact-json.ts';
import { file } from '../../../shared/service/field.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { isJsonObject, wireNameOf } from '../../../shared/service/wire.ts';

export function formOf(
	schema: z.core.$ZodType,
	json: ExactJson | undefined,
	profile: ServiceProfile,
): FormData {
	const form = new FormData();
	if (!(schema instanceof z.ZodObject) || !isJsonObject(json)) {
		throw new Error('A form is made of a record.');
	}
	const files = new Set(
		Object.keys(schema.shape)
			.filter((name) => schema.shape[name] === file)
			.map((name) => wireNameOf(schema, name, profile)),
	);
	for (const [name, value] of Object.entries(json)) {
		if (value === undefined || value === null) continue;
		const text = typeof value === 'string' ? value : stringifyExact(value);
		if (files.has(name)) form.set(name, new Blob([text], { type: 'text/csv' }), 'file.csv');
		else form.set(name, text);
	}
	return form;
}
