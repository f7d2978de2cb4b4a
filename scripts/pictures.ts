// `npm run pictures`: takes the screens like the browser tests do, and keeps those of the README and docs.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildScreens } from './built.ts';
import { readOptions } from './command-line.ts';

readOptions({});
buildScreens();

/** Pictures by their screen's name in test/e2e/0-all-screens.e2e.ts. */
const pictures = {
	count: 'count-light',
	'waste-dark': 'waste-draft-dark',
	'receive-arabic': 'transfer-receive-arabic',
	outbox: 'outbox-light',
};
/** Bytes; every clone of the project carries them. */
const biggest = 200_000;

const from = 'test-results/screens';
const to = 'docs/pictures';

const { status } = spawnSync(
	'playwright test screens --project=loopback --grep "the screens in" --output=test-results/e2e',
	{ shell: true, stdio: 'inherit', env: { ...process.env, STILLROOM_WHOLE: '1' } },
);
if (status !== 0) {
	console.error('The screens are not as they should be, so their pictures are not kept.');
	process.exit(1);
}

mkdirSync(to, { recursive: true });
for (const [name, screen] of Object.entries(pictures)) {
	const picture = join(to, `${name}.png`);
	copyFileSync(join(from, `${screen}.png`), picture);
	const bytes = statSync(picture).size;
	console.log(`${picture}: ${String(Math.ceil(bytes / 1000))} kB`);
	if (bytes > biggest) {
		console.error(`${picture} is bigger than ${String(biggest / 1000)} kB.`);
		process.exitCode = 1;
	}
}
