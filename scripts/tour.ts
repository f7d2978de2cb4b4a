// The whole job once, without a screen: sign in, pull, lose the service, count, log waste, send and receive, be killed
// in the middle of sending while replies are lost, start again, drain, and compare the service with what was entered.
//
//   npm run tour
//   npm run tour -- --variant a|b|c|d         another practice service of the same document
//   npm run tour -- --url URL --profile FILE --client-id ID --client-secret SECRET
//
// On a service other than the practice one it makes real documents: use a test account.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { variants } from '../src/practice/variants.ts';
import { buildScreens } from './built.ts';
import { readOptions, refuse } from './command-line.ts';
import { caller, drain, until, within } from './tour/driving.ts';
import { documentsOf, twins, type Effect } from './tour/effects.ts';
import { chooseLocation, Entering } from './tour/entering.ts';
import {
	startPractice,
	startProgram,
	type Program,
	type RunningPractice,
	type ServiceAccess,
} from './tour/program.ts';
import { startProxy } from './tour/proxy.ts';
import { viewService, type Shown } from './tour/service.ts';

const given = readOptions({
	url: { type: 'string' },
	profile: { type: 'string' },
	variant: { type: 'string', default: 'a' },
	'client-id': { type: 'string' },
	'client-secret': { type: 'string' },
	keep: { type: 'boolean' },
});
const service = given.url === undefined ? null : givenAccess(given.url);
if (!Object.hasOwn(variants, given.variant)) {
	refuse(`--variant takes ${Object.keys(variants).join(', ')}, not ${given.variant}`);
}
buildScreens();

const began = performance.now();
let stepBegan = began;
function step(words: string): void {
	const now = performance.now();
	console.log(`${((now - stepBegan) / 1000).toFixed(1).padStart(6)} s  ${words}`);
	stepBegan = now;
}

const folder = mkdtempSync(join(tmpdir(), 'stillroom-tour-'));
try {
	process.exitCode = (await tour()) ? 0 : 1;
} finally {
	if (given.keep) console.log(`Data kept in ${folder}`);
	else rmSync(folder, { recursive: true, force: true });
}

async function tour(): Promise<boolean> {
	const { access, stop }: Pick<RunningPractice, 'access' | 'stop'> =
		service === null
			? await startPractice(join(folder, 'practice'), given.variant)
			: { access: service, stop: () => Promise.resolve() };
	const proxy = await startProxy(access.url);
	const view = await viewService(access);
	const data = join(folder, 'data');
	const keepsText = view.profile.reference.wastage !== null;
	let program: Program | null = null;
	try {
		const before = await view.read();
		const known = new Set(documentsOf(before).map((each) => each.id));
		const newDocuments = async () =>
			documentsOf(await view.read())
				.map((each) => each.id)
				.filter((id) => !known.has(id));
		step(
			service === null
				? `a fresh practice service runs, variant ${given.variant}`
				: `the service at ${access.url} answers`,
		);

		program = await startProgram(data);
		const call = caller(() => program);
		await call('session.connect', {
			serviceUrl: proxy.url,
			clientId: access.clientId,
			clientSecret: access.clientSecret,
			profile: access.profile,
		});
		step('signed in');
		await until(
			program,
			(app) =>
				!app.sync.running &&
				app.sync.tables.length > 0 &&
				app.sync.tables.every((table) => table.complete),
		);
		step('everything pulled');

		proxy.set('away');
		await call('network.check', {});
		const { network } = await call('app.state', {});
		if (network.state !== 'offline')
			throw new Error(`The network is ${network.state} without a service.`);
		const here = await chooseLocation(call);
		await call('settings.set', { person: 'Tour', locationId: here.locationId, undoSeconds: 0 });
		step('the service is taken away');

		const recognition = { profile: view.profile, keepsText, known };
		const entering = new Entering({ call, before, recognition, step }, here);
		const effects = [
			...(await entering.receiveTransfer()),
			...(await entering.receiveOrder()),
			...(await entering.count()),
			...(await entering.logWastes()),
			...(await entering.sendTransfer()),
		];
		const { outbox } = await call('app.state', {});
		step(`entered offline; ${String(outbox.waiting)} documents wait`);

		proxy.set('lose-replies');
		const someSent = proxy.writes(3);
		await call('outbox.sendNow', {});
		await within(someSent, 'the service has got three writes');
		await program.kill();
		step('killed while sending, its replies lost');

		program = await startProgram(data);
		await call('session.signIn', { clientSecret: access.clientSecret });
		step('started again');
		await within(proxy.writes(2), 'the service has got two more writes');
		proxy.set('pass');
		step('replies come back');
		let decisions = await drain(program, call, newDocuments);
		step(`drained; a person was asked ${String(decisions)} times`);

		proxy.set('lose-replies');
		const returnSent = proxy.writes(1);
		effects.push(...(await entering.sendBack()));
		await within(returnSent, 'the service has got the return');
		proxy.set('pass');
		decisions = await drain(program, call, newDocuments);
		step(`its reply was lost; drained, and a person was asked ${String(decisions)} times`);

		const after = await view.read();
		return compare(effects, { before, after, keepsText });
	} finally {
		await program?.stop();
		await view.close();
		await proxy.close();
		await stop();
	}
}

function compare(
	effects: readonly Effect[],
	{ before, after, keepsText }: { before: Shown; after: Shown; keepsText: boolean },
): boolean {
	const counts = effects.map((effect) => ({ ...effect, times: effect.found(after) }));
	const lost = counts.filter(({ times }) => times === 0);
	// Anything but once or never is too much, or something else.
	const doubled = counts.filter(({ times }) => times !== 0 && times !== 1);
	for (const { what } of lost) console.log(`  lost: ${what}`);
	for (const { what, times } of doubled) console.log(`  doubled: ${what}, ${String(times)} times`);
	const twin = twins(before, after, keepsText);
	step(`compared with the service, ${((performance.now() - began) / 1000).toFixed(1)} s in all`);
	console.log(
		`tour: ${String(effects.length)} effects expected, ${String(counts.length - lost.length)} found, ` +
			`${String(lost.length)} lost, ${String(doubled.length + twin)} doubled`,
	);
	return lost.length === 0 && doubled.length + twin === 0;
}

function givenAccess(url: string): ServiceAccess {
	const { profile, 'client-id': clientId, 'client-secret': clientSecret } = given;
	if (clientId === undefined || clientSecret === undefined) {
		return refuse(
			'--url needs --client-id and --client-secret too (and --profile where the defaults do not fit)',
		);
	}
	return {
		url,
		clientId,
		clientSecret,
		profile: profile === undefined ? {} : (JSON.parse(readFileSync(profile, 'utf8')) as unknown),
	};
}
