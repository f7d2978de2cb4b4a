// Reviews a count of 5,000 lines in the core and submits it to a real service, until the last part is there, against a
// bare loop that posts the same parts over the same transport.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { ServiceAccess } from '../scripts/tour/program.ts';
import type { Core } from '../src/main/core/core.ts';
import { addressOf } from '../src/shared/service/address.ts';
import { operationNamed } from '../src/shared/service/index.ts';
import { serviceProfile, type ServiceProfile } from '../src/shared/service/profile.ts';
import {
	compare,
	takeTurns,
	timedUntil,
	type Benchmark,
	type Comparison,
	type Say,
} from './harness.ts';
import { answerOf, makeFolder, makeKitchen, openCore, openCount } from './kitchen.ts';
import { openService, over, startCore, timedBare, type OpenService } from './service.ts';
import { bodyText, firstGoods } from './work.ts';

const countedLines = 5_000;
const reviews = 5;
/** Service latency per request, ms: none, and like a network. */
const distances = [0, 20] as const;

export const count: Benchmark = {
	name: 'count',
	about: `a count of ${countedLines.toLocaleString('en')} lines reviewed and submitted / 150 ms / its parts from a bare loop`,
	rounds: 1,
	run: async (rounds, say) => [
		await reviewing(rounds * reviews, say),
		...(await submitting(rounds, say)),
	],
};

async function reviewing(rounds: number, say: Say): Promise<Comparison> {
	say(`counting ${countedLines.toLocaleString('en')} lines`);
	const kitchen = makeKitchen([{ areaId: 'reviewed', items: countedLines }]);
	const { core } = openCore(kitchen);
	try {
		const stocktakeId = await openCount(core, 'reviewed');
		await enterLines(core, stocktakeId, (lineNo) => String(lineNo % 90));
		const review = async (round: number) => {
			// An unchanged review is cached: force a computation each time.
			await answerOf(core, 'stocktake.enter', {
				stocktakeId,
				lineNo: 1,
				unitId: '1',
				typed: String(100 + round),
				locale: 'en-IE',
			});
			return timedUntil(() => answerOf(core, 'stocktake.review', { stocktakeId }));
		};
		await takeTurns(2, { review });
		const ms = await takeTurns(rounds, { review });
		return compare('review of 5,000 lines', '150 ms', ms.review, 150, { median: 1 });
	} finally {
		await core.stop();
		kitchen.remove();
	}
}

async function enterLines(core: Core, stocktakeId: string, typed: (lineNo: number) => string) {
	const { lines } = await answerOf(core, 'stocktake.sheet', { stocktakeId });
	if (lines.length < countedLines) throw new Error(`The count has ${lines.length} lines only.`);
	for (let from = 0; from < lines.length; from += 2_000) {
		await answerOf(core, 'stocktake.enterMany', {
			stocktakeId,
			entries: lines.slice(from, from + 2_000).map(({ lineNo, units }) => ({
				lineNo,
				unitId: units.at(-1)?.unitId ?? '',
				typed: typed(lineNo),
			})),
			locale: 'en-IE',
		});
	}
}

async function submitting(rounds: number, say: Say): Promise<Comparison[]> {
	const service = await openService();
	try {
		const profile = serviceProfile.parse(service.access.profile);
		const locationId = await stockUp(service, profile);
		let counts = 0;
		let parts: string[] = [];
		const comparisons: Comparison[] = [];
		for (const late of distances) {
			const where = late === 0 ? '' : `, ${late} ms away`;
			const name = `submit ${countedLines.toLocaleString('en')} counted lines${where}`;
			say(name);
			const measured: Measured = async (work) => {
				await service.answerAfter(late);
				const ms = await work();
				await service.answerAfter(0);
				return ms;
			};
			const submit = async (): Promise<number> => {
				const posted = await submitThroughCore(service.access, locationId, (counts += 1), measured);
				({ parts } = posted);
				return posted.ms;
			};
			const bare = async () => {
				// Comes first, when nothing was submitted yet that it could post.
				if (parts.length === 0) await submit();
				return measured(() => postBare(service, profile, parts));
			};
			const ms = await takeTurns(rounds, { submit, bare });
			comparisons.push(compare(name, 'the same parts bare', ms.submit, ms.bare, { median: 1.25 }));
		}
		return comparisons;
	} finally {
		await service.close();
	}
}

type Measured = (work: () => Promise<number>) => Promise<number>;

async function stockUp(service: OpenService, profile: ServiceProfile): Promise<string> {
	const { client } = service;
	client.useToken(await service.signIn());
	const { locationId } = await firstGoods(client);
	const items = await client.all<{ id: string }>('inventoryItem.list');
	const areas = await client.all<{ id: string; locationId: string }>('storageArea.list');
	const places = areas
		.filter((area) => area.locationId === locationId)
		.flatMap(({ id: storageAreaId }) =>
			items.map(({ id: itemId }) => ({ itemId, storageAreaId, quantity: 5 })),
		)
		.slice(0, countedLines);
	const { batchLines } = profile.stocktake;
	const parts: string[] = [];
	for (let from = 0; from < places.length; from += batchLines) {
		const part = places.slice(from, from + batchLines);
		parts.push(JSON.stringify({ locationId, date: '2026-01-01T09:00:00.000Z', items: part }));
	}
	await postBare(service, profile, parts);
	return locationId;
}

async function submitThroughCore(
	{ url, clientId, clientSecret, profile }: ServiceAccess,
	locationId: string,
	round: number,
	measured: Measured,
): Promise<{ ms: number; parts: string[] }> {
	using folder = makeFolder();
	const { core, stop } = await startCore(folder.path);
	try {
		await answerOf(core, 'settings.set', { locationId, person: 'Noor', undoSeconds: 0 });
		const pulled = over(core, ({ sync }) => sync.running);
		await answerOf(core, 'session.connect', { serviceUrl: url, clientId, clientSecret, profile });
		await pulled;
		const stocktakeId = await countAll(core, locationId, round);
		await answerOf(core, 'stocktake.review', { stocktakeId });
		const ms = await measured(async () => {
			const done = over(core, ({ outbox }) => outbox.waiting > 0);
			const begun = performance.now();
			await answerOf(core, 'stocktake.submit', { stocktakeId, intentId: 'bench-submit' });
			await done;
			return performance.now() - begun;
		});
		return { ms, parts: partsIn(folder.path) };
	} finally {
		await stop();
	}
}

/** Counts every line as something else than the book says and than the round before counted. @returns its id */
async function countAll(core: Core, locationId: string, round: number): Promise<string> {
	const { stocktakeId } = await answerOf(core, 'stocktake.open', {
		locationId,
		name: '',
		intentId: `bench-count-${String(round)}`,
		plan: { scope: { kind: 'full' } },
	});
	await enterLines(core, stocktakeId, (lineNo) => String(1_000 + 10 * round + (lineNo % 7)));
	const { documents } = await answerOf(core, 'cutOff.get', { stocktakeId });
	const keys = documents.map(({ key }) => key);
	if (keys.length > 0) await answerOf(core, 'cutOff.acknowledge', { stocktakeId, keys });
	return stocktakeId;
}

function partsIn(dataFolder: string): string[] {
	const db = new Database(join(dataFolder, 'stillroom.db'), { readonly: true });
	const payloads = db.prepare<[], string>('SELECT payload FROM action ORDER BY seq').pluck().all();
	db.close();
	return payloads.map((payload) => bodyText((JSON.parse(payload) as { body: unknown }).body));
}

async function postBare(
	{ access, signIn }: OpenService,
	profile: ServiceProfile,
	parts: readonly string[],
): Promise<number> {
	const { method, path } = addressOf(operationNamed('inventoryItem.changeStock'), profile);
	return timedBare(access.url, await signIn(), async (ask) => {
		for (const body of parts) await ask('write', method, path, body);
	});
}
