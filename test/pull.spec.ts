// The whole way of a pull: a real practice service, HTTP, the core, the file of the cache.
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCore } from '../src/main/core/create-core.ts';
import { noSecrets, openPorts } from '../src/main/host/ports.ts';
import { practiceProfile } from '../src/practice/profile.ts';
import { credentials, startTestPractice } from './support/practice.ts';
import { silentLog } from './support/test-host.ts';

test('a first pull brings everything, and a second in which nothing changed writes nothing', async () => {
	const dataFolder = mkdtempSync(join(tmpdir(), 'stillroom-pull-'));
	const practice = await startTestPractice();
	const { ports, close } = openPorts({
		dataFolder,
		dataSet: 'small',
		secrets: noSecrets,
		forkPractice: () => {
			throw new Error('The test has a service.');
		},
		log: silentLog,
		systemLocale: 'en-IE',
	});
	const core = createCore({ dataFolder, ports });
	try {
		await core.start();
		/** Resolves when a pull that began from now on is over. */
		const pulled = () =>
			new Promise<Map<string, number>>((resolve, reject) => {
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
		// A row that is written bears the number of the read that it came with, so the same rows were not written.
		expect(rows()).toEqual(before);
		cache.close();
	} finally {
		await core.stop();
		await close();
		await practice.close();
		rmSync(dataFolder, { recursive: true });
	}
});
