// A process that runs the program for one test after another, as src/main/launch.ts would: the modules are read and
// compiled once, which is most of a start. A test that ends the program ends this process.
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { readOptions } from '../../src/main/host/options.ts';
import { runLoopback } from '../../src/main/loopback/run.ts';

const order = z.union([z.object({ open: z.array(z.string()) }), z.literal('close')]);

let running: Awaited<ReturnType<typeof runLoopback>> | null = null;

async function open(args: readonly string[]): Promise<{ link: string } | { problem: string }> {
	const options = readOptions(args);
	if ('problem' in options) return options;
	try {
		running = await runLoopback(options);
		return { link: running.newLink() };
	} catch (error) {
		return { problem: String(error) };
	}
}

async function close(): Promise<void> {
	const ending = running;
	running = null;
	await ending?.stop();
	// A rejection that comes after the log was closed ends this process before it can answer.
	await setImmediate();
}

process.on('message', (message) => {
	const asked = order.parse(message);
	if (asked === 'close') void close().then(() => process.send?.('closed'));
	else void open(asked.open).then((answer) => process.send?.(answer));
});
for (const event of ['SIGTERM', 'disconnect']) {
	process.once(event, () => void close().then(() => process.exit()));
}
