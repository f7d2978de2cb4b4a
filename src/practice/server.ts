// The practice service: serves the registry's operations on 127.0.0.1 from one SQLite file.
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import type { FastifyError, FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { DataSet } from '../shared/bridge/practice.ts';
import { findOperation, operations } from '../shared/service/index.ts';
import type { OperationName } from '../shared/service/index.ts';
import { addressOf } from '../shared/service/address.ts';
import { serviceProfile } from '../shared/service/profile.ts';
import { addControlRoutes } from './control.ts';
import { fillWithDemo } from './demo/fill.ts';
import { Faults } from './faults.ts';
import { Journal } from './journal.ts';
import type { Practice } from './operations/handler.ts';
import { sendProblem } from './problem.ts';
import { cutOff, serveOperation, tokenIn } from './serve-operation.ts';
import type { Service } from './serve-operation.ts';
import { Ledger } from './store/ledger.ts';
import type { LedgerDifference } from './store/ledger.ts';
import { openPracticeFile, rebuild } from './store/open.ts';
import { Records } from './store/records.ts';
import { Tokens } from './store/tokens.ts';
import { variants } from './variants.ts';
import type { VariantName } from './variants.ts';

export interface PracticeOptions {
	/** Path of the SQLite file, `:memory:`, or what is in memory. A new file is filled at once. */
	file: string | Buffer;
	port: number;
	clientId: string;
	clientSecret: string;
	controlToken: string;
	clock?: { now(): number };
	/** The same seed gives the same data and affects the same requests with random faults. */
	seed?: number;
	dataSet?: DataSet;
	/** Which variant of the documented service; default `a`. */
	variant?: VariantName;
	tokenSeconds?: number;
}

export interface PracticeService {
	readonly url: string;
	/** Where stock differs from the sum of its movements; empty unless the service is broken. */
	checkLedger(): LedgerDifference[];
	close(): Promise<void>;
}

declare module 'fastify' {
	interface FastifyContextConfig {
		/** By name: comparing the types of all operations takes the compiler seconds. */
		operations?: readonly OperationName[];
		control?: true;
	}
}

const MOST_BODY_BYTES = 4 * 1024 * 1024;

/** @throws if the port is taken or another version made the file. */
export async function startPracticeService(options: PracticeOptions): Promise<PracticeService> {
	const clock = options.clock ?? { now: () => Date.now() };
	const seed = options.seed ?? 1;
	const variant = variants[options.variant ?? 'a'];
	const profile = serviceProfile.parse(variant.profile);
	const { db, isNew } = openPracticeFile(options.file);
	const fill = () =>
		rebuild(db, () => {
			fillWithDemo(db, {
				seed,
				dataSet: options.dataSet ?? 'demo',
				now: clock.now(),
				profile,
			});
		});
	const ending = new AbortController();
	const app = Fastify({
		bodyLimit: MOST_BODY_BYTES,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 200 },
	});
	try {
		if (isNew) fill();
		const records = new Records(db);
		const practice: Practice = {
			records,
			ledger: new Ledger(db),
			tokens: new Tokens(db, options.tokenSeconds ?? 300),
			credentials: { clientId: options.clientId, clientSecret: options.clientSecret },
			profile,
			now: () => clock.now(),
			newId: profile.ids === 'integer' ? () => records.nextWhole('id') : randomUUID,
		};
		const service: Service = {
			db,
			practice,
			faults: new Faults(seed),
			journal: new Journal(),
			emptyWrites: variant.emptyWrites,
			ending: ending.signal,
		};
		await addRoutes(app, service, options.controlToken, fill);
		const url = await app.listen({ host: '127.0.0.1', port: options.port });
		return {
			url,
			checkLedger: () => practice.ledger.check(),
			async close() {
				ending.abort();
				await app.close();
				db.pragma('wal_checkpoint(TRUNCATE)');
				db.close();
			},
		};
	} catch (error) {
		await app.close();
		db.close();
		throw error;
	}
}

async function addRoutes(
	app: FastifyInstance,
	service: Service,
	controlToken: string,
	reset: () => void,
): Promise<void> {
	const { practice, faults } = service;
	await app.register(multipart, {
		limits: { fields: 10, fieldSize: 10_000, files: 1, fileSize: MOST_BODY_BYTES },
	});
	// JSON is parsed once the operation is known, without passing numbers through a float.
	app.removeContentTypeParser(['application/json', 'text/plain']);
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) => {
		parsed(null, body);
	});

	app.addHook('onRequest', async (request, reply) => {
		const { operations: names = [], control } = request.routeOptions.config;
		const asked = names.flatMap((name) => findOperation(name) ?? []);
		if (control) {
			if (request.headers['x-control-token'] === controlToken) return;
			return sendProblem(reply, 403, 'The control token is missing or wrong.');
		}
		if (faults.cutsOff(asked)) return cutOff(request, reply);
		if (asked.every((operation) => operation.open === true)) return;
		const token = tokenIn(request, practice);
		if (token !== undefined && practice.tokens.accepts(token, practice.now())) return;
		return sendProblem(
			reply.header('www-authenticate', practice.profile.token.scheme || 'Bearer'),
			401,
			token === undefined ? 'An access token is needed.' : 'The access token is not valid.',
		);
	});
	app.addHook('onSend', async (_request, reply) => {
		reply.header('date', new Date(practice.now()).toUTCString());
	});
	app.setNotFoundHandler((_request, reply) =>
		sendProblem(reply, 404, 'No operation is at this address.'),
	);
	app.setErrorHandler((error: FastifyError, _request, reply) => {
		const status = error.statusCode ?? 500;
		return sendProblem(reply, status, status < 500 ? error.message : 'Something went wrong here.');
	});

	const byAddress = Map.groupBy(operations, (operation) => {
		const { method, path } = addressOf(operation, practice.profile);
		return `${method} ${path}`;
	});
	for (const [address, shared] of byAddress) {
		const [method = '', path = ''] = address.split(' ');
		app.route({
			method,
			url: path.replace(/\{(\w+)\}/g, ':$1'),
			config: { operations: shared.map(({ name }) => name) },
			handler: (request, reply) => serveOperation(service, shared, request, reply),
		});
	}
	addControlRoutes(app, service, reset);
}
