// A whole program at a service with truncated, strange or broken lists: none is taken as an absence, and none ends the
// program.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestPc, removePc, type TestPc } from './support/pc.ts';
import { credentials } from './support/practice.ts';
import { startScriptedService, type ScriptedService } from './support/scripted-service.ts';

let service: ScriptedService;
let pc: TestPc;
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);

beforeEach(async () => {
	unhandled.length = 0;
	process.on('unhandledRejection', onUnhandled);
	service = await startScriptedService();
	pc = await openTestPc();
});
afterEach(async () => {
	await pc.stop();
	removePc(pc);
	await service.close();
	process.off('unhandledRejection', onUnhandled);
});

const supplier = (number: number) => ({ id: `S${String(number)}`, name: `Supplier ${number}` });

/** All lists are empty except suppliers, which the test answers page by page. */
function suppliers(page: (number: number, size: number) => string): void {
	service.script = ({ path, query }, answer) => {
		const isList = path.toLowerCase().endsWith('/supplier');
		answer(
			200,
			isList ? page(Number(query.get('pageNumber')), Number(query.get('pageSize'))) : '[]',
		);
	};
}

async function pull() {
	const { sync } = await pc.call('app.state', {});
	if (!sync.running) await pc.call('sync.pull', {});
	await pc.until((app) => !app.sync.running && app.sync.asOf !== null);
	const state = (await pc.call('app.state', {})).sync;
	return { ...state, list: state.tables.find(({ kind }) => kind === 'supplier')! };
}

async function connect(profile: object = {}): Promise<void> {
	const { clientId, clientSecret } = credentials;
	await pc.call('session.connect', { serviceUrl: service.url, clientId, clientSecret, profile });
}

/** As from a service with that many rows and a page limit. */
const cut =
	(rows: number, cap: number) =>
	(number: number, size: number): string => {
		const most = Math.min(size, cap);
		const from = (number - 1) * most;
		const here = Math.max(0, Math.min(most, rows - from));
		return JSON.stringify(Array.from({ length: here }, (_, at) => supplier(from + at + 1)));
	};

test('fetches all suppliers from a service that gives 40 of its 146 rows at a time', async () => {
	suppliers(cut(146, 40));
	await connect();
	expect(await pull()).toMatchObject({ list: { complete: true, count: 146 } });
});

test('fetches all suppliers from a service that pages 1,200 rows by the Link header, 250 at a time', async () => {
	service.script = ({ path, query }, answer) => {
		if (!path.toLowerCase().endsWith('/supplier')) {
			answer(200, '[]');
			return;
		}
		const page = Number(query.get('after') ?? 1);
		const link = `</api/v1/Supplier?after=${String(page + 1)}>; rel="next", </api/v1/Supplier>; rel="first"`;
		answer(200, cut(1_200, 250)(page, 250), page * 250 < 1_200 ? { link } : {});
	};
	await connect();
	expect(await pull()).toMatchObject({ list: { complete: true, count: 1_200 } });
});

test('refreshes one list on demand without reading others', async () => {
	suppliers(cut(3, 500));
	await connect();
	await pull();
	service.seen.length = 0;
	await pc.call('sync.pull', { lists: ['wastage'] });
	expect(new Set(service.seen.map(({ path }) => path.split('/').at(-1)))).toEqual(
		new Set(['Wastage']),
	);
});

test('a truncated list removes nothing from the copies, and says why it is incomplete', async () => {
	suppliers(cut(146, 500));
	await connect();
	expect((await pull()).list).toMatchObject({ complete: true, count: 146 });

	// From now on it gives the first 40, whatever page is requested.
	suppliers((_number, size) => cut(40, 40)(1, size));
	const { list, failure } = await pull();
	expect(failure).toBeNull();
	expect(list).toMatchObject({
		...{ complete: false, count: 146 },
		incomplete: { code: 'repeats', page: 2, came: 40, told: null },
	});
});

test('a number out of range on a later page costs only its row, and the program continues and restarts', async () => {
	suppliers((number, size) =>
		number === 1
			? cut(80, 40)(1, size)
			: cut(80, 40)(number, size).replace('"id":"S45"', '"id":"S45","creditLimit":1e999'),
	);
	service.script = withItems(service.script);
	await connect();
	const { unreadable, tables } = await pull();
	expect(tables.find(({ kind }) => kind === 'item')).toMatchObject({ count: 79, complete: false });
	expect(unreadable.rows).toEqual([
		{ kind: 'item', place: 45, name: 'Item 45', field: 'unitCost' },
	]);
	expect(unhandled).toEqual([]);
	await pc.stop();
	pc = await openTestPc({ folder: pc.folder });
	expect((await pc.call('app.state', {})).sync.unreadable.count).toBe(1);
});

/** 80 items on two pages, the 45th with a cost too long for a decimal. */
function withItems(script: ScriptedService['script']): ScriptedService['script'] {
	return (seen, answer, ...more) => {
		if (!seen.path.toLowerCase().endsWith('/inventoryitem')) {
			script(seen, answer, ...more);
			return;
		}
		const from = (Number(seen.query.get('pageNumber')) - 1) * 40;
		const items = Array.from({ length: Math.max(0, Math.min(40, 80 - from)) }, (_, at) => {
			const number = from + at + 1;
			return `{"id":"I${number}","name":"Item ${number}","baseUomId":1,"units":[{"uomId":1,"name":"each","conversionFactor":1}],"unitCost":${number === 45 ? '1e999' : '1'}}`;
		});
		answer(200, `[${items.join()}]`);
	};
}
