// The practice service process:
// node src/practice/main.ts --data DIR [--port N] [--client-id ID] [--seed N] [--data-set demo|small|large] [--variant
// a|b|c|d]
// The client secret and the control token come in the environment, where other users' process lists do not show them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataSets, outdatedExit, type DataSet } from '../shared/bridge/practice.ts';
import { startPracticeService } from './server.ts';
import { OutdatedPracticeFile } from './store/open.ts';
import { variantNames, variants, type VariantName } from './variants.ts';

try {
	const { values } = parseArgs({
		options: {
			data: { type: 'string' },
			port: { type: 'string', default: '0' },
			'client-id': { type: 'string', default: 'practice' },
			seed: { type: 'string', default: '1' },
			'data-set': { type: 'string', default: 'demo' },
			variant: { type: 'string', default: 'a' },
			'token-seconds': { type: 'string', default: '300' },
		},
	});
	const clientSecret = needed(
		process.env['STILLROOM_PRACTICE_SECRET'],
		'STILLROOM_PRACTICE_SECRET',
	);
	const controlToken = needed(
		process.env['STILLROOM_PRACTICE_CONTROL'],
		'STILLROOM_PRACTICE_CONTROL',
	);
	const folder = needed(values.data, '--data');
	const clientId = values['client-id'];
	const variant = variantNamed(values.variant);
	mkdirSync(folder, { recursive: true });
	const service = await startPracticeService({
		file: join(folder, 'practice.db'),
		port: wholeNumber(values.port, '--port'),
		clientId,
		clientSecret,
		controlToken,
		variant,
		seed: wholeNumber(values.seed, '--seed'),
		dataSet: dataSetNamed(values['data-set']),
		tokenSeconds: wholeNumber(values['token-seconds'], '--token-seconds'),
	});
	endWith(() => service.close());
	console.log(`Practice service is ready at ${service.url}`);
	tellParent({ url: service.url, clientId, profile: variants[variant].profile });
} catch (error) {
	console.error(
		`The practice service did not start: ${error instanceof Error ? error.message : String(error)}`,
	);
	process.exit(error instanceof OutdatedPracticeFile ? outdatedExit : 1);
}

function endWith(close: () => Promise<void>): void {
	let ending: Promise<void> | undefined;
	const end = () => {
		ending ??= close().then(() => process.exit(0));
	};
	process.on('SIGTERM', end);
	process.on('SIGINT', end);
	process.on('disconnect', end);
}

/** The parent is a Node process, Electron (as a utility process), or absent. */
function tellParent(message: { url: string; clientId: string; profile: unknown }): void {
	process.send?.(message);
	const port: unknown = Reflect.get(process, 'parentPort');
	if (isMessagePort(port)) port.postMessage(message);
}

function isMessagePort(value: unknown): value is { postMessage(message: unknown): void } {
	return (
		typeof value === 'object' &&
		value !== null &&
		'postMessage' in value &&
		typeof value.postMessage === 'function'
	);
}

function needed(value: string | undefined, name: string): string {
	if (value === undefined || value === '') throw new Error(`${name} is missing.`);
	return value;
}

function variantNamed(name: string): VariantName {
	const found = variantNames.find((each) => each === name);
	if (found !== undefined) return found;
	throw new Error(`--variant takes ${variantNames.join(', ')}, not ${name}.`);
}

function dataSetNamed(name: string): DataSet {
	const known = dataSets.find((each) => each === name);
	if (known === undefined) throw new Error(`--data-set takes ${dataSets.join(', ')}, not ${name}.`);
	return known;
}

function wholeNumber(text: string, name: string): number {
	if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} takes a whole number, not ${text}.`);
	return Number(text);
}
