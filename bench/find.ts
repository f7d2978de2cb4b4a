// Search in the 50,000 documents of a location as somebody types: words and numbers, letter by letter, through the core.
import { answerOf, locationId, openCore } from './kitchen.ts';
import { compare, takeTurns, timedUntil, type Benchmark } from './harness.ts';
import { fillLists } from './fill-lists.ts';

const documents = 50_000;

const keystrokes = ['WST-2417', 'mill street', 'tro-99', 'cream', 'w', 'zzz'].flatMap((text) =>
	Array.from(text, (_letter, at) => text.slice(0, at + 1)).filter((typed) => !typed.endsWith(' ')),
);

export const find: Benchmark = {
	name: 'find',
	about: `Ctrl K: a document among ${documents.toLocaleString('en')}, as you type`,
	rounds: 4,
	async run(rounds, say) {
		say(`making ${documents.toLocaleString('en')} documents`);
		const kitchen = await fillLists(Math.ceil(documents / 3));
		const { core } = openCore(kitchen);
		try {
			const typed = (round: number): string => keystrokes[round % keystrokes.length] ?? '';
			const contenders = {
				typed: (round: number) =>
					timedUntil(() => answerOf(core, 'document.find', { locationId, text: typed(round) })),
			};
			const [first = 0] = (await takeTurns(1, contenders)).typed;
			say(`the first letter took ${first.toFixed(0)} ms: it reads the lists`);
			const samples = await takeTurns(rounds * keystrokes.length, contenders);
			return [compare('a letter', '50 ms', samples.typed, 50, { median: 1, p99: 1 })];
		} finally {
			await core.stop();
			kitchen.remove();
		}
	},
};
