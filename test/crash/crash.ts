// Kills the real program at labelled points and at any instant, while people work with it and replies of a real
// practice service are lost; then lets it finish and compares the service with what was acknowledged. docs/outbox.md,
// "Proof".
import Database from 'better-sqlite3';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppState } from '../../src/shared/bridge/app.ts';
import { crashVariable } from '../../src/main/host/crash-point.ts';
import { createChance, type Chance } from '../../src/practice/demo/random.ts';
import { practiceProfile } from '../../src/practice/profile.ts';
import { connectBridge, untilState, type BridgeClient } from '../support/bridge-client.ts';
import { wrongInEventLog } from '../support/event-log.ts';
import { credentials, startTestPractice, type TestPractice } from '../support/practice.ts';
import { spawnProgram, startProgram, type StartingProgram } from '../support/program.ts';
import { crashLabels, type CrashLabel, type Kill } from './labels.ts';
import type { Entry } from './entry.ts';
import { answerOf, Gone, Person, type Place, type Wrong } from './person.ts';

interface CrashOutcome extends Wrong {
	/** Kills per label; the rest were at random instants. */
	atLabel: ReadonlyMap<CrashLabel, number>;
	kills: number;
	acknowledged: Entry['kind'][];
	asked: number;
	/** Contradictions in the outbox's event log (support/event-log.ts). */
	contradictions: string[];
}

/** Kills per service before everything is compared and restarted. */
const killsAWorld = 120;
/** ms until a run is killed, whether or not it reached its label; on a slow machine, several times its start. */
const longestRun = 6_000;
const startsLong = 4;
const longestRest = 120_000;

/** @param say reports progress. */
export async function crash(options: {
	kills: number;
	seed: number;
	say?: (words: string) => void;
}): Promise<CrashOutcome> {
	const chance = createChance(options.seed);
	const atLabel = new Map<CrashLabel, number>();
	const outcome: CrashOutcome = {
		lost: [],
		doubled: [],
		atLabel,
		kills: 0,
		acknowledged: [],
		asked: 0,
		contradictions: [],
	};
	for (let left = options.kills; left > 0; left -= killsAWorld) {
		const world = await runWorld(plan(Math.min(left, killsAWorld), chance), chance);
		for (const label of world.labels) atLabel.set(label, (atLabel.get(label) ?? 0) + 1);
		outcome.kills += world.kills;
		outcome.acknowledged.push(...world.acknowledged);
		outcome.asked += world.asked;
		outcome.lost.push(...world.lost);
		outcome.doubled.push(...world.doubled);
		outcome.contradictions.push(...world.contradictions);
		options.say?.(
			`${String(outcome.kills)} kills, ${String(outcome.acknowledged.length)} acknowledged`,
		);
	}
	return outcome;
}

/** Every label once, then every label in turn and as often a random instant of start or work. */
function plan(kills: number, chance: Chance): Kill[] {
	return Array.from({ length: kills }, (_, index): Kill => {
		const isFirst = index < crashLabels.length;
		const at = crashLabels[(isFirst ? index : index >> 1) % crashLabels.length];
		if ((isFirst || index % 2 === 0) && at !== undefined) {
			const most = at.startsWith('recover') ? 1 : at === 'call: before answer' ? 12 : 4;
			return { at, times: chance.whole(1, most) };
		}
		return chance.happens(0.25)
			? { at: 'start', ms: chance.whole(50, 600) }
			: { at: 'ready', ms: chance.whole(0, 600) };
	});
}

interface World extends Wrong {
	labels: CrashLabel[];
	kills: number;
	acknowledged: Entry['kind'][];
	asked: number;
	contradictions: string[];
}

/** Two PCs in two kitchens of one service, killed again and again. */
async function runWorld(kills: readonly Kill[], chance: Chance): Promise<World> {
	const folder = await mkdtemp(join(tmpdir(), 'stillroom-crash-'));
	const service = await startTestPractice({ clock: { now: () => Date.now() }, tokenSeconds: 20 });
	try {
		const pcs = await Promise.all(
			['Harbour Kitchen', 'Mill Street Grill'].map((kitchen, index) =>
				openPc(join(folder, String(index)), kitchen, service, chance),
			),
		);
		await service.setFaults(
			{ kind: 'drop-reply', operation: 'writes', probability: 0.2 },
			{ kind: 'drop-before-commit', operation: 'writes', probability: 0.1 },
			{ kind: 'error-after-commit', operation: 'writes', probability: 0.05 },
		);
		const labels: CrashLabel[] = [];
		await Promise.all(
			pcs.map(async (pc, index) => {
				for (const kill of kills.filter((_, at) => at % pcs.length === index)) {
					const label = await pc.run(kill);
					if (label !== null) labels.push(label);
				}
			}),
		);
		await service.setFaults();
		const rests = await Promise.all(pcs.map((pc) => pc.comeToRest()));
		const ledger = service.checkLedger().map(() => 'stock is not the sum of its movements');
		return {
			labels,
			kills: kills.length,
			acknowledged: pcs.flatMap(({ person }) => person.acknowledged()),
			asked: rests.reduce((sum, { asked }) => sum + asked, 0),
			lost: [...rests.flatMap(({ lost }) => lost), ...ledger],
			doubled: rests.flatMap(({ doubled }) => doubled),
			contradictions: rests.flatMap(({ contradictions }) => contradictions),
		};
	} finally {
		await service.close();
		await rm(folder, { recursive: true, force: true });
	}
}

interface Pc {
	person: Person;
	/** Starts the program and works until it is gone. @returns the label where it ended, if any. */
	run(kill: Kill): Promise<CrashLabel | null>;
	comeToRest(): Promise<Wrong & { asked: number; contradictions: string[] }>;
}

async function openPc(
	dataFolder: string,
	kitchen: string,
	service: TestPractice,
	chance: Chance,
): Promise<Pc> {
	const { clientId, clientSecret } = credentials;
	const began = performance.now();
	const first = await startProgram(dataFolder);
	const killedAfter = Math.max(longestRun, startsLong * (performance.now() - began));
	const bridge = await connectBridge(first.link);
	await answerOf(bridge, 'session.connect', {
		serviceUrl: service.url,
		clientId,
		clientSecret,
		profile: {
			...practiceProfile,
			pauses: {
				beforeProbeMs: 150,
				betweenProbesMs: 100,
				retryFirstMs: 20,
				retryMostMs: 200,
				offlinePingMs: 100,
				onlinePingMs: 5_000,
			},
		},
	});
	await until(bridge, ({ sync }) => !sync.running && sync.tables.every((each) => each.complete));
	const place = await placeOf(bridge, kitchen);
	await answerOf(bridge, 'settings.set', {
		locationId: place.locationId,
		person: kitchen,
		undoSeconds: 0,
	});
	await bridge.close();
	await first.stop();
	const person = new Person(kitchen.replace(/ .*/, ''), place, chance);

	const work = async (program: StartingProgram, ready: () => void): Promise<void> => {
		const link = await program.link;
		if (link === null) throw new Gone();
		ready();
		const open = await connectBridge(link).catch(() => {
			throw new Gone();
		});
		await answerOf(open, 'session.signIn', { clientSecret });
		await person.clickAgain(open);
		for (let acts = 0; acts < 30; acts += 1) await person.act(open);
	};

	return {
		person,

		async run(kill) {
			const atLabel = 'times' in kill ? kill : null;
			const program = spawnProgram(dataFolder, [], {
				...(atLabel && { [crashVariable]: `${String(atLabel.times)} ${atLabel.at}` }),
			});
			const over = new AbortController();
			const ending = { ours: false };
			const killAfter = (ms: number) => {
				delay(ms, undefined, { signal: over.signal }).then(
					() => {
						ending.ours = true;
						return program.kill();
					},
					() => undefined,
				);
			};
			killAfter('ms' in kill && kill.at === 'start' ? kill.ms : killedAfter);
			try {
				await work(program, () => {
					if ('ms' in kill && kill.at === 'ready') killAfter(kill.ms);
				});
			} catch (error) {
				if (!(error instanceof Gone)) {
					await program.kill();
					throw error;
				}
			}
			await program.gone;
			over.abort();
			return atLabel && !ending.ours ? atLabel.at : null;
		},

		async comeToRest() {
			const program = await startProgram(dataFolder);
			const open = await connectBridge(program.link);
			try {
				await answerOf(open, 'session.signIn', { clientSecret });
				await person.clickAgain(open);
				let asked = 0;
				for (let decided = 1; decided > 0; asked += decided) {
					await until(open, ({ outbox }) => outbox.waiting === 0);
					decided = await person.decide(open, await service.snapshot());
				}
				return {
					asked,
					...(await person.compare(open, await service.snapshot())),
					contradictions: wrongInFile(dataFolder),
				};
			} finally {
				await open.close();
				await program.stop();
			}
		},
	};
}

/** While the program has it open, so that its log exists. */
function wrongInFile(dataFolder: string): string[] {
	const file = new Database(join(dataFolder, 'stillroom.db'), { readonly: true });
	try {
		return wrongInEventLog(file, { clockIsSteady: true });
	} finally {
		file.close();
	}
}

async function placeOf(bridge: BridgeClient, kitchen: string): Promise<Place> {
	const { locations } = await answerOf(bridge, 'location.list', {});
	const here = locations.find(({ name }) => name === kitchen);
	const other = locations.find(({ name }) => name !== kitchen);
	const area = here?.areas.find(({ items }) => items > 4);
	if (!here || !other || !area) throw new Error(`There is no ${kitchen} with something to count.`);
	const { locationId } = here;
	const { items } = await answerOf(bridge, 'item.search', { text: 'a', locationId, limit: 20 });
	const { reasons } = await answerOf(bridge, 'wasteReason.list', {});
	const { suppliers } = await answerOf(bridge, 'supplier.list', {});
	return {
		locationId,
		otherId: other.locationId,
		items,
		reasonId: reasons[0]?.reasonId ?? null,
		areaId: area.areaId,
		supplierId: suppliers[0]?.supplierId ?? '',
	};
}

/** @throws on timeout. */
async function until(bridge: BridgeClient, fits: (app: AppState) => boolean): Promise<void> {
	const late = new AbortController();
	const tooLate = delay(longestRest, undefined, { signal: late.signal }).then(() => {
		throw new Error('The program does not come to rest.');
	});
	await Promise.race([untilState(bridge, fits), tooLate]).finally(() => late.abort());
}
