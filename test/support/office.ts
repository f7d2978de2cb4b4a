// Fixtures of a browser test: a practice service that can go down and come back, the program as a process that can be
// closed, killed and reopened, and a page that must log no errors.
import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import type { AppState } from '../../src/shared/bridge/app.ts';
import type { ItemView } from '../../src/shared/bridge/values.ts';
import type { CallInput, CallName, CallOutput } from '../../src/shared/bridge/contract.ts';
import type { z } from 'zod';
import type { serviceProfile } from '../../src/shared/service/profile.ts';
import { practiceProfile } from '../../src/practice/profile.ts';
import { startPracticeService, type PracticeService } from '../../src/practice/server.ts';
import type { DataSet } from '../../src/shared/bridge/practice.ts';
import { keepReached } from '../../scripts/operations/reach.ts';
import { connectBridge, untilState, type BridgeClient } from './bridge-client.ts';
import { credentials, practiceClient } from './practice.ts';
import {
	startProgram,
	warmProgram,
	type RunningProgram,
	type WarmProgram,
	type WarmRun,
} from './program.ts';
import { rejectionsIn } from './rejections.ts';
import { slowDown, slowService } from './slowness.ts';
import { windowPc, type WindowPc } from './window.ts';

/** The service at its address, up or down. */
export interface Service extends ReturnType<typeof practiceClient> {
	readonly url: string;
	/** Takes it down: refuses connections, keeps its data. */
	goAway(): Promise<void>;
	/** Brings it back at the same address. */
	comeBack(): Promise<void>;
}

export interface Pc {
	readonly dataFolder: string;
	/** Opens the program without signing in. */
	launch(more?: readonly string[]): Promise<RunningProgram>;
	/** Opens the program and signs in, for calls beside the page. */
	start(more?: readonly string[]): Promise<void>;
	stop(): Promise<void>;
	/** After a test: ends the program, but maybe not its process. */
	rest(): Promise<void>;
	kill(): Promise<void>;
	call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
	until(fits: (app: AppState) => boolean): Promise<void>;
	show(page: Page, path: string): Promise<void>;
}

/** Messages of a page still open when its program ends, depending on its sockets. */
export const programEnded =
	/net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE)/;

/** Unexpected console messages of the page. */
interface Complaints {
	/** Errors this test causes on purpose, like a broken connection. */
	expect(pattern: RegExp): void;
}

interface Settled {
	/** Has the service's file, and the PC's data folder. */
	readonly folder: string;
	readonly port: number;
	readonly locationId: string;
}

interface WorkerFixtures {
	/** Practice files made once; each test works on a copy. */
	stocked: (dataSet: DataSet) => Promise<string>;
	/** The program of each test's first start. */
	warm: WarmProgram;
	/** A PC that was connected and fetched everything once; each kitchen is a copy of it, at a service at its port. */
	settled: Settled;
}

interface TestFixtures {
	/** Of the Playwright project: the browser host, or the packaged program. */
	host: 'browser' | 'window';
	folder: string;
	window: WindowPc | null;
	service: Service;
	pc: Pc;
	complaints: Complaints;
	/** The program connected, everything fetched, at the first location. */
	kitchen: { pc: Pc; service: Service; locationId: string };
}

export { expect };

export const test = base.extend<TestFixtures, WorkerFixtures>({
	stocked: [
		async ({}, use) => {
			const folder = await mkdtemp(join(tmpdir(), 'stillroom-stocked-'));
			const made = new Map<DataSet, Promise<string>>();
			await use((dataSet) => {
				const known = made.get(dataSet) ?? fill(join(folder, `${dataSet}.db`), dataSet);
				made.set(dataSet, known);
				return known;
			});
			await rm(folder, { recursive: true });
		},
		{ scope: 'worker', timeout: 60_000 },
	],

	warm: [
		async ({}, use) => {
			const warm = warmProgram();
			await use(warm);
			await warm.end();
		},
		{ scope: 'worker' },
	],

	settled: [
		async ({ stocked, warm }, use) => {
			const folder = await mkdtemp(join(tmpdir(), 'stillroom-settled-'));
			const file = join(folder, 'service.db');
			await copyFile(await stocked('small'), file);
			const { service, close } = await openService(file);
			const pc = await openPc(join(folder, 'data'), warm);
			await pc.start();
			const locationId = await settleIn(pc, service);
			await pc.rest();
			await close();
			await use({ folder, port: Number(new URL(service.url).port), locationId });
			await rm(folder, { recursive: true });
		},
		{ scope: 'worker', timeout: 60_000 },
	],

	host: ['browser', { option: true }],

	folder: async ({}, use) => {
		const folder = await mkdtemp(join(tmpdir(), 'stillroom-e2e-'));
		await use(folder);
		// The last processes of a window may still be writing into their own folder.
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	},

	service: async ({ folder, settled }, use) => {
		const file = join(folder, 'service.db');
		await copyFile(join(settled.folder, 'service.db'), file);
		const { service, close } = await openService(file, settled.port);
		if (slowService.length > 0) await service.setFaults(...slowService);
		await use(service);
		await service.comeBack();
		const { ledgerDifferences } = await service.snapshot();
		await close();
		expect(ledgerDifferences, 'stock is the sum of its movements').toEqual([]);
	},

	window: async ({ folder, host }, use) => {
		await use(host === 'window' ? windowPc(join(folder, 'data')) : null);
	},

	pc: async ({ folder, window, warm }, use) => {
		const pc = window ?? (await openPc(join(folder, 'data'), warm));
		await use(pc);
		await pc.rest();
	},

	complaints: async ({}, use) => {
		await use(new PageComplaints());
	},

	page: async ({ pc: _stopsAfterThePage, window, context, page: last, complaints }, use) => {
		const page = (await window?.page()) ?? (await freshTab(context, last));
		if (!(complaints instanceof PageComplaints)) throw new Error('Complaints of another kind.');
		page.on('console', (message) => {
			if (message.type() === 'error' || message.type() === 'warning') {
				complaints.hear(`${message.type()}: ${message.text()}`);
			}
		});
		page.on('pageerror', (error) => complaints.hear(`thrown: ${String(error)}`));
		await slowDown(page);
		await use(page);
		expect(complaints.unexpected(), 'the page complained on its console').toEqual([]);
		// The tab stays for the next test, and its program ends now.
		if (window === null) await page.goto('about:blank');
	},

	kitchen: async ({ pc, service, settled, window }, use) => {
		// A window keeps its secrets with the system, and cannot read those of another PC.
		if (window !== null) {
			await pc.start();
			await use({ pc, service, locationId: await settleIn(pc, service) });
			return;
		}
		await cp(join(settled.folder, 'data'), pc.dataFolder, { recursive: true });
		await pc.start();
		await pc.call('session.signIn', { clientSecret: credentials.clientSecret });
		await pc.until(fetched);
		await use({ pc, service, locationId: settled.locationId });
	},
});

/** Connects, waits for the first fetch, and chooses Harbour Kitchen. @returns the location's id */
export async function settleIn(
	pc: Pc,
	service: Service,
	profile: z.input<typeof serviceProfile> = practiceProfile,
): Promise<string> {
	const { clientId, clientSecret } = credentials;
	await pc.call('session.connect', {
		serviceUrl: service.url,
		clientId,
		clientSecret,
		profile,
	});
	await pc.until(fetched);
	const { locations } = await pc.call('location.list', {});
	const location = locations.find(({ name }) => name === 'Harbour Kitchen');
	if (location === undefined) throw new Error('The service has no Harbour Kitchen.');
	const { locationId } = location;
	await pc.call('settings.set', {
		locationId,
		person: 'Noor Haddad',
		locale: 'en-GB',
		undoSeconds: 0,
	});
	return locationId;
}

/** Acknowledges everything in a count's cut-off, beside the page. */
export async function acknowledgeCutOff(pc: Pc, stocktakeId: string): Promise<void> {
	const { documents } = await pc.call('cutOff.get', { stocktakeId });
	const keys = documents.flatMap(({ key, acknowledged }) => (acknowledged === null ? [key] : []));
	if (keys.length > 0) await pc.call('cutOff.acknowledge', { stocktakeId, keys });
}

/** Holds the program's events from pages opened later. @returns a function to release them. */
export async function holdEvents(page: Page): Promise<() => void> {
	const held = Promise.withResolvers<null>();
	await page.route('**/events', async (route) => {
		await held.promise;
		await route.continue();
	});
	return () => held.resolve(null);
}

export async function twoItems(pc: Pc, locationId: string): Promise<[ItemView, ItemView]> {
	const { items } = await pc.call('item.search', { text: 's', locationId });
	const [first, second] = items.filter(({ onHand, barcodes, units }) => {
		const scanned = units.find(({ unitId }) => unitId === barcodes[0]?.unitId);
		return onHand !== null && Number(onHand) > 3 && scanned?.kind !== 'case';
	});
	if (!first || !second) throw new Error('There are no two such items.');
	return [first, second];
}

/** @returns the id of a waste draft with one line */
export async function draftWaste(pc: Pc, locationId: string, description: string): Promise<string> {
	const [item] = await twoItems(pc, locationId);
	const { reasons } = await pc.call('wasteReason.list', {});
	const { documentId } = await pc.call('wastage.save', {
		documentId: null,
		revision: 0,
		locationId,
		description,
		locale: 'en-GB',
		lines: [
			{
				lineId: crypto.randomUUID(),
				itemId: item.itemId,
				boxes: [{ unitId: item.units.at(-1)?.unitId ?? '', typed: '1' }],
				reasonId: reasons[0]?.reasonId ?? null,
				note: '',
			},
		],
	});
	return documentId;
}

/** Everything was fetched from the service. */
export const fetched = ({ sync }: AppState): boolean =>
	!sync.running && sync.tables.every((table) => table.complete && table.asOf !== null);

/** Nothing waits or needs attention. */
export const drained = ({ outbox }: AppState): boolean =>
	outbox.waiting === 0 && outbox.needYou === 0;

/** What a tab keeps for itself, its session storage and where it has been, ends with it; the compiled screens stay. */
async function freshTab(context: BrowserContext, last: Page): Promise<Page> {
	const page = await context.newPage();
	await last.close();
	return page;
}

class PageComplaints implements Complaints {
	readonly #heard: string[] = [];
	readonly #expected: RegExp[] = [];

	hear(words: string): void {
		this.#heard.push(words);
	}

	expect(pattern: RegExp): void {
		this.#expected.push(pattern);
	}

	unexpected(): string[] {
		return this.#heard.filter((words) => !this.#expected.some((pattern) => pattern.test(words)));
	}
}

async function fill(file: string, dataSet: DataSet): Promise<string> {
	const service = await startPracticeService({ file, port: 0, ...credentials, dataSet });
	await service.close();
	return file;
}

/**
 * @param file the service's; kept when the service goes down.
 * @param port 0 for any that is free
 */
export async function openService(
	file: string,
	port = 0,
): Promise<{ service: Service; close(): Promise<void> }> {
	const begin = (port: number) => startPracticeService({ file, port, ...credentials });
	let running: PracticeService | null = await begin(port);
	const { url } = running;
	const client = practiceClient(url);
	const close = async () => {
		if (running !== null) keepReached(await client.calledByOthers());
		await running?.close();
		running = null;
	};
	const service: Service = {
		...client,
		url,
		goAway: close,
		async comeBack() {
			running ??= await begin(Number(new URL(url).port));
		},
	};
	return { service, close };
}

/** @param warm for the first start; later ones are those of a person, after whatever ended the first. */
export async function openPc(dataFolder: string, warm?: WarmProgram): Promise<Pc> {
	await mkdir(dataFolder, { recursive: true });
	let program: RunningProgram | WarmRun | null = null;
	let unused = warm;
	let bridge: BridgeClient | null = null;

	const inUse = (): BridgeClient => {
		if (bridge === null) throw new Error('Nobody came in to the program.');
		return bridge;
	};
	async function end(how: 'stop' | 'rest' | 'kill'): Promise<void> {
		const ending = program;
		program = null;
		const code = await endProgram(ending, how);
		await bridge?.close();
		bridge = null;
		expect(rejectionsIn(join(dataFolder, 'logs')), 'nobody waited for a promise').toEqual([]);
		// Of a rejection that comes after the log was closed it dies.
		expect(code ?? 0, 'the program ended as it should').toBe(0);
	}

	const pc: Pc = {
		dataFolder,
		async launch(more = []) {
			unused = undefined;
			program = await startProgram(dataFolder, more);
			return program;
		},
		async start(more = []) {
			const first = more.length === 0 ? unused : undefined;
			unused = undefined;
			program = (await first?.open(dataFolder)) ?? (await startProgram(dataFolder, more));
			bridge = await connectBridge(program.link);
		},
		stop: () => end('stop'),
		rest: () => end('rest'),
		kill: () => end('kill'),
		async call(name, input) {
			const reply = await inUse().call(name, input);
			if (reply.ok) return reply.value;
			const { code, message, details = [] } = reply;
			throw new Error(`${name}: ${code}: ${message} ${JSON.stringify(details)}`);
		},
		until: (fits) => untilState(inUse(), fits),
		async show(page, path) {
			const { origin, cookie } = inUse();
			const [name = '', value = ''] = cookie.split('=', 2);
			await page.context().addCookies([{ name, value, url: origin }]);
			await page.goto(`${origin}/#${path}`);
		},
	};
	return pc;
}

async function endProgram(
	program: RunningProgram | WarmRun | null,
	how: 'stop' | 'rest' | 'kill',
): Promise<number | null | undefined> {
	if (how === 'stop') return program?.stop();
	if (how === 'kill') await program?.kill();
	else if (program !== null && 'rest' in program) await program.rest();
	else return program?.stop();
	return undefined;
}
