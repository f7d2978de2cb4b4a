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

const settings: readonly Setting[] = [
	{ name: 'field case', path: ['fieldCase'], truth: (c) => [declaredCase[c.fieldCase]] },
	{
		name: 'query case',
		path: ['queryCase'],
		truth: (c) =>
			c.queryCase === 'any' || c.filters === 'ignored' ? undefined : [declaredCase[c.queryCase]],
	},
	{
		name: 'path case',
		path: ['pathCase'],
		truth: (c) => (c.pathCase === 'any' ? undefined : [c.pathCase]),
	},
	{
		name: 'identifiers',
		path: ['ids'],
		truth: (c) => [c.ids === 'integer' ? 'integer' : 'string'],
	},
	{
		name: 'name of the identifier',
		path: ['fields', '*', 'id'],
		truth: (c) => (c.idName === inCase('id', c.fieldCase) ? undefined : [c.idName]),
	},
	{
		name: 'form of states',
		path: ['stateForm'],
		truth: (c) => [c.states.form === 'integer' ? 'integer' : 'string'],
	},
	{ name: 'rows of lists', path: ['lists', 'rows'], truth: (c) => [orNull(c.lists.rows)] },
	{
		name: 'total of lists',
		path: ['lists', 'total'],
		truth: ({ lists: { total } }) =>
			total === null || total.startsWith('header:') ? undefined : [total],
	},
	{
		name: 'total in a header',
		path: ['lists', 'totalHeader'],
		truth: ({ lists: { total } }) => {
			if (total?.startsWith('header:') !== true) return undefined;
			const name = total.slice('header:'.length);
			return [name, name.toLowerCase()];
		},
	},
	{ name: 'record', path: ['lists', 'record'], truth: (c) => [orNull(c.lists.record)] },
	{ name: 'count', path: ['lists', 'count'], truth: (c) => [orNull(c.lists.count)] },
	{ name: 'kind of paging', path: ['paging', 'style'], truth: (c) => [c.paging.style] },
	{
		name: 'parameter of the page',
		path: ['paging', 'parameter'],
		truth: ({ paging: { style, parameter } }) =>
			style === 'page' || style === 'offset' || style === 'cursor' ? [parameter] : undefined,
	},
	{
		name: 'parameter of the size',
		path: ['paging', 'sizeParameter'],
		truth: ({ paging: { style, sizeParameter } }) =>
			style === 'none' || sizeParameter === null ? undefined : [sizeParameter],
	},
	{
		name: 'first page',
		path: ['paging', 'first'],
		truth: ({ paging: { style, first } }) => {
			if (style === 'page') return first === 1 ? [null, 1] : [first];
			return style === 'offset' ? [null, 0] : undefined;
		},
	},
	{
		name: 'path of the next cursor',
		path: ['paging', 'nextCursor'],
		truth: ({ paging: { style, next } }) => (style === 'cursor' ? [next] : undefined),
	},
	{
		name: 'path of the next address',
		path: ['paging', 'nextUrl'],
		// If unset it is found by the usual names, and only those are drawn.
		truth: ({ paging: { style, next } }) => (style === 'next-url' ? [next, null] : undefined),
	},
	{ name: 'token', path: ['token', 'header'], truth: (c) => [c.token.header] },
	{ name: 'scheme of the token', path: ['token', 'scheme'], truth: (c) => [c.token.scheme] },
	{ name: 'life of the token', path: ['token', 'expiresIn'], truth: (c) => [c.token.unit] },
	{ name: 'refresh', path: ['token', 'refresh'], truth: (c) => [c.token.refresh !== null] },
	{
		name: 'field of the refresh',
		path: ['token', 'refreshFields', 'refreshToken'],
		truth: ({ token: { refresh } }) => (refresh === null ? undefined : [refresh]),
	},
	{ name: 'method of updates', path: ['writes', 'method'], truth: (c) => [c.updates.method] },
	{
		name: 'path of updates',
		path: ['writes', 'suffix'],
		truth: ({ updates: { suffix }, pathCase }) => {
			if (pathCase === 'as-declared' || suffix.includes('{')) return [suffix];
			return [suffix.toLowerCase(), ...(pathCase === 'any' ? [suffix] : [])];
		},
	},
	{
		name: 'sentence of a rejection',
		path: ['problems', 'sentence'],
		truth: ({ problems, fieldCase }) => {
			const name = (text: string) => inCase(text, fieldCase);
			return {
				rfc9457: [null, 'detail'],
				message: [null, name('message')],
				error: [null, name('error')],
				'error-object': [`${name('error')}.${name('message')}`],
				'errors-by-field': [null, 'title'],
				'errors-list': [null, name('message')],
			}[problems];
		},
	},
	{
		name: 'fields of a rejection',
		path: ['problems', 'fields'],
		truth: ({ problems, fieldCase }) => {
			const name = (text: string) => inCase(text, fieldCase);
			return {
				rfc9457: [null],
				message: undefined,
				error: undefined,
				'error-object': [`${name('error')}.${name('fields')}`],
				'errors-by-field': [name('errors')],
				'errors-list': [name('errors')],
			}[problems];
		},
	},
	{
		name: 'field of the text',
		path: ['reference', 'wastage'],
		truth: ({ text: { field }, fieldCase }) =>
			// A declared field has the general letter case.
			field === inCase('description', fieldCase) ? ['description', field] : [field],
	},
	{
		name: 'longest text',
		path: ['textLimits', 'wastage'],
		truth: ({ text: { field, most } }) =>
			field === null ? undefined : [most !== null && most < longestEntered ? most : null],
	},
	{
		name: 'precision of instants',
		path: ['instants', 'precision'],
		truth: (c) => [c.instants.precision],
	},
	{
		name: 'zone of instants',
		path: ['instants', 'zone'],
		truth: (c) => [c.instants.zone === 'local' ? 'location' : 'utc'],
	},
	{ name: 'integers', path: ['integers'], truth: (c) => [c.integers] },
	{ name: 'decimals', path: ['decimals'], truth: (c) => [c.decimals] },
	{
		name: 'scale of quantities',
		path: ['quantityScale'],
		truth: (c) => (c.scale === 6 ? [null, 6] : [c.scale]),
	},
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
