// Offers a release to a part of the PCs: writes `stagingPercentage` into the update feeds of a folder. Each PC draws
// its number once, so a higher percentage only adds PCs. `-- --percent 20 [DIR]`; 100 removes the limit.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { readArguments, refuse, wholeNumber } from './command-line.ts';

const { values, positionals } = readArguments({ percent: { type: 'string' } });
const percent = wholeNumber('percent', values.percent ?? '', 0);
if (percent > 100) refuse('--percent takes at most 100');
const folder = positionals[0] ?? 'release';

const feeds = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
if (feeds.length === 0) refuse(`${folder} has no update feed`);
for (const name of feeds) {
	const file = join(folder, name);
	const feed = parseDocument(readFileSync(file, 'utf8'));
	if (percent === 100) feed.delete('stagingPercentage');
	else feed.set('stagingPercentage', percent);
	writeFileSync(file, feed.toString());
	console.log(`${name}: ${percent === 100 ? 'every PC' : `${String(percent)} % of the PCs`}`);
}
