import Database from 'better-sqlite3';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freshFolder } from '../../../test/support/fresh-folder.ts';
import { silentLog } from '../../../test/support/ports.ts';
import { serviceProfile } from '../../shared/service/profile.ts';
import {
	forkNodePractice,
	type ForkPractice,
	type PracticeProcess,
	PracticeService,
} from './practice-service.ts';

const folder = freshFolder();
let service: PracticeService;
const open = (forkPractice: ForkPractice = forkNodePractice) =>
	new PracticeService({ folder: folder(), dataSet: 'small', forkPractice, log: silentLog });
beforeEach(() => {
	service = open();
});
afterEach(async () => {
	await service.stop();
});

const started = async () => {
	const address = await service.start();
	if (address === 'outdated') throw new Error('Its data is outdated.');
	return address;
};
const answers = async (url: string) => {
	try {
		await fetch(url);
		return true;
	} catch {
		return false;
	}
};

it('runs as one process however often it is requested, reports its address and control address, and is gone after it is stopped', async () => {
	const [address, again] = await Promise.all([started(), started()]);
	expect(again).toEqual(address);
	expect(serviceProfile.safeParse(address.profile).success).toBe(true);
	const faults = (token: string) =>
		fetch(`${address.controlUrl}/faults`, { headers: { 'x-control-token': token } });
	expect((await faults(address.controlToken)).status).toBe(200);
	expect((await faults('wrong')).ok).toBe(false);

	await service.stop();
	expect(await answers(address.serviceUrl)).toBe(false);
});

it('has the same address and secret at the next start of the program, and another port if its own is taken', async () => {
	const first = await started();
	await service.stop();
	service = open();
	expect(await started()).toEqual(first);
	await service.stop();
	const taker = createServer((_request, response) => response.end());
	await new Promise<void>((resolve) =>
		taker.listen(Number(new URL(first.serviceUrl).port), '127.0.0.1', resolve),
	);
	const second = await started();
	expect(second.serviceUrl).not.toBe(first.serviceUrl);
	expect(second.clientSecret).toBe(first.clientSecret);
	await new Promise((resolve) => taker.close(resolve));
});

it('is started again after it died', async () => {
	const processes: PracticeProcess[] = [];
	service = open((args, env) => {
		const forked = forkNodePractice(args, env);
		processes.push(forked);
		return forked;
	});
	const first = await started();
	const died = new Promise((resolve) => {
		processes[0]!.onExit(resolve);
	});
	processes[0]!.kill();
	await died;
	expect(await started()).toEqual(first);
	expect(processes).toHaveLength(2);
});

it('reports outdated data, and starts afresh after setting it aside, never deleting it', async () => {
	const db = new Database(folder('practice.db'));
	db.pragma('user_version = 2');
	db.close();
	expect(await service.start()).toBe('outdated');
	const begun = await service.startAfresh();
	expect(begun).not.toBe('outdated');
	const [aside = ''] = readdirSync(folder()).filter((name) => name.startsWith('set-aside-'));
	const old = new Database(folder(aside, 'practice.db'), { readonly: true });
	expect(old.pragma('user_version', { simple: true })).toBe(2);
	old.close();
	expect(await service.startAfresh(), 'what is not old stays').toEqual(begun);
	expect(readdirSync(folder()).filter((name) => name.startsWith('set-aside-'))).toEqual([aside]);
});

it('reports why it did not start', async () => {
	service = open((args, env) => forkNodePractice([...args, '--seed', 'none'], env));
	await expect(service.start()).rejects.toThrow('--seed');
});
