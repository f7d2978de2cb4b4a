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
	plainState,
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

type Values = CheckAnswer['values'];
type Conclude = (code: CheckCode, values?: Values) => void;

export type Asking = ReturnType<Findings['ask']>;

export class Findings {
	readonly answers: CheckAnswer[] = [];
	readonly flags: LearnedFlag[] = [];
	readonly questions: FormQuestion[] = [];
	readonly #recorder: Recorder;
	readonly #clean: (text: string) => string;
	readonly #asks: (question: CheckQuestion) => void;
	readonly #sources = new Map<string, SettingSource>();
	#profile: ServiceProfile;

	constructor(
		present: ServiceProfile,
		recorder: Recorder,
		clean: (text: string) => string,
		asks: (question: CheckQuestion) => void,
	) {
		this.#profile = present;
		this.#recorder = recorder;
		this.#clean = clean;
		this.#asks = asks;
	}

	profile(): ServiceProfile {
		return this.#profile;
	}

	learn(path: string, value: Json): void {
		const before = plainOf(this.#profile);
		const after = withValue(before, path.split('.'), value);
		if (JSON.stringify(before) === JSON.stringify(after)) return;
		const read = readProfile(after);
		// Only settings of the schema can be learned, so a failure is a bug.
		if (!read.ok) throw new Error(`${path}: ${read.problems[0]?.message ?? ''}`);
		this.#profile = read.profile;
	}

	found(name: SettingName, source: SettingSource, document?: DocumentKind): void {
		this.#sources.set(settingPath(name, document), source);
	}

	/** Learns and found a setting. */
	set(name: SettingName, value: Json, source: SettingSource, document?: DocumentKind): void {
		this.learn(settingPath(name, document), value);
		this.found(name, source, document);
	}

	sourceOf(name: SettingName, document?: DocumentKind): SettingSource | null {
		return this.#sources.get(settingPath(name, document)) ?? null;
	}

	/** Assigns a state word to a phase, unless it means another. The first word is the one that is sent. */
	learnState(document: DocumentKind, phase: Phase, word: string): void {
		if (!['unknown', phase].includes(phaseOf(this.#profile, document, word))) return;
		const isNumber = this.#profile.stateForm === 'integer' && /^-?\d+$/.test(word);
		const isOther = (each: string) => plainState(each) !== plainState(word);
		const known = (this.#profile.states[document][phase] ?? []).filter(isOther);
		this.learn(`states.${document}.${phase}`, [isNumber ? Number(word) : word, ...known]);
	}

	/**
	 * Begins a question.
	 * @param by earlier reads of these operations are its evidence, beside the requests that follow
	 */
	ask(
		question: CheckQuestion,
		{ document = null, by = [] }: { document?: DocumentKind | null; by?: readonly string[] } = {},
	) {
		this.#asks(question);
		const mark = this.#recorder.count();
		const conclude =
			(outcome: CheckAnswer['outcome']): Conclude =>
			(code, values = {}) => {
				const evidence = [
					...this.#recorder.of(by.flatMap((name) => this.#addressPattern(name))),
					...this.#recorder.since(mark),
				];
				const said = Object.entries(values).map(([name, value]) => [
					name,
					typeof value === 'string' ? this.#clean(value) : value,
				]);
				const cleaned = Object.fromEntries(said) as Values;
				this.answers.push({ question, document, outcome, code, values: cleaned, evidence });
			};
		const good = conclude('good');
		/** Found at a path of an answer; the empty path is the answer itself. */
		const at = (path: string): void => {
			if (path === '') good('bare');
			else good('at', { path });
		};
		return { good, careful: conclude('careful'), open: conclude('open'), at };
	}

	#addressPattern(name: string): RegExp[] {
		const operation = findOperation(name);
		if (operation === undefined) return [];
		const { method, path } = addressOf(operation, this.#profile);
		const literal = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.$]/g, '\\$&'));
		return [new RegExp(`^${method} ${literal.join('[^/?]+')}$`)];
	}
}

export const settingPath = (name: SettingName, document: DocumentKind | null = null): string =>
	document === null ? settingPaths[name] : `${settingPaths[name]}.${document}`;

export const valueAt = (json: Json, path: string): Json | undefined =>
	path
		.split('.')
		.reduce<Json | undefined>((here, part) => (isRecord(here) ? here[part] : undefined), json);

/** A setting as JSON text. For states, only the words that are sent. */
export function settingValue(profile: Json, name: SettingName, path: string): string {
	const value = valueAt(profile, path);
	if (name !== 'states' || !isRecord(value)) return JSON.stringify(value ?? null);
	const first = Object.entries(value).map(([phase, words]) => [
		phase,
		Array.isArray(words) ? ((words as readonly Json[])[0] ?? null) : words,
	]);
	return JSON.stringify(Object.fromEntries(first));
}

export function checkedSetting(
	findings: Findings,
	profile: ServiceProfile,
	name: SettingName,
	document: DocumentKind | null,
): CheckedSetting {
	const path = settingPath(name, document);
	const isAsked = findings.questions.some(({ paths }) => paths.includes(path));
	const source = findings.sourceOf(name, document ?? undefined);
	const value = settingValue(plainOf(profile), name, path);
	return {
		name,
		document,
		path,
		source: isAsked ? null : source,
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
