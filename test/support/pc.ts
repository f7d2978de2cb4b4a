// A PC without screens: the real core over the real network, on its own folder, at a practice service.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import type { AppState } from '../../src/shared/bridge/app.ts';
import type { CallInput, CallName, CallOutput } from '../../src/shared/bridge/contract.ts';
import type { Reply } from '../../src/shared/bridge/reply.ts';
import type { Core } from '../../src/main/core/core.ts';
import { createCore } from '../../src/main/core/create-core.ts';
import type { CorePorts, Fetch } from '../../src/main/core/ports.ts';
import { noSecrets, openPorts } from '../../src/main/host/ports.ts';
import type { serviceProfile } from '../../src/shared/service/profile.ts';
import { practiceProfile } from '../../src/practice/profile.ts';
import { silentLog } from './ports.ts';
import { credentials } from './practice.ts';
import { datedBy, type QuickTime } from './quick-time.ts';

/** All delays as short as possible. */
const quickProfile = {
	...practiceProfile,
	pauses: {
		...practiceProfile.pauses,
		beforeProbeMs: 20,
		betweenProbesMs: 20,
		retryFirstMs: 20,
		retryMostMs: 100,
		offlinePingMs: 50,
	},
};

export interface TestPc {
	readonly folder: string;
	readonly core: Core;
	/**
	 * @param person who works at the window that calls
	 * @throws the core's refusal
	 */
	call<Name extends CallName>(
		name: Name,
		input: CallInput<Name>,
		person?: string,
	): Promise<CallOutput<Name>>;
	reply<Name extends CallName>(
		name: Name,
		input: CallInput<Name>,
	): Promise<Reply<CallOutput<Name>>>;
	/** @param profile differences from the practice service's */
	connect(serviceUrl: string, profile?: z.input<typeof serviceProfile>): Promise<void>;
	unplug(): void;
	plugIn(): void;
	until(fits: (app: AppState) => boolean): Promise<void>;
	stop(): Promise<void>;
}

export async function openTestPc(
	options: {
		folder?: string;
		ports?: Partial<CorePorts>;
		person?: string;
		/** If omitted, pauses take their real time. */
		time?: QuickTime;
	} = {},
): Promise<TestPc> {
	const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'stillroom-pc-'));
	const { ports, close } = openPorts({
		dataFolder: folder,
		secrets: noSecrets,
		forkPractice: () => {
			throw new Error('Not here.');
		},
		log: silentLog,
		systemLocale: 'en-GB',
		dataSet: 'small',
	});
	const { time } = options;
	let pluggedIn = true;
	const cable =
		(send: Fetch): Fetch =>
		(request) =>
			pluggedIn ? send(request) : Promise.reject(noConnection());
	const { read, write } = time?.through(ports.network) ?? datedBy(ports.clock, ports.network);
	const core = createCore({
		dataFolder: folder,
		ports: {
			...ports,
			...(time === undefined ? {} : { clock: time.clock }),
			network: { read: cable(read), write: cable(write) },
			...options.ports,
		},
	});
	await core.start();
	const pc: TestPc = {
		folder,
		core,
		reply: (name, input) => core.call(name, input),
		async call(name, input, person) {
			const reply = await core.call(name, input, person);
			if (reply.ok) return reply.value;
			throw new Error(`${name}: ${reply.code}: ${reply.message} ${JSON.stringify(reply.details)}`);
		},
		async connect(serviceUrl, profile = {}) {
			const { clientId, clientSecret } = credentials;
			await pc.call('session.connect', {
				serviceUrl,
				clientId,
				clientSecret,
				profile: { ...quickProfile, ...profile },
			});
			await pc.until(({ sync }) => !sync.running && sync.tables.every(({ complete }) => complete));
			const { locations } = await pc.call('location.list', {});
			await pc.call('settings.set', {
				locationId: locations[0]!.locationId,
				person: options.person ?? 'Noor',
				undoSeconds: 0,
			});
		},
		async until(fits) {
			const { promise, resolve } = Promise.withResolvers<null>();
			const look = (app: AppState) => {
				if (fits(app)) resolve(null);
			};
			const off = core.on('app.changed', look);
			look(await pc.call('app.state', {}));
			await promise;
			off();
		},
		unplug() {
			pluggedIn = false;
		},
		plugIn() {
			pluggedIn = true;
		},
		async stop() {
			await core.stop();
			await close();
		},
	};
	return pc;
}

/** The transport's error when no connection is possible. */
export const noConnection = (): TypeError =>
	new TypeError('fetch failed', {
		cause: Object.assign(new Error('No network.'), { syscall: 'connect', code: 'ENETUNREACH' }),
	});

export const removePc = ({ folder }: TestPc): void =>
	rmSync(folder, { recursive: true, force: true });
