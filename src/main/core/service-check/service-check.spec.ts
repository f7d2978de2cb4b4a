import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestPc, removePc, type TestPc } from '../../../../test/support/pc.ts';
import {
	credentials,
	startTestPractice,
	type TestPractice,
} from '../../../../test/support/practice.ts';
import { proposedBy } from '../../../../test/support/service-check.ts';
import type { CheckState, WritePermission } from '../../../shared/bridge/service-check.ts';
import { defaultProfile } from '../../../shared/service/profile.ts';
import type { Core } from '../core.ts';
import { openDurable } from '../store/open.ts';
import { Accounts } from '../store/accounts.ts';

let practice: TestPractice;
let pc: TestPc;
let core: Core;

beforeEach(async () => {
	practice = await startTestPractice({ variant: 'b' });
	pc = await openTestPc();
	({ core } = pc);
});

afterEach(async () => {
	await pc.stop();
	await practice.close();
	removePc(pc);
});

const connect = () =>
	core.call('session.connect', {
		serviceUrl: practice.url,
		clientId: credentials.clientId,
		clientSecret: credentials.clientSecret,
	});

/** What the outbox may rely on by now. */
function learned() {
	const db = openDurable(join(pc.folder, 'stillroom.db'));
	const current = new Accounts(db).current()?.learned;
	db.close();
	return current;
}

async function writesWaste(): Promise<WritePermission> {
	const { stock } = await practice.snapshot();
	return {
		locationId: stock[0]?.locationId ?? '',
		otherLocationId: null,
		documents: ['wastage'],
		submit: false,
	};
}

const profileInForce = async (): Promise<unknown> =>
	JSON.parse((await pc.call('session.profile', {})).json);
const state = (): Promise<CheckState> => pc.call('serviceCheck.state', {});

async function runCheck(write: WritePermission | null = null): Promise<CheckState> {
	const ended = new Promise<void>((resolve) => {
		const stop = core.on('serviceCheck.changed', () => {
			void state().then(({ running }) => {
				if (running !== null) return;
				stop();
				resolve();
			});
		});
	});
	expect(await core.call('serviceCheck.start', { write })).toMatchObject({ ok: true });
	await ended;
	return state();
}

test('there is nothing to check before the first connection', async () => {
	expect(await core.call('serviceCheck.start', { write: null })).toMatchObject({
		ok: false,
		code: 'not-connected',
	});
});

test('checks an unknown service, and then uses the found profile', async () => {
	await connect();
	const checked = await runCheck(await writesWaste());
	expect(checked).toMatchObject({ failure: null, outdated: false });
	const report = checked.report!;
	expect(report.answers.length).toBeGreaterThan(25);

	expect((await core.call('network.check', {})).ok).toBe(true);
	await pc.call('serviceCheck.use', { profile: JSON.parse(report.proposed) });
	expect(await core.call('network.check', {})).toMatchObject({ value: { state: 'online' } });
	expect(await state()).toMatchObject({ outdated: false });
	expect(await profileInForce()).toMatchObject({
		token: { header: 'x-access-token' },
		fieldCase: 'pascal',
	});
	expect(learned()).toEqual({
		listsAreCurrent: { wastage: true },
		keepsReferences: { wastage: true },
	});

	// With a third profile, the check counts as outdated.
	await pc.call('serviceCheck.use', { profile: { ...proposedBy(report), lanesAtOnce: 2 } });
	expect(await state()).toMatchObject({ outdated: true });
});

test('findings about one reference field do not apply to another', async () => {
	await connect();
	const { report } = await runCheck(await writesWaste());
	const proposed = proposedBy(report!);
	const reference = { ...proposed.reference, wastage: 'notes' };
	await pc.call('serviceCheck.use', { profile: { ...proposed, reference } });
	expect(learned()).toEqual({ listsAreCurrent: { wastage: true } });
});

test('form answers go into the proposed profile and are saved with the report', async () => {
	await connect();
	expect(await core.call('serviceCheck.answer', { answers: {} })).toMatchObject({
		ok: false,
		code: 'not-found',
	});
	await runCheck();
	const wrong = await core.call('serviceCheck.answer', {
		answers: { 'behaviour.refusalsDoNothing': 'perhaps' },
	});
	expect(wrong).toMatchObject({
		ok: false,
		code: 'profile-invalid',
		details: [{ path: 'behaviour.refusalsDoNothing' }],
	});
	const answered = await pc.call('serviceCheck.answer', {
		answers: { 'behaviour.refusalsDoNothing': true },
	});
	expect(JSON.parse(answered.proposed)).toMatchObject({
		behaviour: { refusalsDoNothing: true },
	});
	const { report } = await state();
	expect(report?.given).toEqual({ 'behaviour.refusalsDoNothing': true });
	expect(report?.settings.find(({ name }) => name === 'refusalsDoNothing')).toMatchObject({
		state: 'asked',
		source: 'person',
		value: 'true',
	});
	// Withdrawing an answer restores what the check found.
	await core.call('serviceCheck.answer', { answers: { 'behaviour.refusalsDoNothing': '' } });
	const { report: open } = await state();
	expect(open?.proposed).toBe(open?.found);
	expect(open?.settings.find(({ name }) => name === 'refusalsDoNothing')?.source).toBeNull();
});

test('rejects a profile with all of its mistakes, and changes nothing', async () => {
	await connect();
	const refused = await core.call('serviceCheck.use', {
		profile: { paging: { style: 'scroll' }, ping: 'nothing', stateFrom: 'integer' },
	});
	expect(refused).toMatchObject({ ok: false, code: 'profile-invalid' });
	const paths = refused.ok ? [] : (refused.details ?? []).map(({ path }) => path);
	expect(paths.sort()).toEqual(['(top)', 'paging.style', 'ping']);
	expect(await profileInForce()).toEqual(JSON.parse(JSON.stringify(defaultProfile)));
});

test('only one check runs at a time, and a stopped one leaves no report', async () => {
	await connect();
	expect(await core.call('serviceCheck.start', { write: null })).toMatchObject({ ok: true });
	expect(await core.call('serviceCheck.start', { write: null })).toMatchObject({
		ok: false,
		code: 'not-possible-now',
	});
	await core.call('serviceCheck.stop', {});
	expect(await state()).toMatchObject({ running: null, report: null, failure: null });
});
