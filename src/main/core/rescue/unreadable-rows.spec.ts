// Unreadable rows are transferred unchanged, and block nothing else in a work file.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestPc } from '../../../../test/support/pc.ts';
import { giveWork, twoUnplugged, type TestPcs } from '../../../../test/support/pcs.ts';

let pcs: TestPcs;
let first: TestPc;
let second: TestPc;
let locationId: string;
beforeEach(async () => {
	({ pcs, first, second, locationId } = await twoUnplugged());
});
afterEach(() => pcs.end());

async function bring(file: { file: string; text: string }) {
	await giveWork(second, file);
	return second.reply('rescue.importWork', {});
}
function inFile<Result>(pc: TestPc, work: (db: Database.Database) => Result): Result {
	const db = new Database(join(pc.folder, 'stillroom.db'));
	try {
		return work(db);
	} finally {
		db.close();
	}
}
const save = (description: string, documentId: string | null = null, revision = 0) =>
	first.call('wastage.save', {
		documentId,
		revision,
		locationId,
		description,
		locale: 'en-GB',
		lines: [],
	});
/** Damages a draft like a disk fault, without raising its revision. */
const breakDraft = (draftId: string, body: string) =>
	inFile(first, (db) =>
		db
			.prepare(`UPDATE draft SET body = ?, versions = versions || ' ' WHERE draft_id = ?`)
			.run(body, draftId),
	);
const bodyAt = (pc: TestPc, draftId: string) =>
	inFile(pc, (db) => db.prepare('SELECT body FROM draft WHERE draft_id = ?').pluck().get(draftId));

test.each(['{"description":"Bro', '{"description":1.50,"lines":true}'])(
	'An unreadable draft (%s) is transferred unchanged with the others, and listed at its destination',
	async (broken) => {
		const { documentId } = await save('Broken');
		await save('Whole');
		breakDraft(documentId, broken);
		const file = await first.call('rescue.exportWork', { mode: 'move' });
		expect(await bring(file)).toMatchObject({ ok: true, value: { drafts: 2 } });
		expect(bodyAt(second, documentId)).toBe(broken);
		const { documents } = await second.call('wastage.list', { locationId });
		expect(documents.map(({ description }) => description)).toContain('Whole');
		expect((await second.call('rescue.unreadable', {})).rows).toMatchObject([
			{ table: 'draft', column: 'body', text: broken },
		]);
	},
);

test('A person chooses between a draft here and its damaged version in the file', async () => {
	const { documentId, revision } = await save('Whole');
	await bring(await first.call('rescue.exportWork', { mode: 'copy' }));
	await save('Changed', documentId, revision);
	const own = await second.call('wastage.get', { documentId });
	await second.call('wastage.save', {
		documentId,
		revision: own.revision,
		locationId,
		description: 'Ours',
		locale: 'en-GB',
		lines: [],
	});
	breakDraft(documentId, '{"description":"Cha');
	expect(await bring(await first.call('rescue.exportWork', { mode: 'copy' }))).toMatchObject({
		code: 'changed-meanwhile',
	});
	const look = await second.call('rescue.lookAtFile', {});
	expect(look.forks).toMatchObject([{ draftId: documentId, part: '', about: 'draft' }]);
	await second.call('rescue.importWork', { drafts: 'here' });
	expect((await second.call('wastage.get', { documentId })).description).toBe('Ours');
});

test('A count with an unreadable line is transferred, and counting continues on its other lines', async () => {
	const { stocktakeId } = await first.call('stocktake.open', {
		locationId,
		name: 'Friday',
		plan: { scope: { kind: 'full' } },
		intentId: crypto.randomUUID(),
	});
	const { lines } = await first.call('stocktake.sheet', { stocktakeId });
	const unitId = lines[1]!.units[0]!.unitId;
	const entry = { stocktakeId, lineNo: 2, unitId, typed: '777', locale: 'en-GB' };
	await first.call('stocktake.enter', entry);
	inFile(first, (db) => db.exec(`UPDATE stocktake_line SET item = '{"na' WHERE line_no = 1`));
	const file = await first.call('rescue.exportWork', { mode: 'move' });
	expect(await bring(file)).toMatchObject({ ok: true, value: { counts: 1 } });
	const sheet = await second.call('stocktake.sheet', { stocktakeId });
	expect(sheet.lines[1]?.boxes[0]?.typed).toBe('777');
	expect((await second.call('rescue.unreadable', {})).rows).toMatchObject([
		{ table: 'stocktake_line', column: 'item' },
	]);
});

test('A file with an unreadable row that it does not name is rejected', async () => {
	const { documentId } = await save('Whole');
	breakDraft(documentId, '{"description":7}');
	const { file, text } = await first.call('rescue.exportWork', { mode: 'copy' });
	const { checksum: _, ...whole } = JSON.parse(text) as Record<string, unknown>;
	const unnamed = JSON.stringify({ ...whole, unreadable: [] });
	expect(await bring({ file, text: unnamed })).toMatchObject({ code: 'not-a-rescue-file' });
});

test.each(['versions', 'moved_as'])(
	'A draft with damaged %s is listed, travels, and is saved again',
	async (column) => {
		const { documentId, revision } = await save('Broken');
		inFile(first, (db) =>
			db.prepare(`UPDATE draft SET ${column} = '{"of' WHERE draft_id = ?`).run(documentId),
		);
		expect((await first.call('rescue.unreadable', {})).rows).toMatchObject([
			{ table: 'draft', column, text: '{"of' },
		]);
		const file = await first.call('rescue.exportWork', { mode: 'copy' });
		expect(await bring(file)).toMatchObject({ ok: true });
		expect(await save('Again', documentId, revision)).toMatchObject({ documentId });
	},
);
