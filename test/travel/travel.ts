// Seeded random histories of travelling work. Failures are shrunk by removing actions.
import { seededRandom } from '../../src/practice/demo/random.ts';
import { journeys, runHistory, sendings, work, Wrong, type Deed } from './history.ts';
import { makeTemplates, type Templates } from './pcs.ts';

export interface TravelFailure {
	seed: number;
	machines: number;
	deeds: readonly Deed[];
	said: string;
}

export async function travel({
	histories,
	seed,
	mostFailures = 1,
}: {
	histories: number;
	seed: number;
	mostFailures?: number;
}): Promise<{ deeds: number; failures: TravelFailure[] }> {
	const templates = await makeTemplates();
	const failures: TravelFailure[] = [];
	let carriedOut = 0;
	try {
		for (let number = 0; number < histories && failures.length < mostFailures; number += 1) {
			const ownSeed = seed + number;
			const { machines, deeds } = historyOf(ownSeed);
			carriedOut += deeds.length;
			const said = await wrongOf(templates, machines, deeds);
			if (said !== null)
				failures.push(await shortened(templates, ownSeed, { machines, deeds, said }));
		}
	} finally {
		templates.remove();
	}
	return { deeds: carriedOut, failures };
}

function historyOf(seed: number): { machines: number; deeds: Deed[] } {
	const random = seededRandom(seed);
	const machines = random() < 0.8 ? 2 : 3;
	const oneOf = <Value>(values: readonly Value[]): Value | undefined =>
		values[Math.floor(random() * values.length)];
	const some = <Value>(sets: readonly (readonly Value[])[]): readonly Value[] =>
		[oneOf(sets), random() < 0.3 ? oneOf(sets) : []].flatMap((set) => set ?? []);
	// Few subjects, so that actions meet.
	const sends = random() < 0.25;
	const entered = sends ? work[0] : some<Deed['name']>(work);
	const happens = some<Deed['name']>(sends ? sendings : journeys);
	const length = 10 + Math.floor(random() * 20);
	const deeds = Array.from({ length }, (_, index): Deed => {
		const isWork = index < 2 || random() < 0.45;
		return {
			name: oneOf(isWork ? entered : happens) ?? 'draft',
			pc: random() < 0.4 ? 0 : Math.floor(random() * machines),
			pick: random(),
			keep: random() < 0.5 ? 'here' : 'there',
		};
	});
	return { machines, deeds };
}

async function wrongOf(
	templates: Templates,
	machines: number,
	deeds: readonly Deed[],
): Promise<string | null> {
	try {
		await runHistory(templates, machines, deeds);
		return null;
	} catch (error) {
		if (error instanceof Wrong) return error.message;
		throw error;
	}
}

async function shortened(
	templates: Templates,
	seed: number,
	found: { machines: number; deeds: readonly Deed[]; said: string },
): Promise<TravelFailure> {
	let { deeds, said } = found;
	for (let at = deeds.length - 1; at >= 0; at -= 1) {
		const without = deeds.toSpliced(at, 1);
		const still = await wrongOf(templates, found.machines, without);
		if (still !== null) {
			deeds = without;
			said = still;
		}
	}
	return { seed, machines: found.machines, deeds, said };
}
