// `npm run probe` as a person runs it: its own process, the secret in the environment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder } from '../src/main/core/store/recovery.ts';
import { rescueRecords } from '../src/main/core/store/rescue-records.ts';
import { checkReport } from '../src/shared/bridge/service-check.ts';
import { readProfile } from '../src/shared/service/profile.ts';
import { credentials, startTestPractice, type TestPractice } from './support/practice.ts';
import { freshFolder } from './support/fresh-folder.ts';
import { whole } from './support/whole.ts';

const script = fileURLToPath(new URL('../scripts/probe.ts', import.meta.url));

const folder = freshFolder();
let practice: TestPractice;
beforeEach(async () => {
	practice = await startTestPractice({ variant: 'b' });
});
afterEach(async () => {
	await practice.close();
});

async function probe(args: readonly string[], secret = credentials.clientSecret) {
	const child = spawn(process.execPath, [script, ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, STILLROOM_CLIENT_SECRET: secret },
	});
	const [said, complained, [code]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, 'exit') as Promise<[number]>,
	]);
	return { said, complained, code };
}

test('prints its findings, and writes the report and the profile', async () => {
	const out = folder('report.json');
	const proposed = folder('profile.json');
	const { said, code } = await probe([
		'--url',
		practice.url,
		'--client-id',
		credentials.clientId,
		'--out',
		out,
		'--proposed',
		proposed,
	]);
	expect(code).toBe(0);
	expect(said).toContain('In the header x-access-token, without a prefix.');
	expect(said).toContain('fieldCase: "as-declared" → "pascal"');
	expect(said).not.toContain(credentials.clientSecret);
	const report = checkReport.parse(JSON.parse(readFileSync(out, 'utf8')));
	expect(report.wrote).toBe(false);
	expect(readFileSync(out, 'utf8')).toContain('"meaning": "The check can go on."');
	expect(readProfile(JSON.parse(readFileSync(proposed, 'utf8')))).toMatchObject({ ok: true });
	expect((await practice.journal()).filter(({ committed }) => committed)).toEqual([]);
});

test('opens a data folder that lost changes as the program does: the loss is told', async () => {
	const data = folder('data');
	const around = { now: Date.now, free: () => null };
	openDataFolder(data, around).close();
	writeFileSync(join(data, 'last-saved'), '3'.padStart(16));
	const { complained } = await probe([
		'--url',
		practice.url,
		'--client-id',
		credentials.clientId,
		'--data',
		data,
	]);
	expect(complained).toContain('has no account of this service');
	const store = openDataFolder(data, around);
	expect(rescueRecords(store.durable).last()?.entry).toMatchObject({
		kind: 'changes-missing',
		changes: 3,
	});
	store.close();
});

test.runIf(whole)('names what it needs, and reads answers from a file', async () => {
	const answers = folder('answers.json');
	const proposed = folder('profile.json');
	writeFileSync(answers, '{ "states.transferIn:40": "in-transit" }');
	const common = ['--url', practice.url, '--client-id', credentials.clientId];
	const { said, code } = await probe([...common, '--answers', answers, '--proposed', proposed]);
	expect(code).toBe(0);
	expect(said).toContain('How a document is changed: {"method":"PUT","suffix":""}\n    Unknown.');
	expect(said).toContain('"behaviour.refusalsDoNothing": true or false');
	expect(said).not.toContain('"states.transferIn:40":');
	expect(JSON.parse(readFileSync(proposed, 'utf8'))).toMatchObject({
		states: {
			transferIn: { 'in-transit': expect.arrayContaining(['40', 'InTransit']) as string[] },
		},
	});
	writeFileSync(answers, '{ "states.transferIn:40": "sold" }');
	const wrong = await probe([...common, '--answers', answers]);
	expect([wrong.code, wrong.complained]).toEqual([
		2,
		expect.stringContaining('states.transferIn:40: This is none of the answers:'),
	]);
});

test.runIf(whole)(
	'ends with 1 if the service cannot be reached, with 2 and an explanation for wrong arguments',
	async () => {
		const common = ['--url', practice.url, '--client-id', credentials.clientId];
		const refused = await probe(common, 'wrong');
		expect([refused.code, refused.said.includes('The service refused')]).toEqual([1, true]);
		const wrong = await probe([...common, '--write', 'wastage']);
		expect(wrong.code).toBe(2);
		expect(wrong.complained).toContain('locationId');
		const withPassword = practice.url.replace('//', '//kit:s3cret-word@');
		const named = await probe(['--url', withPassword, '--client-id', credentials.clientId]);
		expect(named.code).toBe(2);
		expect(named.complained).toContain('password');
		expect(named.said + named.complained).not.toContain('s3cret-word');
	},
);
