// The service check run against a practice service of any variant, with answers changed on the way.
import { afterEach, beforeEach } from 'vitest';
import type { VariantName } from '../../src/practice/variants.ts';
import { checkService } from '../../src/main/core/service-check/check.ts';
import type { CorePorts } from '../../src/main/core/ports.ts';
import { systemClock, systemRandom, uuidV7 } from '../../src/main/host/clock.ts';
import { openTransport, type Transport } from '../../src/main/host/transport.ts';
import type {
	CheckAnswer,
	CheckReport,
	WritePermission,
} from '../../src/shared/bridge/service-check.ts';
import { readProfile, type ServiceProfile } from '../../src/shared/service/profile.ts';
import { silentLog } from './ports.ts';
import { credentials, startTestPractice, type TestPractice } from './practice.ts';

/** Answers as the check gets them. */
export type Change = (request: Request, response: Response, body: string) => Response | string;

interface CheckOptions {
	readonly change?: Change;
	/** Documents to write, at two locations; omitted only reads. */
	readonly write?: Partial<WritePermission>;
	readonly clock?: CorePorts['clock'];
	readonly secret?: string;
	/** Of the first location. */
	readonly timeZone?: string;
}

/** Each test gets its own practice service. */
export function checking() {
	let practice: TestPractice;
	let transport: Transport;
	beforeEach(() => {
		transport = openTransport();
	});
	afterEach(async () => {
		await transport.close();
		await practice.close();
	});

	async function placesIn(timeZone: string | undefined): Promise<[string, string]> {
		const { stock } = await practice.snapshot();
		const places = stock.map((row) => row.locationId);
		if (timeZone === undefined) return firstTwo(places);
		const locations = await practice.all<{ id: string; timeZone: string }>('location.list');
		const zoned = locations.filter((each) => each.timeZone === timeZone).map(({ id }) => id);
		return firstTwo([...zoned, ...places]);
	}

	/** Starts from the default profile, for an unknown service. */
	async function check(variant: VariantName, options: CheckOptions = {}): Promise<CheckReport> {
		practice = await startTestPractice({ variant });
		await practice.signIn();
		const { change = (_request, _response, body) => body } = options;
		const changing =
			(send: Transport['read']): Transport['read'] =>
			async (request) => {
				const response = await send(request);
				const changed = change(request, response, await response.clone().text());
				if (typeof changed !== 'string') return changed;
				const { status, headers } = response;
				return new Response(changed === '' ? null : changed, { status, headers });
			};
		const [locationId, otherLocationId] = await placesIn(options.timeZone);
		const places = { locationId, otherLocationId, submit: true };
		const documents: WritePermission['documents'] = ['wastage', 'transferOut'];
		return checkService({
			serviceUrl: practice.url,
			clientId: credentials.clientId,
			secret: options.secret ?? credentials.clientSecret,
			profile: profileOf({}),
			ports: {
				clock: options.clock ?? quickClock(),
				network: { read: changing(transport.read), write: changing(transport.write) },
				newId: uuidV7(systemClock.now),
				random: systemRandom,
				log: silentLog,
			},
			write: options.write === undefined ? null : { ...places, documents, ...options.write },
		});
	}

	return { check, practice: () => practice };
}

const firstTwo = (places: readonly string[]): [string, string] => {
	const [here = '', there = ''] = new Set(places);
	return [here, there];
};

/** Pauses pass at once. */
export function quickClock(): CorePorts['clock'] & { paused: number[] } {
	let ahead = 0;
	const paused: number[] = [];
	return {
		paused,
		now: () => systemClock.now() + ahead,
		monotonic: () => systemClock.monotonic() + ahead,
		after(ms, call) {
			// Longer than any pause here: a request timeout, which runs in real time.
			if (ms > 15_000) return systemClock.after(ms, call);
			paused.push(ms);
			ahead += ms;
			return systemClock.after(0, call);
		},
	};
}

export function profileOf(json: unknown): ServiceProfile {
	const read = readProfile(json);
	if (!read.ok) throw new Error(JSON.stringify(read.problems));
	return read.profile;
}

export const proposedBy = (report: CheckReport): ServiceProfile =>
	profileOf(JSON.parse(report.proposed));

export const answerTo = (report: CheckReport, question: string): CheckAnswer | undefined =>
	report.answers.find((each) => each.question === question);

export const settingOf = (report: CheckReport, path: string) =>
	report.settings.find((each) => each.path === path);
