// Reads messages about single fields in the usual forms: a record by field name, or a list of records.
import type { ExactJson } from '../../../shared/exact-json.ts';
import { isJsonObject } from '../../../shared/service/wire.ts';

/** One sentence per field, such as `items[0].quantity: Must be positive.` */
export function fieldsSaid(json: ExactJson | undefined): string[] {
	if (Array.isArray(json)) {
		return (json as readonly ExactJson[]).flatMap((line) => {
			if (typeof line === 'string') return line === '' ? [] : [line];
			if (!isJsonObject(line)) return [];
			const name = textAt(
				line,
				/^(?:field|name|property|path|parameter|param|pointer|source|key|location)/i,
			);
			const text = textAt(line, /message|text|error|detail|reason|description/i);
			return text === null ? [] : [name === null ? text : `${name}: ${text}`];
		});
	}
	return Object.entries(isJsonObject(json) ? json : {}).flatMap(([name, value]) =>
		(Array.isArray(value) ? value : [value]).flatMap((each: ExactJson | undefined) =>
			typeof each === 'string' && each !== '' ? [`${name}: ${each}`] : [],
		),
	);
}

function textAt(
	line: Readonly<Record<string, ExactJson | undefined>>,
	name: RegExp,
): string | null {
	const [found] = Object.entries(line).flatMap(([each, value]) =>
		name.test(each) && typeof value === 'string' && value !== '' ? [value] : [],
	);
	return found ?? null;
}
