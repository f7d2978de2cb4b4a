import { describe, expect, it } from 'vitest';
import { someState } from '../../../test/support/test-core.ts';
import type { AppState } from '../../shared/bridge/app.ts';
import { standingOf } from './network-standing.ts';

const calm: AppState = {
	...someState,
	session: 'signed-in',
	network: { state: 'online', lastAnswerAt: 1, reason: null },
	sync: { ...someState.sync, asOf: 7 },
};
const offline = { ...calm.network, state: 'offline' as const };

describe('network pill', () => {
	it('shows the time of the last answer when all is well, however old some copy is', () => {
		expect(standingOf(calm)).toEqual({ kind: 'online', tone: 'thyme', asOf: 1 });
	});

	it('shows waiting work while offline', () => {
		const state = { ...calm, network: offline, outbox: { waiting: 12, needYou: 0 } };
		expect(standingOf(state)).toEqual({ kind: 'offline', tone: 'amber', count: 12 });
	});

	it('shows waiting work while online too', () => {
		expect(standingOf({ ...calm, outbox: { waiting: 3, needYou: 0 } })).toMatchObject({
			kind: 'sending',
			count: 3,
		});
	});

	it('puts needs attention before everything else', () => {
		const state = {
			...calm,
			session: 'secret-needed' as const,
			network: offline,
			outbox: { waiting: 12, needYou: 2 },
		};
		expect(standingOf(state)).toMatchObject({ kind: 'needs-you', count: 2, beside: 'offline' });
		expect(standingOf({ ...state, diskFull: true })).toMatchObject({ beside: 'diskFull' });
		expect(standingOf({ ...state, network: calm.network })).toMatchObject({ beside: null });
	});

	it('does not claim to send while the disk is full', () => {
		const full = { ...calm, diskFull: true, outbox: { waiting: 3, needYou: 0 } };
		expect(standingOf(full)).toEqual({ kind: 'disk-full', tone: 'rust', count: 3 });
		expect(standingOf({ ...full, network: offline }).kind).toBe('disk-full');
	});

	it('reports outdated practice data rather than a missing secret', () => {
		const state = { ...calm, session: 'secret-needed' as const, practiceOutdated: true };
		expect(standingOf(state).kind).toBe('practice-outdated');
		const account = {
			accountId: 'a-1',
			name: 'Harbour',
			serviceUrl: 'https://service.example',
			clientId: 'kit',
			practice: false,
		};
		expect(standingOf({ ...state, account }).kind).toBe('secret-needed');
	});

	it('does not claim to be online before the first answer', () => {
		const network = { ...calm.network, state: 'unknown' as const, lastAnswerAt: null };
		expect(standingOf({ ...calm, network }).kind).toBe('connecting');
	});
});
