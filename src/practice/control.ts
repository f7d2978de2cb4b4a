// Control routes: faults, journal, snapshot and reset. They are not part of the service and have their own token.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fault } from '../shared/bridge/practice.ts';
import { stringifyExact } from '../shared/exact-json.ts';
import type { ExactJson } from '../shared/exact-json.ts';
import { sendProblem } from './problem.ts';
import type { Service } from './serve-operation.ts';

const faultList = z.object({ faults: z.array(fault) });

export function addControlRoutes(app: FastifyInstance, service: Service, reset: () => void): void {
	const { faults, journal } = service;
	const config = { control: true } as const;
	const json = 'application/json; charset=utf-8';

	app.get('/control/faults', { config }, async (_request, reply) =>
		reply.type(json).send(JSON.stringify({ faults: faults.list() })),
	);

	app.put('/control/faults', { config }, async (request, reply) => {
		const wanted = faultList.safeParse(jsonOrNothing(request.body));
		if (!wanted.success) {
			return sendProblem(reply, 400, z.prettifyError(wanted.error));
		}
		faults.set(wanted.data.faults);
		return reply.type(json).send(JSON.stringify({ faults: faults.list() }));
	});

	app.get('/control/journal', { config }, async (_request, reply) =>
		reply.type(json).send(JSON.stringify({ entries: journal.entries() })),
	);

	app.get('/control/snapshot', { config }, async (_request, reply) =>
		reply.type(json).send(stringifyExact(snapshotOf(service))),
	);

	app.post('/control/reset', { config }, async (_request, reply) => {
		faults.set([]);
		journal.clear();
		reset();
		return reply.type(json).send('{}');
	});
}

/**
 * All documents and stock in order of creation. Quantities and money are text with exact digits; `status` is our phase
 * (`in-transit`), not the profile's word.
 */
function snapshotOf({ practice }: Pick<Service, 'practice'>): ExactJson {
	const { records, ledger } = practice;
	const documents = {
		wastage: records.all('wastage'),
		transferOut: records.all('transferOut'),
		transferIn: records.all('transferIn'),
		fulfilments: records.all('fulfilment'),
		receipts: records.all('receipt'),
		purchaseOrder: records.all('purchaseOrder'),
		orderReceipts: records.all('purchaseReceiving'),
		returnOrder: records.all('returnOrder'),
		stockChanges: records.all('stockChange'),
		stock: ledger.list({}, { offset: 0, limit: -1 }).rows,
		ledgerDifferences: ledger.check(),
	};
	// Our records are JSON, except exact numbers in unknown fields.
	return documents as unknown as ExactJson;
}

function jsonOrNothing(body: unknown): unknown {
	if (typeof body !== 'string') return undefined;
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
