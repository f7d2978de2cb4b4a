// Whatever input arrives, each call answers with a value or a plain failure, and the program keeps running.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { practiceProfile } from '../../src/practice/profile.ts';
import { contract, type CallName, type CallOutput } from '../../src/shared/bridge/contract.ts';
import { around, inputFor } from '../support/hostile-input.ts';
import { openTestPc, removePc, type TestPc } from '../support/pc.ts';
import { credentials, startTestPractice, type TestPractice } from '../support/practice.ts';
import { whole } from '../support/whole.ts';
import { notOfThisDay, partsOfDay, type Place, type Tell } from '../support/whole-day.ts';

const runs = whole ? 5_000 : 100;

/** These replace the data others use, so they come last. */
const exchanging = new Set<CallName>([
	'session.connect',
	'session.practise',
	'session.leave',
	'session.takeOver',
	'session.signIn',
	'serviceCheck.start',
	'rescue.restore',
]);

let service: TestPractice;
let pc: TestPc;
/** Logged internal errors. */
const mistakes: string[] = [];
const logOfMistakes = {
	info: () => undefined,
	warn: () => undefined,
	error: (message: string, facts?: Readonly<Record<string, unknown>>) => {
		mistakes.push(`${message} ${String(facts?.['call'])} ${String(facts?.['error'])}`);
	},
};
/** The service's locations. The list of the PC also gets those that random input made up a draft for. */
let places: CallOutput<'location.list'>['locations'];
const known = { values: new Map<string, unknown[]>(), records: [] as Record<string, unknown>[] };

beforeAll(async () => {
	service = await startTestPractice();
	pc = await openTestPc({ ports: { log: logOfMistakes, practice: null } });
	await pc.connect(service.url);
	places = (await pc.call('location.list', {})).locations;
	await stockUp();
}, 60_000);

afterAll(async () => {
	await pc.stop();
	removePc(pc);
	await service.close();
});

async function stockUp(): Promise<void> {
	known.records.splice(0);
	known.values.clear();
	known.values.set('clientSecret', [credentials.clientSecret]);
	await told('app.state', {});
	await told('location.list', {});
	const [here, there] = places;
	const locationId = here!.locationId;
	const { items } = await told('item.search', { text: 's', locationId, limit: 20 });
	const line = (at: number) => ({
		lineId: crypto.randomUUID(),
		itemId: items[at]!.itemId,
		boxes: [{ unitId: items[at]!.units[0]!.unitId, typed: '1' }],
		note: '',
	});
	const { reasons } = await told('wasteReason.list', {});
	const reasonId = reasons[0]!.reasonId;
	const document = { documentId: null, revision: 0, locationId, locale: 'en-GB' };
	for (const description of ['Lunch', 'Dinner']) {
		const { documentId } = await told('wastage.save', {
			...document,
			description,
			lines: [{ ...line(0), reasonId }],
		});
		if (description === 'Lunch')
			await told('wastage.submit', { documentId, intentId: crypto.randomUUID() });
		await told('transferOut.save', {
			...document,
			description,
			otherLocationId: there!.locationId,
			lines: [line(1)],
		});
	}
	for (const name of ['Friday', 'Saturday']) {
		const opening = { locationId, name, plan: { scope: { kind: 'full' as const } } };
		const { stocktakeId } = await told('stocktake.open', {
			...opening,
			intentId: crypto.randomUUID(),
		});
		const { lines } = await told('stocktake.sheet', { stocktakeId });
		for (const { lineNo, units } of lines.slice(0, 5)) {
			const unitId = units[0]!.unitId;
			await told('stocktake.enter', { stocktakeId, lineNo, unitId, typed: '2', locale: 'en-GB' });
		}
		await told('stocktake.keepUnknownCode', { stocktakeId, code: '4006381333931', areaId: null });
	}
	const { documents } = await told('transfer.list', { locationId });
	for (const { documentId } of documents.slice(0, 5)) await told('transfer.get', { documentId });
}

/** Calls, and collects every value of the answer by field name. */
async function told<Name extends CallName>(name: Name, input: Parameters<TestPc['call']>[1]) {
	const value = await pc.call(name, input as never);
	remember('', value);
	return value;
}

function remember(name: string, value: unknown): void {
	if (Array.isArray(value)) for (const each of value.slice(0, 20)) remember(name, each);
	else if (typeof value === 'object' && value !== null) {
		if (known.records.length < 300) known.records.push({ ...value });
		for (const [key, field] of Object.entries(value)) remember(key, field);
	} else if (name !== '') {
		const values = known.values.get(name) ?? [];
		if (values.length < 30 && !values.includes(value)) known.values.set(name, [...values, value]);
	}
}

/** @param between called now and then, because open work gets closed */
async function fuzz(
	names: readonly CallName[],
	numRuns: number,
	between: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
	const answered = new Set<string>();
	const failed = new Map<string, string>();
	let run = 0;
	await fc.assert(
		fc.asyncProperty(fc.gen(), async (draw) => {
			if ((run += 1) % 300 === 0) await between();
			const name = draw(() => fc.constantFrom(...names));
			const input = draw(() => inputFor(contract[name].input, known));
			const wired: unknown = JSON.parse(JSON.stringify(input ?? null));
			const reply = await pc.core.callUnchecked(name, wired, { connection: 'fuzz' });
			if (reply.ok) {
				answered.add(name);
				remember('', reply.value);
			} else if (reply.code === 'internal') {
				failed.set(name, JSON.stringify(wired).slice(0, 700));
			}
		}),
		{ numRuns, endOnFailure: true },
	);
	if (whole)
		console.log(
			`answered: ${answered.size}, never: ${names.filter((name) => !answered.has(name)).join(' ')}`,
		);
	expect({ failed: [...failed], mistakes: [...new Set(mistakes)] }).toEqual({
		failed: [],
		mistakes: [],
	});
}

async function expectUsable(): Promise<void> {
	const { locationId } = places[0]!;
	await pc.call('wastage.list', { locationId });
	await pc.call('transfer.list', { locationId });
	await pc.call('stocktake.list', { locationId });
	await pc.call('outbox.list', { filter: 'all' });
	await pc.call('rescue.state', {});
	const { items } = await pc.call('item.search', { text: 's', locationId, limit: 1 });
	expect(items).toHaveLength(1);
	expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
}

test('no random input causes an internal error', { timeout: 600_000 }, async () => {
	const names = (Object.keys(contract) as CallName[]).filter((name) => !exchanging.has(name));
	await fuzz(names, runs, stockUp);
	await expectUsable();
});

test('nor do calls that replace the account or the files', { timeout: 600_000 }, async () => {
	await fuzz([...exchanging], Math.ceil(runs / 10), () => pc.connect(service.url));
	await pc.connect(service.url);
	await expectUsable();
});

/** A PC with a day's work, at a service with practice mode. */
async function openDay(): Promise<Place> {
	const at = await startTestPractice();
	await at.signIn();
	const address = {
		serviceUrl: at.url,
		...credentials,
		profile: practiceProfile,
		controlUrl: `${at.url}/control`,
	};
	const start = () => Promise.resolve(address);
	const practice = { start, startAfresh: start };
	const user = await openTestPc({ ports: { log: logOfMistakes, practice } });
	await user.connect(at.url);
	const { locations } = await user.call('location.list', {});
	const [here, there] = locations.map(({ locationId }) => locationId);
	const tell: Tell = (name, input) => user.call(name, input);
	return { pc: user, service: at, tell, locationId: here!, otherLocationId: there! };
}

async function endDay({ pc: user, service: at }: Place): Promise<void> {
	await user.stop();
	removePc(user);
	await at.close();
}

/** At night only, for the test after it. By day, the specs of each area make these calls. */
test.runIf(whole)('every call has an accepted input', { timeout: 300_000 }, async () => {
	const day = await openDay();
	const taken = new Set<CallName>(notOfThisDay);
	day.tell = async (name, input) => {
		const value = await day.pc.call(name, input);
		taken.add(name);
		return value;
	};
	for (const part of partsOfDay) await part(day);
	await endDay(day);
	expect(Object.keys(contract).filter((name) => !taken.has(name as CallName))).toEqual([]);
	expect(mistakes).toEqual([]);
});

/** Every night: it lives the day again, and more slowly. */
test.runIf(whole)(
	'no slightly invalid input causes an internal error',
	{ timeout: 600_000 },
	async () => {
		const day = await openDay();
		const failed: string[] = [];
		let seed = 1;
		day.tell = async (name, input) => {
			for (const wrong of fc.sample(around(input, known), { numRuns: 3, seed: (seed += 1) })) {
				// These end the day, or remove what the next part needs.
				if (exchanging.has(name) || name.startsWith('practice.')) break;
				const wired: unknown = JSON.parse(JSON.stringify(wrong ?? null));
				const reply = await day.pc.core.callUnchecked(name, wired, { connection: 'fuzz' });
				if (!reply.ok && reply.code === 'internal') failed.push(`${name} ${JSON.stringify(wired)}`);
			}
			return day.pc.call(name, input);
		};
		for (const part of partsOfDay) {
			// A slightly invalid input may have taken effect, so the rest of a part cannot follow.
			await part(day).catch(() => undefined);
		}
		await endDay(day);
		expect({ failed, mistakes }).toEqual({ failed: [], mistakes: [] });
	},
);
