// Starts the program in the browser: opens the data, serves, starts sending. Stops in reverse.
import { join } from 'node:path';
import { createCore } from '../core/create-core.ts';
import { hostFacts } from '../host/host-facts.ts';
import { fileLog } from '../host/log.ts';
import type { Options } from '../host/options.ts';
import { screensFolder } from '../host/places.ts';
import { readPolicy } from '../host/policy.ts';
import { noSecrets, openPorts } from '../host/ports.ts';
import { keepPrivate } from '../host/private-folder.ts';
import { logRejections } from '../host/rejections.ts';
import { forkNodePractice } from '../host/practice-service.ts';
import { openScreens } from '../host/screens.ts';
import { watchForSleep } from '../host/sleep-watch.ts';
import { serveLoopback } from './server.ts';

interface RunningLoopback {
	newLink(): string;
	practiceProblem: string | null;
	stop(): Promise<void>;
}

/** @throws DataFolderInUse, DataFolderUnusable, FileFromNewerVersion, ForeignFile, or what `listen` throws */
export async function runLoopback(options: Options): Promise<RunningLoopback> {
	const { dataFolder, dataSet } = options;
	keepPrivate(dataFolder);
	const log = fileLog(join(dataFolder, 'logs'));
	const stopLogging = logRejections(log);
	const policy = readPolicy();
	const { ports, close } = openPorts({
		dataFolder,
		dataSet,
		secrets: noSecrets,
		forkPractice: forkNodePractice,
		log,
		hostFacts: hostFacts({ dataFolder, policy }),
		policy,
		systemLocale: Intl.DateTimeFormat().resolvedOptions().locale,
	});
	const core = createCore({ dataFolder, ports });
	let server;
	try {
		server = await serveLoopback({
			core,
			host: {
				kind: 'loopback',
				can: ['print', 'save-file', 'practise'],
				...(policy === null ? {} : { policy }),
			},
			screens: openScreens(screensFolder),
			newId: ports.newId,
			log,
			port: options.port,
		});
	} catch (error) {
		await core.stop();
		await close();
		stopLogging();
		throw error;
	}
	const language = policy?.settings.language;
	if (language !== undefined) await core.call('settings.set', { language });
	const stopWatching = watchForSleep(ports.clock, () => core.resume());
	await core.start();
	const practising = options.practice ? await core.call('session.practise', {}) : null;
	return {
		newLink: server.newLink,
		practiceProblem: practising === null || practising.ok ? null : practising.message,
		async stop() {
			stopWatching();
			await server.close();
			await core.stop();
			await close();
			stopLogging();
		},
	};
}
