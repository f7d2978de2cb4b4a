// A count of 5,000 lines submitted to a real service, from the call until the service has its last part, against a bare
// loop that posts the same parts over the same transport.
import Database from 'better-sqlite3';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPractice, type ServiceAccess } from '../scripts/tour/program.ts';
import type { Core } from '../src/main/core/core.ts';
import { createCore } from '../src/main/core/create-core.ts';
import { noSecrets, openPorts } from '../src/main/host/ports.ts';
import { openTransport } from '../src/main/host/transport.ts';
import type { AppState } from '../src/shared/bridge/app.ts';
import { addressOf } from '../src/shared/service/address.ts';
import { operationNamed } from '../src/shared/service/index.ts';
import { serviceProfile, type ServiceProfile } from '../src/shared/service/profile.ts';
import { practiceClient } from '../test/support/practice.ts';
import { answerOf } from './kitchen.ts';
import { takeTurns, type Comparison } from './measurement.ts';

const countedLines = 5_000;
/** ms that the service keeps each request waiting: none, and as one over a network does. */
const distances = [0, 20] as const;
const parent = join(import.meta.dirname, '../node_modules/.cache');

export async function submitting(
	rounds: number,
	say: (doing: string) => void,
): Promise<Comparison[]> {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-bench-'));
	const practice = await startPractice(folder, 'a');
	try {
		const { access } = practice;
		const profile = serviceProfile.parse(access.profile);
		const signIn = () => tokenOf(access);
		say(`stocking ${countedLines.toLocaleString('en')} places`);
		const locationId = await stockUp(access, profile, await signIn());
		let counts = 0;
		let parts: string[] = [];
		const submit = async (measured: Measured): Promise<number> => {
			const posted = await submitThroughCore(access, locationId, (counts += 1), measured);
			({ parts } = posted);
			return posted.ms;
		};
		const comparisons: Comparison[] = [];
		for (const late of distances) {
			const where = late === 0 ? '' : `, ${late} ms away`;
			say(`submitting counts of ${countedLines.toLocaleString('en')} lines${where}`);
			const measured: Measured = async (work) => {
				await practice.answerAfter(late);
				const ms = await work();
				await practice.answerAfter(0);
				return ms;
			};
			const ms = await takeTurns(rounds, {
				outbox: () => submit(measured),
				bare: async () => {
					// Where it comes first, nothing was submitted yet that it could post.
					if (parts.length === 0) await submit(measured);
					const token = await signIn();
					return measured(() => postBare(access.url, profile, token, parts));
				},
			});
			comparisons.push({
				name: `submit ${countedLines.toLocaleString('en')} counted lines${where}`,
				against: 'the same parts bare',
				...{ samples: ms.outbox, floor: ms.bare },
				aims: [{ at: 'median', ratio: 1.25 }],
			});
		}
		return comparisons;
	} finally {
		await practice.stop();
		rmSync(folder, { recursive: true });
	}
}

/** Does what is measured with the service as far away as it is to be; what leads to it is not kept waiting. */
type Measured = (work: () => Promise<number>) => Promise<number>;

/** Puts something of so many items into the areas of the first location. @returns its id */
async function stockUp(
	{ url }: ServiceAccess,
	profile: ServiceProfile,
	token: string,
): Promise<string> {
	const service = practiceClient(url);
	service.useToken(token);
	const [location] = await service.all<{ id: string }>('location.list');
	const items = await service.all<{ id: string }>('inventoryItem.list');
	const areas = (await service.all<{ id: string; locationId: string }>('storageArea.list')).filter(
		({ locationId }) => locationId === location?.id,
	);
	if (!location) throw new Error('The practice service is empty.');
	const places = areas
		.flatMap(({ id: storageAreaId }) => items.map(({ id: itemId }) => ({ itemId, storageAreaId })))
		.slice(0, countedLines);
	if (places.length < countedLines) throw new Error('The practice service has too few places.');
	const parts: string[] = [];
	for (let from = 0; from < places.length; from += profile.stocktake.batchLines) {
		parts.push(
			JSON.stringify({
				locationId: location.id,
				date: '2026-01-01T09:00:00.000Z',
				items: places
					.slice(from, from + profile.stocktake.batchLines)
					.map((place) => ({ ...place, quantity: 5 })),
			}),
		);
	}
	await postBare(url, profile, token, parts);
	return location.id;
}

/** @returns ms from the call until nothing of it waits, and the parts as they were sent. */
async function submitThroughCore(
	{ url, clientId, clientSecret, profile }: ServiceAccess,
	locationId: string,
	round: number,
	measured: Measured,
): Promise<{ ms: number; parts: string[] }> {
	mkdirSync(parent, { recursive: true });
	const dataFolder = mkdtempSync(join(parent, 'stillroom-bench-'));
	const { ports, close } = openPorts({
		dataFolder,
		dataSet: 'small',
		secrets: noSecrets,
		forkPractice: () => {
			throw new Error('The benchmark has a service.');
		},
		log: { info: () => undefined, warn: console.error, error: console.error },
		systemLocale: 'en-IE',
	});
	const core = createCore({ dataFolder, ports });
	try {
		await core.start();
		await answerOf(core, 'settings.set', { locationId, person: 'Noor', undoSeconds: 0 });
		const pulled = whenPulled(core);
		await answerOf(core, 'session.connect', { serviceUrl: url, clientId, clientSecret, profile });
		await pulled;
		const stocktakeId = await countAll(core, locationId, round);
		// Nobody submits but from the review.
		await answerOf(core, 'stocktake.review', { stocktakeId });
		const ms = await measured(async () => {
			const done = whenDone(core);
			const begun = performance.now();
			await answerOf(core, 'stocktake.submit', { stocktakeId, intentId: 'bench-submit' });
			await done;
			return performance.now() - begun;
		});
		return { ms, parts: partsIn(dataFolder) };
	} finally {
		await core.stop();
		await close();
		rmSync(dataFolder, { recursive: true, force: true });
	}
}

/** ms after which a pull or a posting is given up: ten times what the slowest took. */
const mostMs = 120_000;

const whenPulled = (core: Core): Promise<void> => {
	let wasRunning = false;
	return whenState(core, 'The pull', ({ sync }) => {
		wasRunning ||= sync.running;
		if (!wasRunning || sync.running) return false;
		if (sync.failure !== null) throw new Error(`The pull failed: ${sync.failure}`);
		return true;
	});
};

/** Resolves when everything that waited was sent. */
const whenDone = (core: Core): Promise<void> => {
	let waited = false;
	return whenState(core, 'The posting', ({ outbox }) => {
		waited ||= outbox.waiting > 0;
		if (outbox.needYou > 0) throw new Error('The service did not accept a part of the count.');
		return waited && outbox.waiting === 0;
	});
};

/** Resolves when `reached` returns true, and rejects when it throws or nothing comes of it in `mostMs`. */
const whenState = (core: Core, doing: string, reached: (state: AppState) => boolean) =>
	new Promise<void>((resolve, reject) => {
		const end = (settle: () => void) => {
			clearTimeout(timer);
			stop();
			settle();
		};
		const timer = setTimeout(() => {
			end(() => reject(new Error(`${doing} did not finish in ${String(mostMs / 1000)} s.`)));
		}, mostMs);
		const stop = core.on('app.changed', (state) => {
			try {
				if (reached(state)) end(resolve);
			} catch (error) {
				end(() => reject(error instanceof Error ? error : new Error(String(error))));
			}
		});
	});

/** Counts every line as something else than the book says and than the round before counted. @returns its id */
async function countAll(core: Core, locationId: string, round: number): Promise<string> {
	const { stocktakeId } = await answerOf(core, 'stocktake.open', {
		...{ locationId, name: '', intentId: `bench-count-${String(round)}` },
		plan: { scope: { kind: 'full' } },
	});
	const { lines } = await answerOf(core, 'stocktake.sheet', { stocktakeId });
	if (lines.length < countedLines) throw new Error(`The count has ${lines.length} lines only.`);
	for (let from = 0; from < lines.length; from += 2_000) {
		await answerOf(core, 'stocktake.enterMany', {
			stocktakeId,
			entries: lines.slice(from, from + 2_000).map(({ lineNo, units }) => ({
				lineNo,
				unitId: units.at(-1)?.unitId ?? '',
				typed: String(1_000 + 10 * round + (lineNo % 7)),
			})),
			locale: 'en-IE',
		});
	}
	const { documents } = await answerOf(core, 'cutOff.get', { stocktakeId });
	if (documents.length > 0) {
		const keys = documents.map(({ key }) => key);
		await answerOf(core, 'cutOff.acknowledge', { stocktakeId, keys });
	}
	return stocktakeId;
}

/** The parts as the outbox sent them: with quantities as numbers. */
function partsIn(dataFolder: string): string[] {
	const db = new Database(join(dataFolder, 'stillroom.db'), { readonly: true });
	try {
		return db
			.prepare<[], string>('SELECT payload FROM action ORDER BY seq')
			.pluck()
			.all()
			.map((payload) =>
				JSON.stringify((JSON.parse(payload) as { body: unknown }).body).replace(
					/"(quantity|countedQuantity)":"(-?[\d.]+)"/g,
					'"$1":$2',
				),
			);
	} finally {
		db.close();
	}
}

async function tokenOf({ url, clientId, clientSecret }: ServiceAccess): Promise<string> {
	const body = new FormData();
	body.set('client_id', clientId);
	body.set('client_secret', clientSecret);
	const { json } = await practiceClient(url).send('POST', '/api/Account/Login', { body });
	return (json as { access_token: string }).access_token;
}

/** One after the other, as the parts of a count go. @returns ms */
async function postBare(
	url: string,
	profile: ServiceProfile,
	token: string,
	parts: readonly string[],
): Promise<number> {
	const transport = openTransport();
	const { method, path } = addressOf(operationNamed('inventoryItem.changeStock'), profile);
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	try {
		const begun = performance.now();
		for (const body of parts) {
			const answer = await transport.write(new Request(url + path, { method, headers, body }));
			const text = await answer.text();
			if (answer.status !== 200) throw new Error(`${path}: ${String(answer.status)} ${text}`);
		}
		return performance.now() - begun;
	} finally {
		await transport.close();
	}
}
