// A complete pull: a real practice service, HTTP, the core, the cache file.
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SyncState } from '../src/shared/bridge/app.ts';
import { createCore } from '../src/main/core/create-core.ts';
import { noSecrets, openPorts } from '../src/main/host/ports.ts';
import { operationNamed } from '../src/shared/service/index.ts';
import { practiceProfile } from '../src/practice/profile.ts';
import { credentials, startTestPractice } from './support/practice.ts';
import { silentLog } from './support/test-host.ts';
import { virtualClock } from './support/virtual-clock.ts';

/** The host's own ports, so network and files are real. */
const portsOver = (dataFolder: string) =>
	openPorts({
		dataFolder,
		dataSet: 'small',
		secrets: noSecrets,
		forkPractice: () => {
			throw new Error('The test has a service.');
		},
		log: silentLog,
		systemLocale: 'en-IE',
	});

test('a first pull fetches everything, and a second without changes writes nothing', async () => {
	const dataFolder = mkdtempSync(join(tmpdir(), 'stillroom-pull-'));
	const practice = await startTestPractice();
	const { ports, close } = portsOver(dataFolder);
	const core = createCore({ dataFolder, ports });
	try {
		await core.start();
		/** Resolves when a pull starting from now is over. */
		const pulled = () =>
			new Promise<Map<string, number | null>>((resolve, reject) => {
				let wasRunning = false;
				const stop = core.on('app.changed', ({ sync }) => {
					wasRunning ||= sync.running;
					if (!wasRunning || sync.running) return;
					stop();
					const broken = sync.tables.filter(({ complete }) => !complete);
					if (sync.failure === null && broken.length === 0)
						resolve(new Map(sync.tables.map(({ kind, count }) => [kind, count])));
					else reject(new Error(sync.failure ?? JSON.stringify(broken)));
				});
			});
		const cache = new Database(join(dataFolder, 'cache.db'), { readonly: true });
		const rows = () =>
			['record', 'item', 'item_barcode', 'stock'].map((table) =>
				cache.prepare(`SELECT * FROM ${table}`).all(),
			);

		const first = pulled();
		const { clientId, clientSecret } = credentials;
		await core.call('session.connect', {
			serviceUrl: practice.url,
			clientId,
			clientSecret,
			profile: practiceProfile,
		});
		const counts = await first;
		await practice.signIn();
		const prepItems = await practice.all<{ id: string }>('prepItem.list');
		const { stock, wastage } = await practice.snapshot();
		expect(counts.get('item')).toBe(60);
		expect(counts.get('wastage')).toBe(wastage.length);
		const ofItems = stock.filter(({ itemId }) => prepItems.every(({ id }) => id !== itemId));
		expect(counts.get('stock')).toBe(ofItems.length);

		const before = rows();
		const second = pulled();
		await core.call('sync.pull', {});
		expect(await second).toEqual(counts);
		// A written row has its read's number, so unchanged rows were not written.
		expect(rows()).toEqual(before);
		cache.close();
	} finally {
		await core.stop();
		await close();
		await practice.close();
		rmSync(dataFolder, { recursive: true });
	}
});

test('a pull throttled in the middle of a list continues with the refused page', async () => {
	const dataFolder = mkdtempSync(join(tmpdir(), 'stillroom-pull-'));
	const practice = await startTestPractice();
	const { ports, close } = portsOver(dataFolder);
	const clock = virtualClock();
	/** Page and status of each answer to the item list. */
	const answers: string[] = [];
	const read = async (request: Request): Promise<Response> => {
		const answer = await ports.network.read(request.clone());
		const { pathname, searchParams } = new URL(request.url);
		if (pathname === operationNamed('inventoryItem.list').path)
			answers.push(`${String(searchParams.get('pageNumber'))} ${String(answer.status)}`);
		return answer;
	};
	const network = { ...ports.network, read };
	const core = createCore({ dataFolder, ports: { ...ports, clock, network } });
	const state = async () => {
		const reply = await core.call('app.state', {});
		if (!reply.ok) throw new Error(reply.message);
		return reply.value;
	};
	try {
		await core.start();
		await practice.setFaults({
			kind: 'too-many-requests',
			operation: 'inventoryItem.list',
			times: 2,
			probability: 0.5,
		});
		const { clientId, clientSecret } = credentials;
		await core.call('session.connect', {
			serviceUrl: practice.url,
			clientId,
			clientSecret,
			profile: { ...practiceProfile, paging: { size: 20 } },
		});
		const isWhole = ({ running, tables }: SyncState) =>
			!running && tables.every(({ complete }) => complete);
		for (let app = await state(); !isWhole(app.sync); app = await state()) {
			await clock.pass(100);
		}
		expect(answers).toEqual(['1 429', '1 200', '2 200', '3 429', '3 200', '4 200']);
		const { sync } = await state();
		expect(sync.failure).toBeNull();
		expect(sync.tables.find(({ kind }) => kind === 'item')?.count).toBe(60);
	} finally {
		const stopped = core.stop();
		await clock.pass(1_000);
		await stopped;
		await close();
		await practice.close();
		rmSync(dataFolder, { recursive: true });
	}
});
