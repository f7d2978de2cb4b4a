// The path of a request: faults, decoding, the handler in one transaction, and the answer in the profile's form.
// server.ts checks the token before.
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { referenceIn } from '../shared/domain/reference.ts';
import { parseExact, stringifyExact } from '../shared/exact-json.ts';
import type { ExactJson } from '../shared/exact-json.ts';
import type { AnyOperation } from '../shared/service/index.ts';
import { documentKindOf } from '../shared/service/behaviour.ts';
import type { Operation } from '../shared/service/operation.ts';
import { documentKinds, phaseOf } from '../shared/service/profile.ts';
import { codecOf, wireNameOf } from '../shared/service/wire.ts';
import type { WireProblem } from '../shared/service/wire.ts';
import { isWrite } from './faults.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import { NOT_ACCEPTED } from './operations/document.ts';
import { refuse } from './operations/handler.ts';
import type { Answer, Fields, Practice, Refusal } from './operations/handler.ts';
import { answerTo } from './operations/index.ts';
import { countAnswer, envelope, pageOf, recordAnswer } from './paging.ts';
import { sendProblem } from './problem.ts';
import type { Sqlite } from './store/open.ts';
import { wholeList } from './store/records.ts';
import type { Page } from './store/records.ts';

export interface Service {
	readonly db: Sqlite;
	readonly practice: Practice;
	readonly faults: Faults;
	readonly journal: Journal;
	/** Whether writes other than signing in get an empty body. */
	readonly emptyWrites: boolean;
	readonly ending: AbortSignal;
}

interface ReadRequest {
	readonly path: Readonly<Record<string, unknown>>;
	readonly query: unknown;
	readonly body: unknown;
	readonly page: Page;
}

const PORTAL = `<!doctype html><html><head><title>Guest network</title></head>
<body><h1>Welcome</h1><p>Accept the terms to use the guest network.</p></body></html>`;

export async function serveOperation(
	service: Service,
	shared: readonly AnyOperation[],
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const operation = meant(shared, request, service.practice);
	const strike = service.faults.strike(operation);
	// Like a real service, finish the request even if the client gave up.
	const ended = strike.delayMs > 0 && !(await waited(strike.delayMs, service.ending));
	if (ended) return cutOff(request, reply);
	switch (strike.kind) {
		case 'drop-before-commit':
			return cutOff(request, reply);
		case 'unauthorized':
			service.practice.tokens.revoke(tokenIn(request, service.practice) ?? '');
			return sendProblem(reply, 401, 'The access token is no longer valid.');
		case 'too-many-requests':
			return sendProblem(reply.header('retry-after', '2'), 429, 'Too many requests.');
		case 'refused':
			return sendProblem(reply, 422, 'The practice service refuses this on purpose.');
		case 'html':
			return reply.code(200).type('text/html; charset=utf-8').send(PORTAL);
		case 'drop-reply':
		case 'cut-reply':
		case 'stall-reply':
		case 'trickle-reply':
		case 'error-after-commit':
		case null:
	}

	const read = await readRequest(operation, request, service.practice);
	const answer = 'ok' in read ? read : handle(service, operation, read);
	note(service, operation, read, answer, strike.kind === null);
	switch (strike.kind) {
		case 'drop-reply':
			return cutOff(request, reply);
		case 'cut-reply':
			return stopMidResponse(reply);
		case 'stall-reply':
			return neverEnd(reply, service.ending, null);
		case 'trickle-reply':
			return neverEnd(reply, service.ending, trickleMs);
		case 'error-after-commit':
			return sendProblem(reply, 500, 'Something went wrong on the way back.');
		case null:
			return send(reply, operation, answer, read, service);
	}
}

/** Of the operations that share an address, the one for the state that the request asks for. */
function meant(
	shared: readonly AnyOperation[],
	request: FastifyRequest,
	{ profile }: Practice,
): AnyOperation {
	const [first] = shared;
	if (first === undefined) throw new Error('Nothing is served here.');
	const kind = documentKindOf(first);
	if (shared.length === 1 || kind === null || !('body' in first)) return first;
	const asked = withStatus.safeParse(codecOf(first.body, profile).read(bodyOf(request), '', []));
	const phase = asked.success ? phaseOf(profile, kind, asked.data.status) : 'unknown';
	return shared.find((each: Operation) => each.sets === phase) ?? first;
}

const withStatus = z.object({ status: z.string() });

export function tokenIn(request: FastifyRequest, { profile }: Practice): string | undefined {
	const header = request.headers[profile.token.header.toLowerCase()];
	if (typeof header !== 'string') return undefined;
	const before = profile.token.scheme === '' ? '' : `${profile.token.scheme} `;
	return header.startsWith(before) ? header.slice(before.length) : undefined;
}

export function cutOff(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	reply.hijack();
	request.raw.socket.destroy();
	return reply;
}

function stopMidResponse(reply: FastifyReply): FastifyReply {
	reply.hijack();
	const { raw } = reply;
	raw.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': 100 });
	raw.write('{"id":', () => raw.destroy());
	return reply;
}

const trickleMs = 50;

/** It stalls, or trickles, until the client hangs up. @param everyMs null to stall */
function neverEnd(reply: FastifyReply, ending: AbortSignal, everyMs: number | null): FastifyReply {
	reply.hijack();
	const { raw } = reply;
	raw.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
	raw.write('{');
	const trickle = everyMs === null ? undefined : setInterval(() => raw.write(' '), everyMs);
	const hangUp = () => raw.destroy();
	ending.addEventListener('abort', hangUp);
	raw.on('close', () => {
		clearInterval(trickle);
		ending.removeEventListener('abort', hangUp);
	});
	return reply;
}

async function waited(ms: number, ending: AbortSignal): Promise<boolean> {
	return delay(ms, true, { signal: ending }).catch(() => false);
}

async function readRequest(
	operation: AnyOperation,
	request: FastifyRequest,
	{ profile }: Practice,
): Promise<ReadRequest | Refusal> {
	const problems: WireProblem[] = [];
	const fields: Fields = {};
	const query = isRecord(request.query) ? request.query : {};
	const page = operation.answer.kind === 'list' ? pageOf(query, profile, fields) : wholeList;
	let queryRead: unknown = {};
	let body: unknown;
	try {
		if ('query' in operation) {
			const known = knownOf(operation.query, query, profile);
			queryRead = codecOf(operation.query, profile).read(jsonOf(known), '', problems);
		}
		if ('body' in operation) {
			const json = 'form' in operation ? await formOf(request) : bodyOf(request);
			body = codecOf(operation.body, profile).read(json, '', problems);
		}
	} catch (error) {
		if (error instanceof SyntaxError) return refuse(400, 'The body is not JSON.');
		throw error;
	}
	for (const { path, expected } of problems) {
		fields[path.replace(/^\./, '') || 'body'] = `Expected ${expected}.`;
	}
	if (Object.keys(fields).length > 0) return refuse(400, NOT_ACCEPTED, fields);
	const path = isRecord(request.params) ? request.params : {};
	return { path, query: queryRead, body: withoutLostText(operation, body, profile), page };
}

/** A service that keeps no references silently drops the text that carries one. */
function withoutLostText(
	operation: AnyOperation,
	body: unknown,
	profile: Practice['profile'],
): unknown {
	const [name = ''] = operation.name.split('.');
	const kind = documentKinds.find((each) => each === name);
	if (kind === undefined || profile.reference[kind] !== null || !isRecord(body)) return body;
	return Object.fromEntries(
		Object.entries(body).filter(
			([name, value]) =>
				name !== 'description' && !(typeof value === 'string' && referenceIn(value) !== null),
		),
	);
}

const bodyOf = (request: FastifyRequest): ExactJson | undefined =>
	typeof request.body === 'string' && request.body !== '' ? parseExact(request.body) : undefined;

async function formOf(request: FastifyRequest): Promise<ExactJson | undefined> {
	if (!request.isMultipart()) return undefined;
	const form: Record<string, ExactJson> = {};
	for await (const part of request.parts()) {
		if (part.type === 'file') form[part.fieldname] = (await part.toBuffer()).toString('utf8');
		else if (typeof part.value === 'string') form[part.fieldname] = part.value;
	}
	return form;
}

/** The parameters under this service's names; ignores others. */
function knownOf(
	schema: z.ZodObject,
	query: Readonly<Record<string, unknown>>,
	profile: Practice['profile'],
): Readonly<Record<string, unknown>> {
	const names = new Set(Object.keys(schema.shape).map((name) => wireNameOf(schema, name, profile)));
	return Object.fromEntries(Object.entries(query).filter(([name]) => names.has(name)));
}

/** A repeated parameter becomes a list, which the codec rejects. */
const jsonOf = (query: Readonly<Record<string, unknown>>): ExactJson =>
	Object.fromEntries(
		Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : []]),
	);

export function handle(
	{ db, practice }: Pick<Service, 'db' | 'practice'>,
	operation: AnyOperation,
	read: ReadRequest,
): Answer {
	const run = () => answerTo(operation.name, read, practice);
	return operation.method === 'GET' ? run() : inTransaction(db, run);
}

function inTransaction(db: Sqlite, run: () => Answer): Answer {
	db.exec('BEGIN IMMEDIATE');
	try {
		const answer = run();
		db.exec(answer.ok ? 'COMMIT' : 'ROLLBACK');
		return answer;
	} catch (error) {
		if (db.inTransaction) db.exec('ROLLBACK');
		throw error;
	}
}

function note(
	{ journal, practice }: Service,
	operation: AnyOperation,
	read: ReadRequest | Refusal,
	answer: Answer,
	answered: boolean,
): void {
	const request = 'ok' in read ? undefined : read;
	const id = request?.path['id'];
	const description = isRecord(request?.body) ? request.body['description'] : undefined;
	journal.add({
		at: practice.now(),
		operation: operation.name,
		document: typeof id === 'string' ? id : null,
		reference: typeof description === 'string' ? referenceIn(description) : null,
		status: answer.ok ? 200 : answer.status,
		committed: answer.ok && isWrite(operation),
		answered,
	});
}

function send(
	reply: FastifyReply,
	operation: AnyOperation,
	answer: Answer,
	read: ReadRequest | Refusal,
	{ practice: { profile }, emptyWrites }: Service,
): FastifyReply {
	if (!answer.ok) return sendProblem(reply, answer.status, answer.detail, answer.fields);
	if (emptyWrites && isWrite(operation)) return reply.code(200).send();
	const json = jsonOfAnswer(operation, answer.value, 'ok' in read ? wholeList : read.page, profile);
	if (json === undefined) return reply.code(200).send();
	return reply.code(200).type('application/json; charset=utf-8').send(stringifyExact(json));
}

function jsonOfAnswer(
	operation: AnyOperation,
	value: unknown,
	page: Page,
	profile: Practice['profile'],
): ExactJson | undefined {
	const { answer } = operation;
	switch (answer.kind) {
		case 'one':
		case 'created':
			return 'open' in operation
				? codecOf(answer.schema, profile).write(value)
				: recordAnswer(codecOf(answer.schema, profile).write(value), profile);
		case 'list': {
			if (!isRecord(value) || !Array.isArray(value['rows'])) throw new Error('not a list');
			const codec = codecOf(answer.schema, profile);
			const rows = value['rows'].map((row: unknown) => codec.write(row) ?? null);
			return envelope(rows, Number(value['total']), page, profile);
		}
		case 'count':
			return countAnswer(Number(value), profile);
		case 'empty':
			return undefined;
	}
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
