// The form of values in lists: numbers as numbers or texts, and the precision of instants.
import { z } from 'zod';
import type { ExactJson } from '../../../shared/exact-json.ts';
import { dateTime, decimal, integer } from '../../../shared/service/field.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { isJsonObject, wireNameOf } from '../../../shared/service/wire.ts';
import type { Findings } from './findings.ts';
import { documentLists, someLists, type FoundList } from './forms.ts';

interface Leaf {
	readonly kind: 'integer' | 'decimal' | 'instant';
	readonly field: string;
	readonly value: ExactJson;
}

/** Values with a declared kind that matters here, including nested records. */
function leavesOf(
	schema: z.core.$ZodType,
	json: ExactJson | undefined,
	profile: ServiceProfile,
	field = '',
): Leaf[] {
	if (json === undefined || json === null || json === '') return [];
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		return leavesOf(schema.def.innerType, json, profile, field);
	}
	if (schema === integer) return [{ kind: 'integer', field, value: json }];
	if (schema === decimal) return [{ kind: 'decimal', field, value: json }];
	if (schema === dateTime) return [{ kind: 'instant', field, value: json }];
	if (schema instanceof z.ZodArray && Array.isArray(json)) {
		const { element } = schema.def;
		return json.flatMap((each: ExactJson) => leavesOf(element, each, profile, field));
	}
	if (schema instanceof z.ZodObject && isJsonObject(json)) {
		return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, inner]) =>
			leavesOf(inner, json[wireNameOf(schema, name, profile)], profile, name),
		);
	}
	return [];
}

export function findValues(lists: readonly FoundList[], findings: Findings): void {
	// Records documented by the service say nothing about those we declared ourselves.
	const leaves = lists
		.filter(({ schema }) => schema.meta()?.['shown'] !== true)
		.flatMap(({ schema, rows }) =>
			rows.flatMap((row) => leavesOf(schema, row, findings.profile())),
		);
	const asking = findings.ask('numbers', { by: someLists });
	const forms = (['integer', 'decimal'] as const).map((kind) => {
		const values = leaves.filter((leaf) => leaf.kind === kind);
		const texts = values.filter(({ value }) => typeof value === 'string').length;
		const setting = kind === 'integer' ? 'integers' : 'decimals';
		if (values.length === 0) return null;
		const form = texts > values.length / 2 ? 'text' : 'number';
		findings.set(setting, form, 'lists');
		return form;
	});
	if (forms.every((form) => form === null)) asking.open('noRows');
	else {
		const [integers, decimals] = forms.map((form) => form ?? 'number');
		const values = { integers: integers ?? 'number', decimals: decimals ?? 'number' };
		asking.good(forms.includes('text') ? 'asTexts' : 'asNumbers', values);
	}
	findInstants(datesIn(lists, findings), findings);
}

/** Dates that people enter. Change dates may be more precise. */
function datesIn(lists: readonly FoundList[], findings: Findings): string[] {
	return lists.flatMap(({ schema, rows }) =>
		rows
			.flatMap((row) => leavesOf(schema, row, findings.profile()))
			.flatMap(({ kind, field, value }) =>
				kind === 'instant' && /^(?:date|returnDate)$/.test(field) && typeof value === 'string'
					? [value]
					: [],
			),
	);
}

/** With this many dates, kept seconds or times would show. */
const enough = 12;

type Precision = ServiceProfile['instants']['precision'];

function findInstants(texts: readonly string[], findings: Findings): void {
	const asking = findings.ask('instants', { by: documentLists });
	const [sample] = texts;
	if (sample === undefined) {
		asking.open('noRows');
		return;
	}
	const { precision, sure } = precisionOf(texts);
	if (sure) {
		findings.set('precision', precision, 'lists');
	}
	if (areZoned(texts)) {
		findings.set('zone', 'utc', 'lists');
		asking.good('instantsUtc', { precision });
		return;
	}
	asking.careful('instantsUnzoned', { precision, text: sample });
}

const areZoned = (texts: readonly string[]): boolean =>
	texts.filter((text) => /T.*(?:[zZ]|[+-]\d\d(?::?\d\d)?)$/.test(text)).length > texts.length / 2;

/** The finest precision that occurs. It is certain if finer values would show, or if the form has no room for them. */
function precisionOf(texts: readonly string[]): { precision: Precision; sure: boolean } {
	const parts = texts.map((text) =>
		/^\d{4}-\d\d-\d\d(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?/.exec(text),
	);
	const shows = (index: number): boolean => parts.some((part) => /[1-9]/.test(part?.[index] ?? ''));
	const hasRoom = (index: number): boolean => parts.some((part) => part?.[index] !== undefined);
	const isMany = new Set(texts).size >= enough;
	if (shows(4)) return { precision: 'millisecond', sure: true };
	if (shows(3)) return { precision: 'second', sure: isMany || !hasRoom(4) };
	if (shows(2) || shows(1)) {
		// Local midnight is another hour in UTC: then all times are equal.
		const times = new Set(parts.map((part) => `${part?.[1] ?? ''}:${part?.[2] ?? ''}`));
		if (times.size <= 2 && isMany) return { precision: 'day', sure: false };
		return { precision: 'minute', sure: !hasRoom(3) };
	}
	return { precision: 'day', sure: !hasRoom(1) };
}

/** Whether document dates name a zone; null if none was seen. */
export function datesAreZoned(lists: readonly FoundList[], findings: Findings): boolean | null {
	const texts = datesIn(lists, findings);
	return texts.length === 0 ? null : areZoned(texts);
}
