// A counting process: enters line after line from the given one, and reports acknowledged entries until killed. Run by
// count.spec.ts.
import process from 'node:process';
import { answerOf, openCore } from '../../bench/kitchen.ts';

const [dataFolder = '', stocktakeId = '', behind = ''] = process.argv.slice(2);
const { core } = openCore({ dataFolder, remove: () => undefined });
const { lines } = await answerOf(core, 'stocktake.sheet', { stocktakeId });
for (const { lineNo } of lines) {
	if (lineNo <= Number(behind)) continue;
	const typed = String(lineNo + 1_000);
	await answerOf(core, 'stocktake.enter', {
		stocktakeId,
		lineNo,
		unitId: '1',
		typed,
		locale: 'en-IE',
	});
	process.stdout.write(`${String(lineNo)}=${typed}\n`);
}
// A process that has ended cannot be frozen: it waits to be killed, as long as the test may take.
setTimeout(() => undefined, 60_000);
