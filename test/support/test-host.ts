// The real loopback server over a given core, with a few screens of its own.
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Core } from '../../src/main/core/core.ts';
import type { Log } from '../../src/main/core/ports.ts';
import { openScreens } from '../../src/main/host/screens.ts';
import { serveLoopback, type LoopbackServer } from '../../src/main/loopback/server.ts';
import { silentLog } from './ports.ts';

/** A folder like dist/renderer, next to a file that must never be served. */
async function makeScreens(): Promise<{ folder: string; remove(): Promise<void> }> {
	const around = await mkdtemp(join(tmpdir(), 'stillroom-screens-'));
	const folder = join(around, 'renderer');
	await mkdir(join(folder, 'assets'), { recursive: true });
	await writeFile(join(folder, 'index.html'), '<!doctype html><title>Stillroom</title>');
	await writeFile(join(folder, 'assets', 'index-a1.js'), 'export {};');
	await writeFile(join(folder, '.hidden.js'), 'hidden');
	await writeFile(join(around, 'secret.js'), 'secret');
	return { folder, remove: () => rm(around, { recursive: true }) };
}

export async function startTestHost({
	core,
	heartbeatMs,
	log = silentLog,
}: {
	core: Core;
	heartbeatMs?: number;
	log?: Log;
}): Promise<LoopbackServer> {
	const screens = await makeScreens();
	let connections = 0;
	const server = await serveLoopback({
		core,
		host: { kind: 'loopback', can: ['print', 'save-file', 'practise'] },
		screens: openScreens(screens.folder),
		newId: () => `connection-${(connections += 1)}`,
		log,
		port: 0,
		...(heartbeatMs !== undefined && { heartbeatMs }),
	});
	return {
		...server,
		async close() {
			await server.close();
			await screens.remove();
		},
	};
}
