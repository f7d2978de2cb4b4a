// Everything a service check has found so far: answers, flags, and the profile as known.
import {
	settingPaths,
	type CheckAnswer,
	type CheckCode,
	type CheckedSetting,
	type CheckQuestion,
	type FormQuestion,
	type LearnedFlag,
	type ProfileDifference,
	type SettingName,
	type SettingSource,
} from '../../../shared/bridge/service-check.ts';
import {
	phaseOf,
	readProfile,
	type DocumentKind,
	type ServiceProfile,
} from '../../../shared/service/profile.ts';
import { addressOf } from '../../../shared/service/address.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Phase } from '../../../shared/bridge/values.ts';
import type { Recorder } from './recorder.ts';

export type Json =
	string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface Findings {
	readonly answers: CheckAnswer[];
	readonly flags: LearnedFlag[];
	readonly questions: FormQuestion[];
	profile(): ServiceProfile;
	learn(path: readonly string[], value: Json): void;
	found(name: SettingName, source: SettingSource, document?: DocumentKind): void;
	sourceOf(name: SettingName, document?: DocumentKind): SettingSource | null;
	/** Assigns a state word to a phase, unless it has one. */
	learnState(document: DocumentKind, phase: Phase, word: string): void;
	/** Begins a question. The requests that follow are its evidence, or earlier reads of these operations. */
	ask(question: CheckQuestion, by?: readonly string[]): Asking;
}

export interface Asking {
	good: Conclude;
	careful: Conclude;
	open: Conclude;
}
type Conclude = (code: CheckCode, more?: Partial<Pick<CheckAnswer, 'values' | 'document'>>) => void;

export function createFindings(
	present: ServiceProfile,
	recorder: Recorder,
	clean: (text: string) => string,
	asks: (question: CheckQuestion) => void,
): Findings {
	const answers: CheckAnswer[] = [];
	const sources = new Map<string, SettingSource>();
	let profile = present;

	const learn: Findings['learn'] = (path, value) => {
		const before = plainOf(profile);
		const after = withValue(before, path, value);
		if (JSON.stringify(before) === JSON.stringify(after)) return;
		const read = readProfile(after);
		// Only settings of the schema can be learned, so a failure is a bug.
		if (!read.ok) throw new Error(`${path.join('.')}: ${read.problems[0]?.message ?? ''}`);
		profile = read.profile;
	};

	const addressPattern = (name: string): RegExp[] => {
		const operation = findOperation(name);
		if (operation === undefined) return [];
		const { method, path } = addressOf(operation, profile);
		const literal = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.$]/g, '\\$&'));
		return [new RegExp(`^${method} ${literal.join('[^/?]+')}$`)];
	};

	return {
		answers,
		flags: [],
		questions: [],
		profile: () => profile,
		learn,
		found: (name, source, document) => sources.set(settingPath(name, document), source),
		sourceOf: (name, document) => sources.get(settingPath(name, document)) ?? null,
		learnState(document, phase, word) {
			if (phaseOf(profile, document, word) !== 'unknown') return;
			const form = profile.stateForm === 'integer' && /^-?\d+$/.test(word) ? Number(word) : word;
			learn(['states', document, phase], [form, ...(profile.states[document][phase] ?? [])]);
		},
		ask(question, by = []) {
			asks(question);
			const mark = recorder.count();
			const conclude =
				(outcome: CheckAnswer['outcome']): Conclude =>
				(code, { values = {}, document = null } = {}) => {
					const evidence = [...recorder.of(by.flatMap(addressPattern)), ...recorder.since(mark)];
					const said = Object.entries(values).map(([name, value]) => [
						name,
						typeof value === 'string' ? clean(value) : value,
					]);
					answers.push({
						question,
						document,
						outcome,
						code,
						values: Object.fromEntries(said) as CheckAnswer['values'],
						evidence,
					});
				};
			return { good: conclude('good'), careful: conclude('careful'), open: conclude('open') };
		},
	};
}

export const settingPath = (name: SettingName, document: DocumentKind | null = null): string =>
	document === null ? settingPaths[name] : `${settingPaths[name]}.${document}`;

/** A setting as JSON text. For states, only the words that are sent. */
export function settingValue(profile: Json, name: SettingName, path: string): string {
	const value = path
		.split('.')
		.reduce<Json | undefined>((json, part) => (isRecord(json) ? json[part] : undefined), profile);
	if (name !== 'states' || !isRecord(value)) return JSON.stringify(value ?? null);
	const first = Object.entries(value).map(([phase, words]) => [
		phase,
		Array.isArray(words) ? ((words as readonly Json[])[0] ?? null) : words,
	]);
	return JSON.stringify(Object.fromEntries(first));
}

export function checkedSetting(
	{ sourceOf, questions }: Pick<Findings, 'sourceOf' | 'questions'>,
	profile: ServiceProfile,
	name: SettingName,
	document: DocumentKind | null,
): CheckedSetting {
	const path = settingPath(name, document);
	const isAsked = questions.some(({ paths }) => paths.includes(path));
	const source = sourceOf(name, document ?? undefined);
	const value = settingValue(plainOf(profile), name, path);
	return {
		...{ name, document, path, source: isAsked ? null : source },
		state: isAsked ? 'asked' : source === null ? 'unknown' : 'found',
		value,
	};
}

/** Settings that differ between two profiles, by path. Lists are compared as a whole. */
export function differencesOf(before: ServiceProfile, after: ServiceProfile): ProfileDifference[] {
	const found: ProfileDifference[] = [];
	const walk = (path: string, old: Json | undefined, now: Json | undefined): void => {
		if (isRecord(old) && isRecord(now)) {
			for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
				walk(path === '' ? name : `${path}.${name}`, old[name], now[name]);
			}
			return;
		}
		const [was, is] = [old, now].map((each) => (each === undefined ? null : JSON.stringify(each)));
		if (was !== is) found.push({ path, before: was ?? null, after: is ?? null });
	};
	walk('', plainOf(before), plainOf(after));
	return found;
}

/** A profile is plain JSON already: this changes the type and drops undefined values. */
export const plainOf = (profile: ServiceProfile): Json =>
	JSON.parse(JSON.stringify(profile)) as Json;

const isRecord = (json: Json | undefined): json is { readonly [name: string]: Json } =>
	typeof json === 'object' && json !== null && !Array.isArray(json);

export function withValue(json: Json | undefined, path: readonly string[], value: Json): Json {
	const [name, ...rest] = path;
	if (name === undefined) return value;
	const record = isRecord(json) ? json : {};
	return { ...record, [name]: withValue(record[name], rest, value) };
}
