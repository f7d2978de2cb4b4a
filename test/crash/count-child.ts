// A process of its own that counts: enters line after line from the first uncounted one on, and says each entry that was
// acknowledged, until somebody ends it. Run by count.spec.ts.
import process from 'node:process';
import { answerOf, openCore } from '../../bench/kitchen.ts';

const [dataFolder = '', stocktakeId = ''] = process.argv.slice(2);
const { core } = openCore({ dataFolder, remove: () => undefined });
const { lines } = await answerOf(core, 'stocktake.sheet', { stocktakeId });
for (const { lineNo, state } of lines) {
	if (state !== 'uncounted') continue;
	const typed = String(lineNo + 1_000);
	await answerOf(core, 'stocktake.enter', {
		...{ stocktakeId, lineNo, unitId: '1', typed, locale: 'en-IE' },
	});
	process.stdout.write(`${String(lineNo)}=${typed}\n`);
}
await core.stop();
