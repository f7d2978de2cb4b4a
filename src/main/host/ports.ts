// Builds the core's ports for both hosts; secrets, practice and language differ by host.
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Policy } from '../../shared/bridge/policy.ts';
import type { DataSet } from '../../shared/bridge/practice.ts';
import type { CorePorts, Desktop, HostFacts, Log, SecretStore } from '../core/ports.ts';
import { checkFile } from './check-file.ts';
import { crashPointFrom, crashVariable } from './crash-point.ts';
import { systemClock, systemRandom, uuidV7 } from './clock.ts';
import { copyFile } from './copy-file.ts';
import { freeBytes } from './disk.ts';
import { openLogWriter } from './log-writer.ts';
import { programVersion } from './places.ts';
import { PracticeService, type ForkPractice } from './practice-service.ts';
import type { ProxyRule } from './proxy.ts';
import { openTransport } from './transport.ts';

interface HostPorts {
	ports: CorePorts;
	/** Call after the core has stopped. */
	readonly close: () => Promise<void>;
}

export function openPorts({
	dataFolder,
	secrets,
	forkPractice,
	log,
	systemLocale,
	dataSet,
	proxyRule = null,
	systemOnline,
	desktop,
	hostFacts,
	policy = null,
}: {
	dataFolder: string;
	secrets: SecretStore;
	forkPractice: ForkPractice;
	log: Log;
	/** BCP 47 */
	systemLocale: string;
	dataSet: DataSet;
	/** The system's proxy settings, if the host can read them. */
	proxyRule?: ProxyRule | null;
	systemOnline?: () => boolean;
	desktop?: Desktop;
	hostFacts?: HostFacts;
	policy?: Policy | null;
}): HostPorts {
	const certificate = policy?.settings.clientCertificate;
	const onlyService = policy?.settings.serviceUrl;
	const transport = openTransport(
		proxyRule,
		certificate === undefined ? null : readCertificate(certificate, log),
	);
	const folder = join(dataFolder, 'practice');
	const practice = new PracticeService({ folder, dataSet, forkPractice, log });
	return {
		ports: {
			clock: systemClock,
			newId: uuidV7(systemClock.now),
			random: systemRandom,
			network: transport,
			secrets,
			log,
			practice,
			crashPoint: crashPointFrom(process.env[crashVariable]),
			disk: { free: freeBytes },
			logWriter: openLogWriter,
			copyFile,
			checkFile,
			systemLocale,
			version: programVersion(),
			pcName: hostname(),
			...(hostFacts === undefined ? {} : { hostFacts }),
			...(systemOnline === undefined ? {} : { systemOnline }),
			...(desktop === undefined ? {} : { desktop }),
			...(onlyService === undefined ? {} : { onlyService }),
		},
		async close() {
			await Promise.all([transport.close(), practice.stop()]);
		},
	};
}

/** Without it, a service that demands one refuses the connection and says so. */
function readCertificate(file: string, log: Log): string | null {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		log.error('The client certificate of the policy cannot be read', { error });
		return null;
	}
}

/** For hosts without a safe key store: people enter the client secret at each start. */
export const noSecrets: SecretStore = {
	read: async () => null,
	keep: async () => false,
	forget: async () => undefined,
};
