// What the service check should find of a composition: for each setting the truth, and the proposed profile's value.
// Also answers forms.
import {
	defaultProfile,
	documentKinds,
	phaseOf,
	type DocumentKind,
	type ServiceProfile,
} from '../../src/shared/service/profile.ts';
import type { CheckReport } from '../../src/shared/bridge/service-check.ts';
import { inCase, type Composition } from './composition.ts';

export interface Judged {
	readonly setting: string;
	/** `unknown`: the check says so, and the profile is right by luck. */
	readonly outcome: 'found' | 'asked' | 'unknown' | 'missed';
	readonly truth: string;
	readonly proposed: string;
}

type Json = string | number | boolean | null | { readonly [name: string]: Json } | readonly Json[];

interface Setting {
	readonly name: string;
	readonly path: readonly string[];
	/** Valid values, a person's choice first; undefined if the composition has no such setting. */
	truth(composition: Composition): readonly Json[] | undefined;
}

const at = (json: Json | undefined, path: readonly string[]): Json | undefined => {
	let here = json;
	for (const name of path) {
		if (typeof here !== 'object' || here === null || Array.isArray(here)) return undefined;
		here = (here as { readonly [name: string]: Json })[name];
	}
	return here;
};

const declaredCase = { camel: 'as-declared', pascal: 'pascal', snake: 'snake' } as const;
const orNull = (path: string): Json => (path === '' ? null : path);
/** Longer than anything a person can enter with its reference: no limit at all. */
const longestEntered = 500;

const setting = (name: string, path: string, truth: Setting['truth']): Setting => ({
	name,
	path: path.split('.'),
	truth,
});

const settings: readonly Setting[] = [
	setting('field case', 'fieldCase', (c) => [declaredCase[c.fieldCase]]),
	setting('query case', 'queryCase', (c) =>
		c.queryCase === 'any' || c.filters === 'ignored' ? undefined : [declaredCase[c.queryCase]],
	),
	setting('path case', 'pathCase', (c) => (c.pathCase === 'any' ? undefined : [c.pathCase])),
	setting('identifiers', 'ids', (c) => [c.ids === 'integer' ? 'integer' : 'string']),
	setting('name of the identifier', 'fields.*.id', (c) =>
		c.idName === inCase('id', c.fieldCase) ? undefined : [c.idName],
	),
	setting('form of states', 'stateForm', (c) => [
		c.states.form === 'integer' ? 'integer' : 'string',
	]),
	setting('rows of lists', 'lists.rows', (c) => [orNull(c.lists.rows)]),
	setting('total of lists', 'lists.total', ({ lists: { total } }) =>
		total === null || total.startsWith('header:') ? undefined : [total],
	),
	setting('total in a header', 'lists.totalHeader', ({ lists: { total } }) => {
		if (total?.startsWith('header:') !== true) return undefined;
		const name = total.slice('header:'.length);
		return [name, name.toLowerCase()];
	}),
	setting('record', 'lists.record', (c) => [orNull(c.lists.record)]),
	setting('count', 'lists.count', (c) => [orNull(c.lists.count)]),
	setting('kind of paging', 'paging.style', (c) => [c.paging.style]),
	setting('parameter of the page', 'paging.parameter', ({ paging: { style, parameter } }) =>
		style === 'page' || style === 'offset' || style === 'cursor' ? [parameter] : undefined,
	),
	setting(
		'parameter of the size',
		'paging.sizeParameter',
		({ paging: { style, sizeParameter } }) =>
			style === 'none' || sizeParameter === null ? undefined : [sizeParameter],
	),
	setting('first page', 'paging.first', ({ paging: { style, first } }) => {
		if (style === 'page') return first === 1 ? [null, 1] : [first];
		return style === 'offset' ? [null, 0] : undefined;
	}),
	setting('path of the next cursor', 'paging.nextCursor', ({ paging: { style, next } }) =>
		style === 'cursor' ? [next] : undefined,
	),
	// If unset it is found by the usual names, and only those are drawn.
	setting('path of the next address', 'paging.nextUrl', ({ paging: { style, next } }) =>
		style === 'next-url' ? [next, null] : undefined,
	),
	setting('token', 'token.header', (c) => [c.token.header]),
	setting('scheme of the token', 'token.scheme', (c) => [c.token.scheme]),
	setting('life of the token', 'token.expiresIn', (c) => [c.token.unit]),
	setting('refresh', 'token.refresh', (c) => [c.token.refresh !== null]),
	setting('field of the refresh', 'token.refreshFields.refreshToken', ({ token: { refresh } }) =>
		refresh === null ? undefined : [refresh],
	),
	setting('method of updates', 'writes.method', (c) => [c.updates.method]),
	setting('path of updates', 'writes.suffix', ({ updates: { suffix }, pathCase }) => {
		if (pathCase === 'as-declared' || suffix.includes('{')) return [suffix];
		return [suffix.toLowerCase(), ...(pathCase === 'any' ? [suffix] : [])];
	}),
	setting('sentence of a rejection', 'problems.sentence', ({ problems, fieldCase }) => {
		const name = (text: string) => inCase(text, fieldCase);
		return {
			rfc9457: [null, 'detail'],
			message: [null, name('message')],
			error: [null, name('error')],
			'error-object': [`${name('error')}.${name('message')}`],
			'errors-by-field': [null, 'title'],
			'errors-list': [null, name('message')],
		}[problems];
	}),
	setting('fields of a rejection', 'problems.fields', ({ problems, fieldCase }) => {
		const name = (text: string) => inCase(text, fieldCase);
		return {
			rfc9457: [null],
			message: undefined,
			error: undefined,
			'error-object': [`${name('error')}.${name('fields')}`],
			'errors-by-field': [name('errors')],
			'errors-list': [name('errors')],
		}[problems];
	}),
	setting('field of the text', 'reference.wastage', ({ text: { field }, fieldCase }) =>
		// A declared field has the general letter case.
		field === inCase('description', fieldCase) ? ['description', field] : [field],
	),
	setting('longest text', 'textLimits.wastage', ({ text: { field, most } }) =>
		field === null ? undefined : [most !== null && most < longestEntered ? most : null],
	),
	setting('precision of instants', 'instants.precision', (c) => [c.instants.precision]),
	setting('zone of instants', 'instants.zone', (c) => [
		c.instants.zone === 'local' ? 'location' : 'utc',
	]),
	setting('integers', 'integers', (c) => [c.integers]),
	setting('decimals', 'decimals', (c) => [c.decimals]),
	setting('scale of quantities', 'quantityScale', (c) => (c.scale === 6 ? [null, 6] : [c.scale])),
];

/** Behaviour for settings missing from an older profile. */
const withoutSetting: Readonly<Record<string, Json>> = {
	queryCase: 'as-declared',
	'lists.totalHeader': null,
	'writes.method': 'PUT',
	'writes.suffix': '',
	'textLimits.wastage': null,
	'instants.precision': 'millisecond',
	'instants.zone': 'utc',
	integers: 'number',
	decimals: 'number',
	quantityScale: null,
};

const kinds = ['wastage', 'transferOut', 'transferIn'] as const;

/** The check's own statement and question for each setting. */
interface Form {
	readonly settings?: readonly { path: string; state: 'found' | 'asked' | 'unknown' }[];
	readonly questions?: readonly { paths: readonly string[] }[];
}

/**
 * Compares a proposal with the truth, before any answers.
 * @param occurring phases documents of a kind had at the service: no check can know others
 */
export function judgeProposal(
	composition: Composition,
	report: CheckReport & Form,
	proposed: ServiceProfile,
	occurring: (kind: DocumentKind) => ReadonlySet<string>,
	/** Rows of the longest list: a higher limit never matters. */
	longestList: number,
): Judged[] {
	const json = JSON.parse(report.proposed) as Json; // Written by JSON.stringify.
	const asked = new Set(report.questions.flatMap(({ paths }) => paths));
	const outcomeOf = (path: string, isRight: boolean): Judged['outcome'] => {
		if (asked.has(path)) return 'asked';
		if (!isRight) return 'missed';
		const said = report.settings.find(
			(each) => path === each.path || path.startsWith(`${each.path}.`),
		);
		return said?.state === 'unknown' ? 'unknown' : 'found';
	};
	const judged: Judged[] = settings.flatMap(({ name, path, truth }) => {
		const right = truth(composition);
		if (right === undefined) return [];
		const proposal = at(json, path) ?? withoutSetting[path.join('.')] ?? null;
		const isRight = right.some((each) => JSON.stringify(each) === JSON.stringify(proposal));
		return [
			{
				setting: name,
				outcome: outcomeOf(path.join('.'), isRight),
				truth: JSON.stringify(right[0]),
				proposed: JSON.stringify(proposal),
			},
		];
	});
	judged.push(...judgeSize(composition, proposed, longestList));
	for (const kind of kinds) {
		const judgedStates = judgeStates(composition, proposed, kind, occurring(kind));
		const outcome = asked.has(`states.${kind}`) ? 'asked' : judgedStates.outcome;
		judged.push({ ...judgedStates, outcome });
	}
	judged.push(...judgeFlags(composition, report));
	return judged;
}

function judgeSize(
	{ paging }: Composition,
	proposed: ServiceProfile,
	longestList: number,
): Judged[] {
	if (paging.style === 'none' || paging.sizeParameter === null) return [];
	const { size } = proposed.paging;
	const isRight = size <= paging.most || (paging.over === 'cut' && longestList <= paging.most);
	return [
		{
			setting: 'size of a page',
			outcome: isRight ? 'found' : 'missed',
			truth: `at most ${String(paging.most)}`,
			proposed: String(size),
		},
	];
}

function judgeStates(
	{ states }: Composition,
	proposed: ServiceProfile,
	kind: DocumentKind,
	occurring: ReadonlySet<string>,
): Judged {
	const entries = Object.entries(states.words).filter(([phase]) => occurring.has(phase));
	const wrong = entries.filter(([phase, word]) => phaseOf(proposed, kind, word) !== phase);
	return {
		setting: `states of ${kind}`,
		outcome: wrong.length === 0 ? 'found' : 'missed',
		truth: wrong.map(([phase, word]) => `${phase}: ${word}`).join(', '),
		proposed: wrong.map(([, word]) => phaseOf(proposed, kind, word)).join(', '),
	};
}

function judgeFlags(composition: Composition, { learned }: CheckReport): Judged[] {
	const { text, lagMs, repeated } = composition;
	const flags = [
		{ flag: 'keepsReferences', document: 'wastage', truth: text.field !== null },
		{ flag: 'listsAreCurrent', document: 'wastage', truth: lagMs === 0 },
		{ flag: 'refusesRepeatedTransition', document: 'transferOut', truth: repeated === 'refused' },
	] as const;
	return flags.map(({ flag, document, truth }) => {
		const holds = learned.find((each) => each.flag === flag && each.document === document)?.holds;
		return {
			setting: flag,
			outcome: holds === truth ? 'found' : 'missed',
			truth: String(truth),
			proposed: String(holds ?? null),
		};
	});
}

/** The complete profile written by someone who knows the service, as far as the program has settings. */
export function writtenFor(composition: Composition): Json {
	const known = JSON.parse(JSON.stringify(defaultProfile)) as Json;
	let json: Json = {};
	for (const { path, truth } of settings) {
		const [right] = truth(composition) ?? [];
		const isKnown = at(known, path) !== undefined || path[0] === 'fields';
		if (right !== undefined && isKnown) json = withValue(json, path, right);
	}
	for (const kind of documentKinds) {
		json = withValue(json, ['states', kind], statesOf(composition));
		json = withValue(json, ['reference', kind], composition.text.field);
	}
	const { most } = composition.paging;
	return withValue(json, ['paging', 'size'], Math.min(most, defaultProfile.paging.size));
}

const statesOf = ({ states }: Composition): Json =>
	Object.fromEntries(
		Object.entries(states.words).map(([phase, word]) => [
			phase,
			[states.form === 'integer' ? Number(word) : word],
		]),
	);

function withValue(json: Json | undefined, path: readonly string[], value: Json): Json {
	const [name, ...rest] = path;
	if (name === undefined) return value;
	const record = (
		typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {}
	) as { readonly [name: string]: Json };
	return { ...record, [name]: withValue(record[name], rest, value) };
}
