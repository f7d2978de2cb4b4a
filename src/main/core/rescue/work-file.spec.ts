import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Work } from '../store/work-tables.ts';
import { readWorkFile, writeWorkFile } from './work-file.ts';

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

const step = (action: object) => ({
	action: {
		seq: 1,
		action_id: 'a-1',
		intent_id: 'i-1',
		lane_id: 'l-1',
		account_id: 'account',
		actor: 'Noor',
		operation: 'wastage.create',
		payload_version: 1,
		payload: '{}',
		base: null,
		base_hash: null,
		reference: 'SR-1',
		state: 'queued',
		attention: null,
		revision: 1,
		since: 0,
		next_at: null,
		unsent_count: 0,
		baseline: null,
		absent_probes: 0,
		service_status: null,
		service_said: '',
		confirmed_by: null,
		confirmed_read_no: null,
		resolution: null,
		created_at: 0,
		fresh_from: 0,
		settings: '{}',
		...action,
	},
	revisions: [],
	attempts: [],
	events: [],
});
const workWith = (action: object) =>
	({
		photos: [],
		documents: [
			{
				lane: {
					lane_id: 'l-1',
					account_id: 'account',
					document: 'wastage',
					document_id: 'd-1',
					label: '{"locationId":"L-1","title":"t","lines":1,"cost":"1.10","currency":"EUR"}',
					server_id: null,
					server_number: null,
					created_at: 0,
					created_by: 'Noor',
					standing: 'waiting',
					words: '',
					waits_for: null,
				},
				steps: [step(action)],
			},
		],
		drafts: [],
		counts: [],
		deleted: [],
	}) as Work & { photos: []; deleted: [] }; // The rows of later migrations are not needed here.

const readBack = (text: string) => {
	const read = readWorkFile(text);
	if (!read.ok) throw new Error(read.why);
	return read.file.documents[0]!.steps[0]!.action;
};

test('Every payload is restored letter for letter, including digits', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (body) => {
			const payload = JSON.stringify({ body, path: { id: '1' } });
			const text = writeWorkFile(written, account, workWith({ payload }), []);
			expect(readBack(text)['payload']).toBe(payload);
		}),
	);
	for (const base of ['{"quantity":1.50,"id":12345678901234567890}', '"text"', '[1e3,0.10]']) {
		const text = writeWorkFile(written, account, workWith({ base }), []);
		expect(readBack(text)['base']).toBe(base);
	}
});

test('Secrets are left out wherever they are and whatever they look like', () => {
	const secrets = ['s3cret "with quotes"', 'eyJhbGciOi.J9.token'];
	const text = writeWorkFile(
		written,
		account,
		workWith({
			service_said: `client_secret=other-one Bearer abcdefgh12345 was ${secrets[0]!} with ${secrets[1]!}`,
			payload: JSON.stringify({
				body: { note: `never ${secrets[1]!}`, password: 'hunter2hunter2' },
			}),
		}),
		secrets,
	);
	for (const secret of ['s3cret', 'eyJhbGci', 'other-one', 'abcdefgh12345', 'hunter2', 'hidden']) {
		expect(text).not.toContain(secret);
	}
	expect(readBack(text)['service_said']).toContain('Bearer …');
});
