import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionRow, laneRow } from '../../../../test/support/store.ts';
import { readWork } from '../../../../test/support/work-import.ts';
import type { ActionRow } from '../outbox/action.ts';
import { byKeptTable } from '../store/durable-tables.ts';
import { writeWorkFile } from './work-file.ts';

const written = {
	at: '2026-11-21T10:00:00.000Z',
	by: 'Noor',
	program: '1',
	pc: 'pc-1',
	mode: 'copy',
} as const;
const account = {
	serviceUrl: 'https://noor:hidden@service.test',
	clientId: 'client',
	name: 'Service',
};

const textOf = (action: Partial<ActionRow>, secrets: string[] = []): string => {
	const step = { action: { seq: 1, ...actionRow('l-1', 'a-1', action) } };
	const nothing = { revisions: [], attempts: [], events: [] };
	const documents = [{ lane: laneRow('l-1'), steps: [{ ...step, ...nothing }] }];
	const work = {
		photos: [],
		documents,
		drafts: [],
		counts: [],
		kept: byKeptTable(() => []),
		deleted: [],
	};
	return writeWorkFile(written, account, work, secrets);
};

const readBack = (text: string) => readWork(text).documents[0]!.steps[0]!.action;

test('Every payload is restored letter for letter, including digits', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (body) => {
			const payload = JSON.stringify({ body, path: { id: '1' } });
			const text = textOf({ payload });
			expect(readBack(text)['payload']).toBe(payload);
		}),
	);
	for (const base of ['{"quantity":1.50,"id":12345678901234567890}', '"text"', '[1e3,0.10]']) {
		const text = textOf({ base });
		expect(readBack(text)['base']).toBe(base);
	}
});

test('Secrets are left out wherever they are and whatever they look like', () => {
	const secrets = ['s3cret "with quotes"', 'eyJhbGciOi.J9.token'];
	const text = textOf(
		{
			service_said: `client_secret=other-one Bearer abcdefgh12345 was ${secrets[0]!} with ${secrets[1]!}`,
			payload: JSON.stringify({
				body: { note: `never ${secrets[1]!}`, password: 'hunter2hunter2' },
			}),
		},
		secrets,
	);
	for (const secret of ['s3cret', 'eyJhbGci', 'other-one', 'abcdefgh12345', 'hunter2', 'hidden']) {
		expect(text).not.toContain(secret);
	}
	expect(readBack(text)['service_said']).toContain('Bearer …');
});
