// Explores every path of a scene: from each start of the program, each choice, until nothing new appears. Stops a path
// at a known state.
import { createHash } from 'node:crypto';
import { firstBeginning, type Beginning, type Scene } from './beginning.ts';
import { KnownState, live } from './life.ts';

interface Explored {
	states: number;
	/** Paths explored: lives of the program from a start to an end or a known state. */
	ways: number;
	starts: number;
	/** Lives that ended with everything done or discarded. */
	finished: number;
	met: ReadonlyMap<string, number>;
}

/**
 * @param pick which of the open paths is next; the states must be the same for every choice
 * @param most explores at most this many paths
 * @throws Violation, with the choices that led to it.
 */
export async function explore(
	scene: Scene,
	pick: (open: number) => number = (open) => open - 1,
	most = Infinity,
): Promise<Explored> {
	const states = new Set<string>();
	const starts = new Set<string>();
	const met = new Map<string, number>();
	const open: { from: Beginning; script: number[]; told: string[] }[] = [];
	let ways = 0;
	let finished = 0;

	const begin = (from: Beginning, told: string[]) => {
		if (starts.has(from.key)) return;
		starts.add(from.key);
		open.push({ from, script: [], told });
	};
	begin(firstBeginning(scene), []);

	const next = () => open.splice(pick(open.length), 1)[0];
	for (let task = next(); task && ways < most; task = next()) {
		const { from, script, told } = task;
		const taken: number[] = [];
		const story = [...told];
		ways += 1;
		try {
			const end = await live(scene, from, (count, where, state) => {
				let way = script[taken.length];
				if (way === undefined) {
					const key = createHash('sha256').update(state()).digest('base64');
					if (states.has(key)) throw new KnownState();
					states.add(key);
					for (let other = count - 1; other > 0; other -= 1) {
						open.push({ from, script: [...taken, other], told });
					}
					way = 0;
				}
				taken.push(way);
				if (taken.length >= script.length) {
					met.set(`${where} ${String(way)}`, (met.get(`${where} ${String(way)}`) ?? 0) + 1);
				}
				if (way !== 0) story.push(`${where} ${String(way)}`);
				return way;
			});
			if (end.kind === 'finished') finished += 1;
			if (end.kind === 'crashed') {
				begin(end.next, story);
				// The program may also stay away until the service finished its late work.
				const { late, done } = end.next;
				if (late)
					begin(
						{ ...end.next, key: `${end.next.key}, late done`, done: [...done, late], late: null },
						[...story, 'done while away'],
					);
			}
		} catch (error) {
			if (error instanceof Error) error.message += `\n${story.join('\n')}`;
			throw error;
		}
	}
	return { states: states.size, ways, starts: starts.size, finished, met };
}
