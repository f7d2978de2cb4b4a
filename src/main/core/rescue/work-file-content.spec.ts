// What is in a work file, and which files are refused.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestPc } from '../../../../test/support/pc.ts';
import { giveWork, newWaste, TestPcs } from '../../../../test/support/pcs.ts';
import { credentials, type TestPractice } from '../../../../test/support/practice.ts';
import { knownFormat } from '../store/open.ts';

let pcs: TestPcs;
let service: TestPractice;
let pc: TestPc;

beforeEach(async () => {
	pcs = await TestPcs.start();
	({ service } = pcs);
	pc = await pcs.connected('Noor');
});
afterEach(() => pcs.end());

const cutOff = () => service.setFaults({ kind: 'offline', operation: '*' });

/** Queues a waste document, which cannot be sent now. */
async function waste(description: string): Promise<void> {
	await cutOff();
	await pc.call('network.check', {});
	const { documentId } = await pc.call('wastage.save', await newWaste(pc, description, '1+1'));
	await pc.call('wastage.submit', { documentId, intentId: `intent-${description}` });
}
const exportWork = () => pc.call('rescue.exportWork', { mode: 'copy' });

test('The file contains no secret and no token, whatever the service says', async () => {
	await waste('secrets');
	const { text } = await exportWork();
	const kept = join(pc.folder, 'work-files');
	const onDisk = readFileSync(join(kept, readdirSync(kept)[0]!), 'utf8');
	for (const file of [text, onDisk]) {
		expect(file).not.toContain(credentials.clientSecret);
		expect(file).not.toMatch(/"(access_token|refresh_token|client_secret|password|secret)"/i);
		expect(file).not.toMatch(/Bearer\s+\w{8}/);
	}
	const json = JSON.parse(text) as {
		documents: {
			words: string;
			steps: { words: string; action: { payload: { body: { items: { quantity: unknown }[] } } } }[];
		}[];
	};
	expect(json.documents[0]?.words).toContain('entered by Noor');
	expect(json.documents[0]?.steps[0]?.words).toContain('not sent yet');
	expect(
		json.documents[0]?.steps[0]?.action.payload.body.items[0]?.quantity,
		'a decimal is text',
	).toBe('2');
});

test('A file that is invalid, newer or of another account changes nothing, and the message says so', async () => {
	await waste('wrong');
	const { text } = await exportWork();
	const changed = (from: string | RegExp, to: string) => withChecksum(text.replace(from, to));
	await service.setFaults();
	const other = await pcs.connected('Ben');
	const refusal = async (file: string) => {
		await giveWork(other, { file: 'work.json', text: file });
		const reply = await other.reply('rescue.importWork', {});
		return reply.ok ? 'taken' : reply.code;
	};
	expect(await refusal('')).toBe('not-a-rescue-file');
	expect(await refusal(text.replace('1+1', '1+2'))).toBe('not-a-rescue-file');
	expect(await refusal(withoutChecksum(text))).toBe('not-a-rescue-file');
	expect(await refusal('{"stillroomWork":')).toBe('not-a-rescue-file');
	expect(await refusal('{"name":"a profile"}')).toBe('not-a-rescue-file');
	const later = `"format": ${String(knownFormat() + 1)}`;
	expect(await refusal(changed(/"format": \d+/, later))).toBe('newer-file');
	expect(await refusal(changed('"stillroomWork": 1', '"stillroomWork": 2'))).toBe('newer-file');
	expect(await refusal(changed(credentials.clientId, 'someone-else'))).toBe('other-account');
	expect(await refusal(changed('"revision": 1', '"revision": "one"'))).toBe('not-a-rescue-file');
	expect(await refusal(changed('"created_at"', '"created"'))).toBe('not-a-rescue-file');
	for (const [change, what] of brokenRows) {
		const file = JSON.parse(withoutChecksum(text)) as WorkInFile;
		change(file);
		expect(await refusal(withChecksum(JSON.stringify(file, null, '\t'))), what).toBe(
			'not-a-rescue-file',
		);
	}
	const numbers = `"note": [${'1,'.repeat(6_000_000)}1],`;
	const full = changed('"words"', `${numbers} "words"`);
	const begun = performance.now();
	expect(await refusal(full)).toBe('not-a-rescue-file');
	expect(performance.now() - begun, 'a file full of numbers holds nothing up').toBeLessThan(3_000);
	expect((await other.call('outbox.list', { filter: 'all' })).lanes).toEqual([]);
	await giveWork(other, { file: 'work.json', text });
	expect(await other.call('rescue.lookAtFile', {}), 'looking changes nothing').toMatchObject({
		documents: 1,
	});
	expect((await other.call('outbox.list', { filter: 'all' })).lanes).toEqual([]);
});

test('What is only kept here reaches another PC although no work waits', async () => {
	const { locations } = await pc.call('location.list', {});
	const { locationId } = locations[0]!;
	const { items } = await pc.call('item.search', { text: 'a', locationId });
	const asked = { locationId, table: 'par' } as const;
	const { itemId, units } = items[0]!;
	const written = { itemId, par: '7', unitId: units[0]!.unitId };
	await pc.call('ordering.save', { ...asked, locale: 'en-GB', rows: [written] });
	const amount = await pc.call('rescue.waiting', {});
	expect(amount).toMatchObject({ documents: 0, drafts: 0, counts: 0, kept: 1 });
	const other = await pcs.connected('Ben');
	await giveWork(other, await exportWork());
	expect(await other.call('rescue.lookAtFile', {})).toMatchObject({ documents: 0, kept: 1 });
	await other.call('rescue.importWork', {});
	expect(await other.call('ordering.list', asked)).toEqual(await pc.call('ordering.list', asked));
	const { records } = await other.call('rescue.state', {});
	expect(records[0]?.entry).toMatchObject({ kind: 'imported', kept: 1 });
	await giveWork(other, await exportWork());
	expect(await other.call('rescue.lookAtFile', {}), 'it is there').toMatchObject({ kept: 0 });
});

const withoutChecksum = (text: string): string => text.replace(/,\s*"checksum": "[^"]*"/, '');

function withChecksum(text: string): string {
	const content = withoutChecksum(text);
	const checksum = createHash('sha256').update(content).digest('hex');
	return content.replace(/\n\}$/, `,\n\t"checksum": "sha256:${checksum}"\n}`);
}

interface WorkInFile {
	documents: { lane: Record<string, unknown> }[];
	drafts: { draft: Record<string, unknown> }[];
	counts: object[];
}
const brokenRows: [(file: WorkInFile) => void, string][] = [
	[(file) => (file.documents[0]!.lane['label'] = true), 'a label that is no text'],
	[(file) => (file.drafts[0]!.draft['body'] = 'no record'), 'a draft that nobody can read'],
	[(file) => (file.drafts[0]!.draft['body'] = { lines: 1 }), 'a draft of another shape'],
	[(file) => (file.drafts[0]!.draft['document'] = 'letter'), 'a draft of no kind'],
	[
		(file) => {
			const stocktake = { stocktake_id: 's', intent_id: 'i', state: 'open', plan: null };
			file.counts.push({ words: '', stocktake, parts: { unknown: [] as object[] } });
		},
		'a count that lacks what it needs',
	],
];

test('Other calls are answered while a large file is checked', async () => {
	await pc.call('wastage.save', await newWaste(pc, 'Lunch'));
	const { file, text } = await exportWork();
	const unchecked = text.slice(0, text.lastIndexOf(',\n\t"checksum"'));
	const large = `${unchecked},\n\t"more": [${'{"a":1},'.repeat(500_000)}1]`;
	const checksum = createHash('sha256').update(`${large}\n}`).digest('hex');
	await giveWork(pc, { file, text: `${large},\n\t"checksum": "sha256:${checksum}"\n}` });
	const answered: string[] = [];
	const note = (name: string) => () => answered.push(name);
	await Promise.all([
		pc.call('rescue.lookAtFile', {}).then(note('the file')),
		pc.call('app.state', {}).then(note('the state')),
		pc.call('outbox.list', { filter: 'all' }).then(note('the outbox')),
	]);
	expect(answered.at(-1)).toBe('the file');
});
