// A core without hosts, for tests of its capabilities: real files, the real outbox and pull, and a scripted service in
// place of the network.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../src/shared/bridge/app.ts';
import {
	contract,
	type Caller,
	type CallInput,
	type CallName,
	type CallOutput,
	type EventName,
	type EventPayload,
} from '../../src/shared/bridge/contract.ts';
import type { Failure, Reply } from '../../src/shared/bridge/reply.ts';
import type { ItemRecord } from '../../src/shared/service/inventory-item.ts';
import { nothingLearned } from '../../src/shared/service/behaviour.ts';
import { serviceProfile, type ServiceProfile } from '../../src/shared/service/profile.ts';
import { settingsInCall } from '../../src/main/core/acting-person.ts';
import type { ListReader, ServiceApi, UnreadableRow } from '../../src/main/core/api/service-api.ts';
import type { ReadResult, WriteVerdict } from '../../src/main/core/api/verdict.ts';
import { workCapabilities } from '../../src/main/core/capabilities.ts';
import type { CoreContext } from '../../src/main/core/context.ts';
import { presentCounters } from '../../src/main/core/stocktake/counters.ts';
import { documentReopening } from '../../src/main/core/document/reopen.ts';
import type { LaneRow } from '../../src/main/core/outbox/action.ts';
import { createOutbox } from '../../src/main/core/outbox/engine.ts';
import type { CorePorts, CrashPoint } from '../../src/main/core/ports.ts';
import { FollowUps } from '../../src/main/core/follow-up/follow-ups.ts';
import { ImportRuns } from '../../src/main/core/import/runs.ts';
import { recordParts } from '../../src/main/core/record/record.ts';
import { recordTelling } from '../../src/main/core/record/telling.ts';
import { openStore } from '../../src/main/core/store/open.ts';
import { Sync, type Standing } from '../../src/main/core/sync/sync.ts';
import { kindNames } from '../../src/shared/document/kinds.ts';
import { quietPorts } from './ports.ts';
import { addAccounts } from './store.ts';
import { someSettings } from './test-core.ts';
import { applied, unreachable } from './verdicts.ts';
import { virtualClock } from './virtual-clock.ts';

export const accountId = 'account-1';
export const caller = { connection: 'test' };

/** The service's data and answers, changed by the test. */
interface ScriptedLists {
	/** Records by list operation. */
	lists: Record<string, unknown[]>;
	pageSize: number;
	/** Lists that end silently after this many rows. */
	cutAfter: Record<string, number>;
	unreadable: Record<string, UnreadableRow[]>;
	/** Returns every location's stock, whichever is requested. */
	ignoresLocation: boolean;
	there: boolean;
	/** The verdict of every write. An applied create makes `S-1`, `S-2`…, and a submit submits it. */
	verdict: WriteVerdict;
	/** Verdicts of the next writes, before `verdict` applies again. */
	next: WriteVerdict[];
	writes: { name: string; path: Record<string, string>; body: Record<string, unknown> }[];
	onRead(name: string): void | Promise<void>;
	onWrite(name: string): void | Promise<void>;
}

type Work = ReturnType<typeof workCapabilities>;
type Both<Calls> = (Calls extends unknown ? (calls: Calls) => void : never) extends (
	calls: infer All,
) => void
	? All
	: never;

const callsOf = (work: Work) =>
	Object.assign({}, ...Object.values(work).map((make) => make())) as Both<
		ReturnType<Work[keyof Work]>
	>;

/** Opens a kitchen on its own folder, or on another's, as after a restart. */
export function openKitchen(
	options: {
		folder?: string;
		profile?: Partial<ServiceProfile>;
		settings?: Partial<Settings>;
		practice?: boolean;
		/** The outbox's request when the disk refuses a write. */
		giveRoom?: () => boolean;
		crashPoint?: CrashPoint;
		/** Service state for the scheduled pull; default offline. */
		standing?: () => Standing;
		/** Whether waiting work has priority over the scheduled pull. */
		waiting?: () => boolean;
		/** Another service in place of the scripted one. */
		api?: (nextReadNo: () => number) => ServiceApi;
	} = {},
) {
	let ended = false;
	const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'stillroom-kitchen-'));
	const clock = virtualClock();
	const store = openStore(folder);
	addAccounts(store, [accountId]);
	let profile = { ...serviceProfile.parse({}), ...options.profile };
	const service: ScriptedLists = {
		lists: {},
		pageSize: 500,
		cutAfter: {},
		unreadable: {},
		ignoresLocation: false,
		there: true,
		verdict: applied(null),
		next: [],
		writes: [],
		onRead: () => undefined,
		onWrite: () => undefined,
	};
	const drawReadNo = store.cache
		.prepare<[], number>('UPDATE read_counter SET last = last + 1 RETURNING last')
		.pluck();
	const nextReadNo = () => drawReadNo.get()!;
	const api = options.api?.(nextReadNo) ?? scriptedApi(service, nextReadNo);
	let ids = store.durable.prepare('SELECT count(*) FROM draft').pluck().get() as number;
	const prefix = String(Date.now()).slice(-8);
	const ports: CorePorts = {
		clock,
		...quietPorts(),
		newId: () => `${prefix}-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`,
		crashPoint: options.crashPoint ?? (() => undefined),
		pcName: 'Office',
	};
	const settings: Settings = {
		...someSettings,
		locale: 'en-GB',
		...options.settings,
	};
	const events: { name: EventName; payload: unknown }[] = [];
	const told: string[] = [];
	const listeners = new Set<(name: EventName, payload: unknown) => void>();
	const base = {
		store,
		ports,
		api,
		account: () => ({
			accountId,
			serviceUrl: 'http://127.0.0.1:1',
			clientId: accountId,
			name: 'Test',
			practice: options.practice ?? false,
			profile,
			learned: nothingLearned,
		}),
		settings: () => settingsInCall(settings),
		emit: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => {
			events.push({ name, payload });
			for (const listener of listeners) listener(name, payload);
		},
		appChanged: () => undefined,
	};
	const outbox = createOutbox({
		store,
		ports,
		api,
		account: base.account,
		maySend: () => service.there,
		person: () => settingsInCall(settings).person,
		undoMs: () => settings.undoSeconds * 1_000,
		changed: (laneIds) => told.push(...laneIds),
		confirmed: () => undefined,
		reopen: documentReopening(store),
		giveRoom: () => options.giveRoom?.() ?? false,
	});
	const sync = new Sync({
		context: base,
		standing: options.standing ?? (() => 'away'),
		cameWhole: (kind, begunAt) => outbox.listCame(kind, begunAt),
		cameAlone: (kind, serverId) => outbox.copyCame(kind, serverId),
		recordsCame: recordTelling(store),
		waiting: options.waiting,
	});
	const context: CoreContext = { ...base, outbox, sync };
	const records = recordParts(context);
	const runs = new ImportRuns(context, () => records);
	const followUps = new FollowUps(context);
	const calls = callsOf(
		workCapabilities({
			context,
			dataFolder: folder,
			outbox,
			connectivity: () => null,
			present: presentCounters(clock),
			followUps: () => followUps,
			records: () => records,
			runs,
		}),
	);
	/** A call that answers at once. @throws Refused, if the core refuses it */
	const call = <Name extends CallName & keyof typeof calls>(
		name: Name,
		input: CallInput<Name>,
	): CallOutput<Name> => {
		// The schema of this name parses this handler's input.
		const handler = calls[name] as (input: unknown, caller: Caller) => Reply<CallOutput<Name>>;
		return valueOf(handler(contract[name].input.parse(input), caller));
	};
	outbox.recover();
	outbox.start();
	sync.start();
	runs.start();

	return {
		folder,
		store,
		ports,
		clock,
		service,
		settings,
		events,
		/** Lanes that screens were told about. */
		told,
		/** Hear each event as it happens. */
		listeners,
		context,
		outbox,
		sync,
		account: base.account,
		/** The number beside the follow-ups on the rail. */
		followUps: () => followUps.recent(base.account(), 'L-1'),
		useProfile(changed: Partial<ServiceProfile>): void {
			profile = { ...profile, ...changed };
		},
		calls,
		call,
		async pull(): Promise<void> {
			sync.pull();
			while (sync.state().running) await clock.settle();
		},
		/** The service shows these lists from now on, and they are pulled. */
		async shows(lists: ScriptedLists['lists']): Promise<void> {
			Object.assign(service.lists, lists);
			await this.pull();
		},
		/** A person undoes what a document still has to send. */
		undo(document: LaneRow['document'], documentId: string): void {
			const step = outbox
				.stepsOf(document, documentId)
				.find(({ state }) => state !== 'confirmed' && state !== 'cancelled');
			if (step === undefined) throw new Error('There is nothing to undo.');
			valueOf(outbox.cancel(step, settings.person));
		},
		async send(): Promise<void> {
			outbox.wake();
			await clock.pass(1_000);
		},
		/** Closes the files and keeps the folder, like a program that ends. */
		async close(): Promise<void> {
			const stopping = Promise.all([runs.stop(), sync.stop(), outbox.stop()]);
			await clock.pass(1_000);
			await stopping;
			store.close();
		},
		remove(): void {
			rmSync(folder, { recursive: true, force: true });
		},
		/** Once, whoever ends it first. */
		async end(): Promise<void> {
			if (ended) return;
			ended = true;
			await this.close();
			this.remove();
		},
	};
}

export type Kitchen = ReturnType<typeof openKitchen>;

/** Opens a kitchen stocked by `stockUp`, after a pull. @param lists of the service, besides those */
export async function openStockedKitchen({
	lists = {},
	...options
}: Parameters<typeof openKitchen>[0] & { lists?: ScriptedLists['lists'] } = {}): Promise<Kitchen> {
	const kitchen = openKitchen(options);
	stockUp(kitchen);
	await kitchen.shows(lists);
	return kitchen;
}

function scriptedApi(service: ScriptedLists, nextReadNo: () => number): ServiceApi {
	let created = 0;
	const answer = (value: unknown, readNo: number): ReadResult<unknown> => ({
		ok: true,
		value,
		serverDate: null,
		readNo,
	});
	const rowsOf = (name: string, query: Record<string, string> = {}): unknown[] =>
		(service.lists[name] ?? []).filter((row) => {
			const wanted = query['locationId'];
			const place = row as { locationId?: string };
			if (service.ignoresLocation) return true;
			return wanted === undefined || place.locationId === undefined || place.locationId === wanted;
		});
	const readAll = async (
		name: string,
		input: { query?: Record<string, string> },
		reader?: ListReader<unknown>,
	): Promise<ReadResult<unknown>> => {
		const readNo = nextReadNo();
		await service.onRead(name);
		if (!service.there) return unreachable;
		const all = rowsOf(name, input.query);
		const cut = service.cutAfter[name];
		const rows = cut === undefined ? all : all.slice(0, cut);
		if (reader) {
			for (let from = 0; from < rows.length; from += service.pageSize) {
				await reader.onPage(rows.slice(from, from + service.pageSize), readNo);
			}
		}
		const unreadable = service.unreadable[name] ?? [];
		const whole = cut === undefined;
		const complete = whole && unreadable.length === 0;
		return answer({ rows: reader ? [] : rows, complete, whole, unreadable }, readNo);
	};
	const readFirst = async (name: string, input: { query?: Record<string, string> }) => {
		const answered = await readAll(name, input);
		if (!answered.ok) return answered;
		const { rows } = answered.value as { rows: unknown[] };
		return { ...answered, value: rows.slice(0, service.pageSize) };
	};
	const read = async (name: string, input: { path?: { id?: string } }) => {
		const readNo = nextReadNo();
		await service.onRead(name);
		if (!service.there) return unreachable;
		const found = rowsOf(name.replace(/\.get$/, '.list')).find(
			(row) => (row as { id: string }).id === input.path?.id,
		);
		return found === undefined
			? { ...unreachable, kind: 'not-found' as const, status: 404 }
			: answer(found, readNo);
	};
	return {
		// The names decide the answer types, and the test writes records for the names.
		read: read as unknown as ServiceApi['read'],
		readAll: readAll as unknown as ServiceApi['readAll'],
		readFirst: readFirst as unknown as ServiceApi['readFirst'],
		readByName: async (name, input) => {
			if (!(name in service.lists)) return read(name, input);
			const answered = await readAll(name, input);
			return answered.ok
				? { ...answered, value: (answered.value as { rows: unknown[] }).rows }
				: answered;
		},
		readAllByName: readAll as ServiceApi['readAllByName'],
		async write(name, input) {
			service.writes.push({
				name,
				path: input.path ?? {},
				body: (input.body ?? {}) as Record<string, unknown>,
			});
			await service.onWrite(name);
			const verdict = service.next.shift() ?? service.verdict;
			const list = `${name.split('.')[0]!}.list`;
			const records = (service.lists[list] ?? []) as Record<string, unknown>[];
			if (verdict.kind === 'applied' && name.endsWith('.create')) {
				created += 1;
				const made = { id: `S-${created}`, number: `NO-${created}` };
				service.lists[list] = [...records, { ...(input.body as object), ...made, status: 'Draft' }];
				return { ...verdict, ...made };
			}
			if (verdict.kind === 'applied' && name.endsWith('.submit')) {
				service.lists[list] = records.map((each) =>
					each['id'] === input.path?.['id'] ? { ...each, status: 'Submitted' } : each,
				);
			}
			return verdict;
		},
	};
}

class Refused extends Error {
	readonly failure: Failure;

	constructor(failure: Failure) {
		super(`${failure.code}: ${failure.message} ${JSON.stringify(failure.details)}`);
		this.failure = failure;
	}
}

/** The value of a reply; fails the test otherwise. */
export function valueOf<Value>(reply: Reply<Value> | Promise<Reply<Value>>): Value {
	if (reply instanceof Promise) throw new Error('These calls answer at once.');
	if (!reply.ok) throw new Refused(reply);
	return reply.value;
}

type Asked = Reply<unknown> | Promise<Reply<unknown>> | (() => unknown);

/** The failure of a reply or call; fails the test otherwise. */
export function failureOf(asked: Asked): Failure {
	const failure = refusalOf(asked);
	if (failure === null) throw new Error('It succeeded.');
	return failure;
}

export function refusalOf(asked: Asked): Failure | null {
	try {
		if (typeof asked === 'function') asked();
		else valueOf(asked);
		return null;
	} catch (error) {
		if (error instanceof Refused) return error.failure;
		throw error;
	}
}

// Records of a small kitchen.

export const harbour = {
	id: 'L-1',
	name: 'Harbour Kitchen',
	currency: 'EUR',
	timeZone: 'Europe/Berlin',
	dayStartHour: 5,
};
export const garden = { ...harbour, id: 'L-2', name: 'Garden Room' };

export const areas = [
	{ id: 'A-2', locationId: 'L-1', name: 'Freezer', sequence: 2 },
	{ id: 'A-1', locationId: 'L-1', name: 'Dry store', sequence: 1 },
];

export const itemRecord = (
	id: string,
	name: string,
	more: Partial<ItemRecord> = {},
): ItemRecord => ({
	id,
	code: `DA-${id}`,
	name,
	categoryName: 'Dairy',
	baseUomId: 1,
	unitCost: '0.50',
	units: [
		{ uomId: 3, name: 'case', type: 'case', conversionFactor: '12', decimals: 3 },
		{ uomId: 1, name: 'each', type: 'each', conversionFactor: '1', decimals: 0 },
	],
	...more,
});

export const stockRecord = (
	storageAreaId: string,
	itemId: string,
	quantity: string,
	sequence: number,
	locationId = 'L-1',
) => ({ itemId, locationId, storageAreaId, shelf: 'A', sequence, quantity, unitCost: '0.50' });

/** Two locations, two areas, three items (one in both areas), a reason; no documents. */
export function stockUp(kitchen: Kitchen): Kitchen {
	Object.assign(kitchen.service.lists, {
		'location.list': [harbour, garden],
		'storageArea.list': areas,
		'inventoryItem.list': [
			itemRecord('1', 'Whole milk', { barcodes: [{ barcode: '036000291452', uomId: 1 }] }),
			itemRecord('2', 'Butter'),
			itemRecord('3', 'Cream'),
		],
		'inventoryItem.currentStock': [
			stockRecord('A-1', '2', '24', 2),
			stockRecord('A-1', '1', '48', 1),
			stockRecord('A-2', '1', '12', 1),
			stockRecord('A-2', '3', '7.5', 2),
		],
		'wasteReason.list': [{ id: 'R-1', name: 'Spoiled' }],
		'supplier.list': [{ id: 'P-1', name: 'Riverside Dairy' }],
		...Object.fromEntries(kindNames.map((name) => [`${name}.list`, []])),
	});
	return kitchen;
}
