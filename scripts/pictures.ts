// `npm run pictures`: takes the screens like the browser tests do, and keeps those of the README and docs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { crc32, deflateSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { chromiumSwitches, findChromium } from '../test/support/chromium.ts';
import { buildScreens } from './built.ts';
import { readOptions } from './command-line.ts';

readOptions({});
buildScreens();

/** Pictures by their screen's name in test/e2e/all-screens.e2e.ts. */
const pictures = {
	count: 'count-light',
	'waste-dark': 'waste-draft-dark',
	'receive-arabic': 'transfer-receive-arabic',
	outbox: 'outbox-light',
};
/** Bytes; every clone of the project carries them. */
const biggest = 150_000;

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

/** Red, green and blue of each pixel, each row after a zero: it names no filter, with which screens compress best. */
async function pixelsOf(png: string): Promise<{ width: number; height: number; rows: string }> {
	const image = new Image();
	image.src = `data:image/png;base64,${png}`;
	await image.decode();
	const { width, height } = image;
	const drawn = new OffscreenCanvas(width, height).getContext('2d');
	drawn?.drawImage(image, 0, 0);
	const pixels = drawn?.getImageData(0, 0, width, height).data ?? [];
	let rows = '';
	pixels.forEach((value, at) => {
		if (at % (width * 4) === 0) rows += '\0';
		if (at % 4 !== 3) rows += String.fromCharCode(value);
	});
	return { width, height, rows: btoa(rows) };
}

function chunk(type: string, content: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type), content]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(content.length);
	sum.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, sum]);
}

/** A third smaller than the browser's, which compresses for speed. */
function smallPng({ width, height, rows }: Awaited<ReturnType<typeof pixelsOf>>): Buffer {
	const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', head),
		chunk('IDAT', deflateSync(Buffer.from(rows, 'base64'), { level: 9, memLevel: 9 })),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

const executablePath = findChromium() ?? '';
const browser = await chromium.launch({ executablePath, args: chromiumSwitches() });
const page = await browser.newPage();
mkdirSync(to, { recursive: true });
for (const [name, screen] of Object.entries(pictures)) {
	const png = readFileSync(join(from, `${screen}.png`), 'base64');
	const bytes = smallPng(await page.evaluate(pixelsOf, png));
	const picture = join(to, `${name}.png`);
	writeFileSync(picture, bytes);
	console.log(`${picture}: ${String(Math.ceil(bytes.length / 1000))} kB`);
	if (bytes.length > biggest) {
		console.error(`${picture} is bigger than ${String(biggest / 1000)} kB.`);
		process.exitCode = 1;
	}
}
await browser.close();
