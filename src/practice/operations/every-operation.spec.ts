// Every operation of the registry, by requests made from its own declaration: answers have the declared form, refusals are
// problem records and change nothing. Every request meets the same data, so that a failure can be made smaller.
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
	startTestPractice,
	type Answered,
	type TestPractice,
} from '../../../test/support/practice.ts';
import { parseExact, stringifyExact, type ExactJson } from '../../shared/exact-json.ts';
import { openCount, openList, openRecord } from '../../shared/service/envelope.ts';
import { dateTime, decimal, id, integer, stateWord } from '../../shared/service/field.ts';
import { operations, type OperationName } from '../../shared/service/index.ts';
import { partsOfPath, type Operation } from '../../shared/service/operation.ts';
import { serviceProfile } from '../../shared/service/profile.ts';
import { codecOf, type WireProblem } from '../../shared/service/wire.ts';
import { practiceProfile } from '../profile.ts';

const profile = serviceProfile.parse(practiceProfile);
const all: readonly (Operation & { readonly name: OperationName })[] = operations;
const seed = 20_260_302;

let practice: TestPractice;
let folder: string;
let token: string;
/** A connection of its own, by which a change of the file is seen and taken back. */
let file: Database.Database;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'stillroom-operations-'));
	const path = join(folder, 'practice.db');
	practice = await startTestPractice({ file: path });
	token = ((await practice.login()).json as { access_token: string }).access_token;
	practice.useToken(token);
	file = new Database(path);
	file.pragma('synchronous = OFF');
	await makeOneOfEach();
	file.pragma('wal_checkpoint(TRUNCATE)');
	copyFileSync(path, join(folder, 'start.db'));
	file.exec(`ATTACH '${join(folder, 'start.db')}' AS start`);
});
afterAll(async () => {
	file.close();
	await practice.close();
	rmSync(folder, { recursive: true });
});

/** Differs from the last one when the service committed anything since. */
const version = () => file.pragma('data_version', { simple: true });

/** Puts everything back to what it was before the first test. */
function restore(): void {
	const named = (type: 'table' | 'trigger') =>
		file
			.prepare<[string], { name: string; sql: string | null }>(
				`SELECT name, sql FROM start.sqlite_schema WHERE type = ? AND name <> 'token'`,
			)
			.all(type);
	// The ledger lets nothing be deleted from it.
	const triggers = named('trigger');
	file.exec(
		[
			'BEGIN IMMEDIATE',
			...triggers.map(({ name }) => `DROP TRIGGER main.${name}`),
			...named('table').flatMap(({ name }) => [
				`DELETE FROM main.${name}`,
				`INSERT INTO main.${name} SELECT * FROM start.${name}`,
			]),
			...triggers.map(({ sql }) => sql ?? ''),
			'COMMIT',
		].join(';\n'),
	);
	known.clear();
}

type Json = Record<string, unknown>;
interface Request {
	path: Record<string, string>;
	query: Record<string, string>;
	body: Json | undefined;
}

/** Records that were read since anything changed, by their kind. */
const known = new Map<string, Json[]>();
let knownOf: unknown;

function rowsOf(kind: string): Json[] {
	if (version() !== knownOf) known.clear();
	knownOf = version();
	const rows =
		known.get(kind) ??
		file
			.prepare<[string], { json: string }>('SELECT json FROM record WHERE kind = ? ORDER BY seq')
			.all(kind)
			.map((row) => JSON.parse(row.json) as Json);
	known.set(kind, rows);
	return rows;
}
const idsOf = (kind: string) => rowsOf(kind).map((row) => String(row['id']));

/** The kind of record that a name of an identifier means. */
const kindByField: Record<string, string> = {
	locationId: 'location',
	fromLocationId: 'location',
	toLocationId: 'location',
	locationIds: 'location',
	locations: 'location',
	itemId: 'item',
	supplierId: 'supplier',
	categoryId: 'category',
	classId: 'class',
	storageAreaId: 'storageArea',
	storageAreaIds: 'storageArea',
	wasteReasonId: 'wasteReason',
	modifierGroupId: 'modifierGroup',
	modifierGroupIds: 'modifierGroup',
	diningOptionIds: 'diningOption',
	diningOptionId: 'diningOption',
	menuItemId: 'menuItem',
	modifierId: 'modifier',
	roleId: 'role',
	roleIds: 'buyerRole',
	userId: 'buyerUser',
	appId: 'marketPlaceApp',
	businessStructureId: 'businessStructure',
	purchaseRequestId: 'purchaseRequest',
	purchaseOrderId: 'purchaseOrder',
	requisitionTemplateId: 'requisitionTemplate',
	returnOrderId: 'returnOrder',
	wastageId: 'wastage',
};

/** What an operation calls its own records in the store. */
const ownKind = (name: string): string => {
	const [first = ''] = name.split('.');
	const special: Record<string, string> = {
		inventoryItem: 'item',
		systemTaxSetting: 'tax',
		genericItem: 'item',
		'purchaseOrder.updateReceivingIntegration': 'purchaseReceiving',
	};
	return special[name] ?? special[first] ?? first;
};

/** A text that nothing has yet; every request meets the same data, so that chance is enough. */
const unique = (before: string, after = '') =>
	fc.integer({ min: 0, max: 999_999_999 }).map((number) => `${before}${number}${after}`);

/** Texts that mean something in the fields of this name. */
const textsByField: Record<string, fc.Arbitrary<string>> = {
	currency: fc.constant('EUR'),
	timeZone: fc.constant('UTC'),
	email: unique('someone', '@business.example'),
	prefix: fc.constant('AB'),
	target: unique('Target'),
	documentType: fc.constant('ReturnOrder'),
	widgetType: fc.constant('wastage'),
	engine: fc.constant('Search'),
	file: unique('name,code\n"Item, new ', '",C1\n'),
	from: fc.constant('EUR'),
	to: fc.constant('AED'),
	receiptNumber: unique('R'),
	invoiceNumber: unique('I'),
	orderDate: fc.constant('2026-03-01T00:00:00Z'),
	receivingDate: fc.constant('2026-03-01T00:00:00Z'),
};

const anyOf = (values: readonly string[]) =>
	values.length === 0 ? fc.constant('none') : fc.constantFrom(...values);

/** Values that a declaration accepts, sensible for the name of the field. */
function valueFor(schema: unknown, field: string, own: string): fc.Arbitrary<unknown> {
	if (schema instanceof z.ZodOptional) {
		return fc.option(valueFor(schema.def.innerType, field, own), { nil: undefined });
	}
	if (schema instanceof z.ZodArray) {
		return fc.array(valueFor(schema.def.element, field, own), { minLength: 1, maxLength: 3 });
	}
	if (schema instanceof z.ZodObject) return recordFor(schema, own);
	if (schema === id) {
		const isOwn = field === 'id' || field === 'ids';
		return anyOf(idsOf(isOwn ? own : (kindByField[field] ?? own)));
	}
	if (schema === decimal) return fc.constantFrom('1', '2.5', '0.75', '12');
	if (schema === integer) {
		return field === 'taxId' ? fc.constant(1) : fc.integer({ min: 1, max: 5 });
	}
	if (schema === stateWord) return fc.constantFrom('Submitted', 'Approved', 'Rejected');
	if (schema === dateTime) return fc.constant('2026-03-02T08:00:00Z');
	if (schema instanceof z.ZodBoolean) return fc.boolean();
	const text = textsByField[field];
	if (text) return text;
	if (kindByField[field] !== undefined) return anyOf(idsOf(kindByField[field]));
	return fc
		.tuple(unique('Text '), fc.string({ unit: 'grapheme', maxLength: 12 }))
		.map(([before, after]) => before + after);
}

const recordFor = (schema: z.ZodObject, own: string): fc.Arbitrary<Json> =>
	fc
		.record(
			Object.fromEntries(
				Object.entries(schema.shape).map(([field, inner]) => [field, valueFor(inner, field, own)]),
			),
		)
		.map((value) =>
			Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)),
		);

/** Makes the parts of a request agree: an item's own units, units that hold the base, areas of the location. */
function agree(value: unknown, locationId?: unknown): void {
	if (Array.isArray(value)) for (const each of value) agree(each, locationId);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
	const json = value as Json;
	const here = json['locationId'] ?? locationId;
	const item = [...rowsOf('item'), ...rowsOf('prepItem')].find(
		(each) => each['id'] === json['itemId'],
	);
	if (item) {
		for (const field of ['uomId', 'uom']) if (field in json) json[field] = item['baseUomId'];
		for (const part of (json['quantities'] ?? []) as Json[]) part['uomId'] = item['baseUomId'];
	}
	if (typeof json['baseUomId'] === 'number' && Array.isArray(json['units'])) {
		json['units'] = (json['units'] as Json[]).slice(0, 2).map((unit, index) => ({
			...unit,
			uomId: Number(json['baseUomId']) + index,
			conversionFactor: index === 0 ? '1' : '6',
		}));
		for (const each of (json['barcodes'] ?? []) as Json[]) each['uomId'] = json['baseUomId'];
	}
	if ('storageAreaId' in json) {
		json['storageAreaId'] = rowsOf('storageArea').find((each) => each['locationId'] === here)?.[
			'id'
		];
	}
	if ('fromLocationId' in json) {
		const [first, second] = idsOf('location');
		Object.assign(json, { fromLocationId: first, toLocationId: second });
	}
	for (const inner of Object.values(json)) agree(inner, here);
}

/** The rest that a request of this operation must agree with: records in the right state. */
const fits: Record<string, (request: Request) => void> = {
	'transferIn.receive': ({ body }) => onTransfer(body, 'transferIn', ['in-transit']),
	'transferOut.fulfill': ({ body }) => onTransfer(body, 'transferOut', ['finalized', 'in-transit']),
	'purchaseOrder.receive'({ body }) {
		const order = rowsOf('purchaseOrder').find((each) =>
			['approved', 'partly-received'].includes(String(each['status'])),
		);
		const [line] = (order?.['items'] ?? []) as Json[];
		Object.assign(body ?? {}, {
			purchaseOrderId: order?.['id'],
			items: [
				{
					purchaseOrderItemId: line?.['id'],
					itemId: line?.['itemId'],
					uomId: line?.['uomId'],
					quantity: '0.01',
				},
			],
		});
	},
	'account.login': ({ body }) =>
		void Object.assign(body ?? {}, { client_id: 'test-client', client_secret: 'test-secret' }),
	'role.removeUser'({ body }) {
		const [pair] = rowsOf('userRole');
		Object.assign(body ?? {}, { roleId: pair?.['roleId'], userId: pair?.['userId'] });
	},
	'marketPlaceApp.install': ({ body }) =>
		void Object.assign(body ?? {}, { appId: appThat(false), taxes: [] }),
	'marketPlaceApp.uninstall': ({ body }) =>
		void Object.assign(body ?? {}, { appId: appThat(true) }),
	'currency.update'({ body }) {
		delete body?.['rate'];
	},
	'prefixConfiguration.code'({ query }) {
		const set = rowsOf('transactionPrefix').find((each) => each['isActive'] === true);
		query['target'] = String(set?.['target']);
	},
	'sale.update'({ path, body }) {
		const before = rowsOf('sale').find((each) => each['id'] === path['id']);
		Object.assign(body ?? {}, { locationId: before?.['locationId'] });
	},
	'report.controlTower': ({ query }) => aSpan(query),
	'report.transfers': ({ query }) => aSpan(query),
	'returnOrder.create': ({ body }) => noReceipt(body),
	'returnOrder.update': ({ body }) => noReceipt(body),
	'inventoryItem.update': ({ body }) => keepUnits(body, 'item'),
	'prepItem.update': ({ body }) => keepUnits(body, 'prepItem'),
	'prepItem.changeStock': ({ body }) => ofPrep(body),
	'production.create': ({ body }) => ofPrep(body),
	'production.update': ({ body }) => ofPrep(body),
	'location.update'({ body }) {
		const before = rowsOf('location').find((each) => each['id'] === body?.['id']);
		Object.assign(body ?? {}, { currency: before?.['currency'] ?? 'EUR' });
	},
	'inventoryItem.rollBack'({ body }) {
		const last = file
			.prepare<[], Json>(`SELECT * FROM movement WHERE kind = 'count' ORDER BY no DESC`)
			.get();
		Object.assign(body ?? {}, {
			locationId: last?.['location_id'],
			itemId: last?.['item_id'],
			storageAreaId: last?.['storage_area_id'],
		});
	},
};

const aSpan = (query: Record<string, string>) =>
	Object.assign(query, { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' });
const appThat = (isInstalled: boolean) =>
	rowsOf('marketPlaceApp').find(
		(each) => each['isInstalled'] === isInstalled && each['isActive'] !== false,
	)?.['id'];

function onTransfer(body: Json | undefined, kind: string, states: readonly string[]): void {
	const transfer = rowsOf(kind).find((each) => states.includes(String(each['status'])));
	const [line] = (transfer?.['items'] ?? []) as Json[];
	const items = [
		{ transferItemId: line?.['id'], itemId: line?.['itemId'], quantities: [], quantity: '0.001' },
	];
	Object.assign(body ?? {}, { transferId: transfer?.['id'], items });
}

function noReceipt(body: Json | undefined): void {
	for (const field of ['purchaseOrderId', 'purchaseOrderReceivingId']) delete body?.[field];
	for (const line of (body?.['items'] ?? []) as Json[]) delete line['purchaseOrderReceivingItemId'];
	stay(body, 'returnOrder');
}

function keepUnits(body: Json | undefined, kind: string): void {
	const before = rowsOf(kind).find((each) => each['id'] === body?.['id']);
	Object.assign(body ?? {}, { baseUomId: before?.['baseUomId'], units: before?.['units'] });
	// Text on our side; in the file they are numbers.
	for (const unit of (body?.['units'] ?? []) as Json[]) {
		unit['conversionFactor'] = String(unit['conversionFactor']);
	}
	delete body?.['barcodes'];
	delete body?.['ingredients'];
}

function ofPrep(body: Json | undefined): void {
	const [prep] = rowsOf('prepItem');
	for (const line of (body?.['items'] ?? []) as Json[]) {
		Object.assign(line, { itemId: prep?.['id'] });
		if ('uomId' in line) line['uomId'] = prep?.['baseUomId'];
	}
	stay(body, 'production');
}

/** A document stays at its location. */
function stay(body: Json | undefined, kind: string): void {
	const before = rowsOf(kind).find((each) => each['id'] === body?.['id']);
	if (before && body) body['locationId'] = before['locationId'];
}

/** Requests of an operation that its declaration accepts. */
function requestFor(operation: Operation): fc.Arbitrary<Request> {
	const own = ownKind(operation.name);
	return fc
		.record({
			path: fc.record(
				Object.fromEntries(
					partsOfPath(operation.path).map((part) => [
						part,
						valueFor(textsByField[part] ? z.string() : id, part, own) as fc.Arbitrary<string>,
					]),
				),
			),
			query: operation.query
				? (recordFor(operation.query, own) as fc.Arbitrary<Record<string, string>>)
				: fc.constant({}),
			body:
				operation.body instanceof z.ZodObject
					? recordFor(operation.body, own)
					: fc.constant(undefined),
		})
		.map((request) => {
			agree(request.body);
			for (const kind of [
				'section',
				'storageArea',
				'wastage',
				'purchaseOrder',
				'purchaseRequest',
			]) {
				if (kind === own) stay(request.body, kind);
			}
			fits[operation.name]?.(request);
			return request;
		});
}

/** A new document that was brought so far, by the operations that bring one there. @returns its identifier */
async function bring(prefix: string, phase: string): Promise<string> {
	const path = { id: '' };
	for (let tries = 0; path.id === '' && tries < 20; tries += 1) {
		const create = all.find((each) => each.name === `${prefix}.create`)!;
		const [request] = fc.sample(requestFor(create), { numRuns: 1, seed: seed + tries });
		const { status, json } = await send(create, request!);
		if (status === 200) path.id = (json as { id: string }).id;
	}
	const way = ['submitted', 'approved', 'finalized'];
	for (const step of way.slice(0, way.indexOf(phase) + 1)) {
		const verb = { submitted: 'submit', approved: 'approve', finalized: 'finalize' }[step] ?? '';
		const operation = all.find((each) => each.name === `${prefix}.${verb}`);
		const answered = operation
			? await send(operation, { path, query: {}, body: undefined })
			: await practice.call('purchaseOrder.updateStatus', {
					body: { ...path, status: 'Submitted' },
				});
		// An order that was made as no draft is submitted already.
		expect([200, 409]).toContain(answered.status);
	}
	return path.id;
}

/** What these do is refused for all that the small data has: it is used, or no draft any more. */
const ofNewRecord = new Set<string>([
	'class.remove',
	'modifierGroup.remove',
	'inventoryItem.remove',
	'transferIn.update',
	'production.update',
	'purchaseRequest.update',
]);

/** Sees to it that there is a document in the state that the operation begins from. */
async function prepare({ name, replay }: Operation, request: Request): Promise<void> {
	const [prefix = ''] = name.split('.');
	if (replay?.proof === 'state' && 'id' in request.path) {
		request.path['id'] = await bring(prefix, replay.from[0] ?? 'draft');
	} else if (name === 'production.reopen') {
		request.path['id'] = await bring(prefix, 'approved');
	} else if (name === 'transferOut.fulfill') {
		await bring(prefix, 'finalized');
	} else if (name === 'purchaseOrder.receive') {
		await bring(prefix, 'approved');
	} else if (name === 'inventoryItem.rollBack') {
		const change = all.find((each) => each.name === 'inventoryItem.changeStock')!;
		const [counted] = fc.sample(requestFor(change), { numRuns: 1, seed });
		expect((await send(change, counted!)).status).toBe(200);
	} else if (ofNewRecord.has(name)) {
		const id = await bring(prefix, 'draft');
		Object.assign(request.body ?? {}, { id });
		stay(request.body, ownKind(name));
	} else if (name.endsWith('.updateMany') && 'status' in (request.body ?? {})) {
		Object.assign(request.body ?? {}, { ids: [await bring(prefix, 'submitted')] });
	} else {
		return;
	}
	fits[name]?.(request);
}

async function send(operation: Operation, request: Request): Promise<Answered> {
	const name = operation.name as OperationName;
	if (operation.form) {
		const form = new FormData();
		for (const [field, value] of Object.entries(request.body ?? {})) form.set(field, String(value));
		if (operation.open) return practice.send('POST', operation.path, { body: form });
		const headers = { authorization: `Bearer ${token}` };
		return practice.send(operation.method, operation.path, { headers, body: form });
	}
	const json =
		operation.body === undefined || request.body === undefined
			? undefined
			: stringifyExact(codecOf(operation.body, profile).write(request.body));
	return practice.call(name, {
		path: encoded(request.path),
		query: request.query,
		...(json === undefined ? {} : { body: json }),
	});
}

const encoded = (path: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(path).map(([part, value]) => [part, encodeURIComponent(value)]),
	);

/** What is wrong with the form of an answer of status 200. */
function problemsOf({ answer }: Operation, { text }: Answered): WireProblem[] {
	const problems: WireProblem[] = [];
	const json: ExactJson | undefined = text === '' ? undefined : parseExact(text);
	switch (answer.kind) {
		case 'empty':
			return text === '' ? [] : [{ path: '$', expected: 'nothing' }];
		case 'count':
			return openCount(json, profile) === null ? [{ path: '$', expected: 'a number' }] : [];
		case 'list': {
			const list = openList(json, profile);
			if (list === null) return [{ path: '$', expected: 'a list' }];
			for (const row of list.rows) codecOf(answer.schema, profile).read(row, '$', problems);
			return problems;
		}
		case 'one':
		case 'created':
			codecOf(answer.schema, profile).read(openRecord(json, profile), '$', problems);
			return problems;
	}
}

function expectProblem(answered: Answered, status: number): void {
	expect(answered.headers.get('content-type')).toContain('application/problem+json');
	expect(answered.json).toMatchObject({ status });
}

/** Of these nothing that a person may do by chance leads to more than a refusal. */
const neverAccepted = new Set<string>([
	// Its tokens come from a sign-in and work once: server.spec.ts.
	'account.refresh',
]);

/** Records of kinds that the small data has none of, made by their own operations: something to name. */
async function makeOneOfEach(): Promise<void> {
	for (const operation of all.filter(({ name }) => name.endsWith('.create'))) {
		if (idsOf(ownKind(operation.name)).length > 0) continue;
		for (const request of fc.sample(requestFor(operation), { numRuns: 10, seed })) {
			if ((await send(operation, request)).status === 200) break;
		}
	}
	const install = all.find(({ name }) => name === 'marketPlaceApp.install')!;
	const [request] = fc.sample(requestFor(install), { numRuns: 1, seed });
	await send(install, request!);
}

/** Sends the request to the data as they were at the beginning, and puts them back. */
async function tried(operation: Operation, generated: Request) {
	const request = structuredClone(generated);
	const start = version();
	try {
		await prepare(operation, request);
		const before = version();
		const answered = await send(operation, request);
		const changed = version() !== before;
		return { request, answered, changed, differences: changed ? practice.checkLedger() : [] };
	} finally {
		if (version() !== start) restore();
	}
}

describe('every operation', () => {
	test.each(all.map((each) => each.name))(
		'%s answers in its declared form, or refuses and changes nothing',
		{ timeout: 60_000 },
		async (name) => {
			const operation = all.find((each) => each.name === name)!;
			let accepted = 0;
			const property = fc.asyncProperty(requestFor(operation), async (generated) => {
				const { request, answered, changed, differences } = await tried(operation, generated);
				expect(differences).toEqual([]);
				const said = `${JSON.stringify(request)} → ${answered.status} ${answered.text.slice(0, 400)}`;
				if (answered.status === 200) {
					accepted += 1;
					expect(problemsOf(operation, answered), said).toEqual([]);
					if (operation.method === 'GET') expect(changed, said).toBe(false);
				} else {
					expect(answered.status, said).toBeGreaterThanOrEqual(400);
					expect(answered.status, said).toBeLessThan(500);
					expectProblem(answered, answered.status);
					expect(changed, said).toBe(false);
				}
			});
			for (let more = 0; more < 4 && (more === 0 || accepted === 0); more += 1) {
				await fc.assert(property, { numRuns: 5, seed: seed + more });
			}
			if (!neverAccepted.has(name))
				expect(accepted, `${name} was never accepted`).toBeGreaterThan(0);
		},
	);
});

/** A value of another type than the field has. */
const wrongFor = (schema: unknown): unknown => {
	const inner = schema instanceof z.ZodOptional ? schema.def.innerType : schema;
	if (inner === id || inner === decimal || inner === integer || inner === stateWord) return true;
	if (inner instanceof z.ZodString) return 7;
	return 'wrong';
};

describe('every operation with a body', () => {
	test.each(
		all.filter((each) => each.body instanceof z.ZodObject && !each.form).map((each) => each.name),
	)('%s refuses what it cannot read, names the field and changes nothing', async (name) => {
		const operation = all.find((each) => each.name === name)!;
		const shape = (operation.body as z.ZodObject).shape;
		await fc.assert(
			fc.asyncProperty(
				requestFor(operation),
				fc.constantFrom(...Object.keys(shape)),
				fc.constantFrom('left out', 'of another type', 'no JSON'),
				async (request, field, how) => {
					const isOptional = shape[field] instanceof z.ZodOptional;
					const before = version();
					const whole = codecOf(operation.body!, profile).write(request.body) as Json;
					const { [field]: _left, ...rest } = whole;
					const json =
						how === 'no JSON'
							? '{ "half": '
							: how === 'left out' && !isOptional
								? stringifyExact(rest as ExactJson)
								: stringifyExact({ ...rest, [field]: wrongFor(shape[field]) } as ExactJson);
					const answered = await practice.call(name, {
						path: encoded(request.path),
						query: request.query,
						body: json,
					});
					expect(answered.status, json + answered.text).toBe(400);
					expectProblem(answered, 400);
					if (how !== 'no JSON') expect(answered.json).toHaveProperty([field]);
					expect(version()).toBe(before);
				},
			),
			{ numRuns: 6, seed },
		);
	});
});

test.each(all.filter((each) => partsOfPath(each.path).includes('id')).map((each) => each.name))(
	'%s refuses a document that is not there',
	async (name) => {
		const operation = all.find((each) => each.name === name)!;
		const [request] = fc.sample(requestFor(operation), { numRuns: 1, seed });
		const before = version();
		const answered = await send(operation, { ...request!, path: { id: 'nobody ☂' } });
		expect(answered.status).toBe(404);
		expectProblem(answered, 404);
		expect(version()).toBe(before);
	},
);

test.each(all.filter((each) => each.answer.kind === 'list').map((each) => each.name))(
	'%s refuses a page that cannot be',
	async (name) => {
		const operation = all.find((each) => each.name === name)!;
		const [request] = fc.sample(requestFor(operation), { numRuns: 1, seed });
		const answered = await send(operation, {
			...request!,
			query: { ...request!.query, pageNumber: '-1' },
		});
		expect(answered.status).toBe(400);
		expect(answered.json).toHaveProperty('pageNumber');
	},
);

test.each(all.filter((each) => !each.open).map((each) => each.name))(
	'%s asks for a token',
	async (name) => {
		const operation = all.find((each) => each.name === name)!;
		const path = operation.path.replace(/\{\w+\}/g, 'x');
		const answered = await practice.send(operation.method, path);
		expect(answered.status).toBe(401);
	},
);
