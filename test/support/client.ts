// A service client with its breaker, on this PC's clock and a test's network.
import { Client } from '../../src/main/core/api/client.ts';
import { Connectivity } from '../../src/main/core/api/connectivity.ts';
import type { Clock, Log, Network } from '../../src/main/core/ports.ts';
import { systemClock } from '../../src/main/host/clock.ts';
import { nothingLearned } from '../../src/shared/service/behaviour.ts';
import { serviceProfile } from '../../src/shared/service/profile.ts';
import { holding, silentLog } from './ports.ts';

export interface TestClient {
	client: Client;
	connectivity: Connectivity;
}

export function openClient(options: {
	url: string;
	network: Network;
	profile?: unknown;
	clientId?: string;
	secret?: string | null;
	clock?: Clock;
	log?: Log;
}): TestClient {
	const { url, network, clientId = 'id', secret = 'secret', clock = systemClock } = options;
	const profile = serviceProfile.parse(options.profile ?? {});
	const connectivity = new Connectivity({
		clock,
		random: () => 0.5,
		pauses: profile.pauses,
		changed: () => undefined,
		opened: () => undefined,
	});
	let reads = 0;
	const client = new Client({
		account: {
			accountId: 'a',
			serviceUrl: url,
			clientId,
			name: '',
			practice: false,
			profile,
			learned: nothingLearned,
		},
		network,
		secrets: holding(secret),
		clock,
		log: options.log ?? silentLog,
		connectivity,
		nextReadNo: () => (reads += 1),
		sessionChanged: () => undefined,
	});
	return { client, connectivity };
}
