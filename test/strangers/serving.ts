// A stranger's answers: the practice service does the work, in the composition's dialect.
import { z } from 'zod';
import { parseExact, type ExactJson } from '../../src/shared/exact-json.ts';
import { id } from '../../src/shared/service/field.ts';
import type { AnyOperation } from '../../src/shared/service/index.ts';
import type { Operation } from '../../src/shared/service/operation.ts';
import { documentKinds } from '../../src/shared/service/profile.ts';
import { countAnswer, listAnswer, problemAnswer, recordAnswer, type Answered } from './answers.ts';
import type { Composition } from './composition.ts';
import type { Dialect } from './dialect.ts';
import { Misread } from './misread.ts';
import type { BarePractice, PracticeAnswer } from './practice.ts';
import type { Route } from './routes.ts';

type Path = Readonly<Record<string, string>>;

interface Serving {
	readonly composition: Composition;
	readonly practice: BarePractice;
	readonly dialect: Dialect;
	now(): number;
	/** Creation times: some lists show documents later. */
	readonly bornAt: Map<string, number>;
	/** Completed transitions, which some services accept again. */
	readonly done: Set<string>;
	readonly lists: Map<string, { version: number; rows: readonly Row[] }>;
}
interface Row {
	readonly id: string;
	readonly json: ExactJson;
}

export type Serve = (route: Route, values: Path, url: URL, body: string) => Answered;

export function serving(
	given: Pick<Serving, 'composition' | 'practice' | 'dialect' | 'now'>,
): Serve {
	const all: Serving = { ...given, bornAt: new Map(), done: new Set(), lists: new Map() };
	return (route, values, url, body) => {
		const path = Object.fromEntries(
			Object.entries(values).map(([name, value]) => [name, given.dialect.ownId(value)]),
		);
		return route.operation.method === 'GET'
			? read(all, route.operation, path, url)
			: write(all, route, path, url, body);
	};
}

function read(serving: Serving, operation: AnyOperation, path: Path, url: URL): Answered {
	const { composition, practice, bornAt, now } = serving;
	const query = queryOf(serving, operation, url);
	if (operation.answer.kind === 'list') {
		const isShown = ({ id: own }: Row) =>
			now() - (bornAt.get(own) ?? -Infinity) >= composition.lagMs;
		const rows = rowsOf(serving, operation, query).filter(isShown);
		const answer = listAnswer(
			composition,
			rows.map(({ json }) => json),
			url,
		);
		return 'refused' in answer ? problemAnswer(composition, 400, answer.refused) : answer;
	}
	const answer = practice.ask(operation, { path, query, body: undefined });
	if (!answer.ok) return problemAnswer(composition, answer.status, answer.detail);
	return { status: 200, headers: {}, json: valueOf(serving, operation, answer.value) };
}

/** The query in the practice service's names; ignores unknown parameters. */
function queryOf(
	{ composition, dialect }: Serving,
	operation: Operation,
	url: URL,
): Record<string, string> {
	if (operation.query === undefined || composition.filters === 'ignored') return {};
	const given = [...url.searchParams];
	const isSame = (said: string, name: string) =>
		composition.queryCase === 'any'
			? said.toLowerCase() === name.toLowerCase()
			: said === dialect.queryName(name);
	return Object.fromEntries(
		Object.entries<z.core.$ZodType>(operation.query.shape).flatMap(([name, schema]) => {
			const said = given.find(([each]) => isSame(each, name))?.[1];
			if (said === undefined) return [];
			const inner = schema instanceof z.ZodOptional ? schema.def.innerType : schema;
			return [[name, inner === id ? dialect.ownId(said) : said]];
		}),
	);
}

function rowsOf(
	{ practice, dialect, lists }: Serving,
	operation: AnyOperation,
	query: Path,
): readonly Row[] {
	const key = `${operation.name} ${JSON.stringify(query)}`;
	const known = lists.get(key);
	if (known?.version === practice.version()) return known.rows;
	const answer = practice.ask(operation, { path: {}, query, body: undefined });
	if (!answer.ok || operation.answer.kind !== 'list') return [];
	const { schema } = operation.answer;
	const isDocument = isOfDocument(operation);
	const rows = (answer.value as { rows: readonly { id?: string }[] }).rows.map((row) => ({
		id: row.id ?? '',
		json: dialect.write(schema, row, isDocument) ?? null,
	}));
	lists.set(key, { version: practice.version(), rows });
	return rows;
}

function valueOf(
	{ composition, dialect }: Serving,
	operation: AnyOperation,
	value: unknown,
): ExactJson {
	if (operation.answer.kind === 'count') return countAnswer(composition, Number(value));
	if (!('schema' in operation.answer)) return null;
	const json = dialect.write(operation.answer.schema, value, isOfDocument(operation));
	return recordAnswer(composition, json ?? null);
}

function write(serving: Serving, route: Route, path: Path, url: URL, text: string): Answered {
	const { composition, practice, dialect, done } = serving;
	const { operation } = route;
	const { body: schema }: Operation = operation;
	let answer: PracticeAnswer;
	try {
		const json = withId(dialect, text === '' ? undefined : parseExact(text), route, path);
		const body =
			schema === undefined ? undefined : dialect.read(schema, json, isOfDocument(operation));
		answer = practice.ask(operation, { path, query: queryOf(serving, operation, url), body });
	} catch (error) {
		if (error instanceof SyntaxError) return problemAnswer(composition, 400, 'This is no JSON.');
		if (!(error instanceof Misread)) throw error;
		const fields = { [error.path]: error.message };
		return problemAnswer(composition, 400, 'The request cannot be read.', fields);
	}
	const step = `${operation.name} ${path['id'] ?? ''}`;
	if (!answer.ok) {
		const isRepeated = answer.status === 409 && path['id'] !== undefined && done.has(step);
		if (isRepeated && composition.repeated === 'accepted') return changed(composition);
		return problemAnswer(composition, answer.status, answer.detail, answer.fields);
	}
	done.add(step);
	return operation.answer.kind === 'created'
		? created(serving, operation, answer.value, url)
		: changed(composition);
}

/** An update's identifier may be only in its path. */
function withId(
	dialect: Dialect,
	json: ExactJson | undefined,
	{ isUpdate }: Route,
	path: Path,
): ExactJson | undefined {
	const own = path['id'];
	if (!isUpdate || own === undefined || typeof json !== 'object' || json === null) return json;
	return { ...json, ...idAlone(dialect, own) };
}

const idAlone = (dialect: Dialect, own: string) =>
	dialect.write(z.object({ id }), { id: own }, false) as { [name: string]: ExactJson };

function created(serving: Serving, operation: AnyOperation, value: unknown, url: URL): Answered {
	const { composition, dialect, bornAt, now } = serving;
	const record = () => valueOf(serving, operation, value);
	const ok = (
		status: number,
		json?: ExactJson,
		headers: Record<string, string> = {},
	): Answered => ({
		status,
		headers,
		json,
	});
	const own = (value as { id?: string } | null)?.id;
	if (own === undefined) return ok(200, record());
	bornAt.set(own, now());
	const alone = idAlone(dialect, own);
	const location = { location: `${url.pathname}/${encodeURIComponent(dialect.shownId(own))}` };
	switch (composition.created) {
		case 'record':
			return ok(200, record());
		case 'accepted':
			return ok(202, record());
		case 'id-record':
			return ok(200, recordAnswer(composition, alone));
		case 'id-alone':
			return ok(200, alone[composition.idName]);
		case 'empty':
			return ok(200);
		case 'no-content':
			return ok(204);
		case 'location':
			return ok(201, undefined, location);
		case 'location-record':
			return ok(201, record(), location);
	}
}

function changed({ changed: form, fieldCase }: Composition): Answered {
	const isSuccess = fieldCase === 'pascal' ? 'IsSuccess' : 'isSuccess';
	return {
		empty: { status: 200, headers: {}, json: undefined },
		'no-content': { status: 204, headers: {}, json: undefined },
		success: { status: 200, headers: {}, json: { [isSuccess]: true } },
		accepted: { status: 202, headers: {}, json: undefined },
	}[form];
}

function isOfDocument({ name }: Pick<Operation, 'name'>): boolean {
	const [resource] = name.split('.');
	return documentKinds.some((kind) => kind === resource);
}
