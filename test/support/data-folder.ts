// A data folder with work in it, to be damaged: a backup of stillroom.db from the middle of the work, and later changes
// still in the log, as after a power cut.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCopy, writeCopy, type Copy } from '../../src/main/core/store/copies.ts';
import type { Surroundings } from '../../src/main/core/store/recovery.ts';
import type { Store } from '../../src/main/core/store/open.ts';
import { enterBox, openCount } from './counting.ts';
import { wasteLine, wasteToSave } from './documents.ts';
import { openStockedKitchen, type Kitchen } from './kitchen.ts';

export interface WorkedIn {
	/** Not closed: the log has everything after the backup. */
	folder: string;
	copy: Copy;
	saved: Contents;
	inCopy: Contents;
}

/** What a person would miss. */
export interface Contents {
	drafts: Record<string, string[]>;
	boxes: Record<string, string>;
	entries: number;
	actions: string[];
}

export const noon = Date.UTC(2026, 10, 21, 12);
export const around: Surroundings = { now: () => noon, free: () => null };
const atOnce = () => Promise.resolve();

export async function workInFolder(): Promise<WorkedIn> {
	const kitchen = await openStockedKitchen();
	kitchen.service.there = false;
	const stocktakeId = openCount(kitchen, { scope: { kind: 'areas', areaIds: ['A-1', 'A-2'] } });
	const enter = (lineNo: number, typed: string) => enterBox(kitchen, stocktakeId, lineNo, typed);
	enter(1, '40');
	enter(2, '5');
	wasteDraft(kitchen, '1', true);
	wasteDraft(kitchen, '2', false);
	// Large enough that a broken page is not the only one.
	for (let more = 10; more < 40; more += 1) wasteDraft(kitchen, String(more), false);
	const inCopy = contentsOf(kitchen.store);
	const { durable } = kitchen.store;
	const copy = await makeCopy(durable, kitchen.folder, noon - 3_600_000, (file) =>
		writeCopy(durable, file, atOnce),
	);
	if (copy === null) throw new Error('No copy was made.');
	kitchen.store.durable.pragma('wal_checkpoint(TRUNCATE)');

	enter(1, '41');
	enter(2, '');
	enter(3, '7');
	wasteDraft(kitchen, '3', true);
	wasteDraft(kitchen, '4', false);
	// As after each call of a screen.
	kitchen.store.noteSaved();
	const saved = contentsOf(kitchen.store);
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-damaged-'));
	cpSync(kitchen.folder, folder, { recursive: true });
	rmSync(join(folder, 'lock.db'), { force: true });
	await kitchen.end();
	return { folder, copy, saved, inCopy };
}

function wasteDraft(kitchen: Kitchen, typed: string, submit: boolean): void {
	const lines = [wasteLine({ boxes: [{ unitId: '1', typed }] })];
	const { documentId } = kitchen.call('wastage.save', wasteToSave(lines));
	if (!submit) return;
	kitchen.call('wastage.submit', { documentId, intentId: `submit-${typed}` });
}

export function contentsOf({ durable }: Pick<Store, 'durable'>): Contents {
	const drafts = durable
		.prepare<[], { draft_id: string; body: string }>('SELECT draft_id, body FROM draft')
		.all()
		.map(({ draft_id, body }) => {
			const { lines } = JSON.parse(body) as { lines: { boxes: { typed: string }[] }[] };
			return [draft_id, lines.flatMap(({ boxes }) => boxes.map(({ typed }) => typed))] as const;
		});
	const boxes = durable
		.prepare<[], { line_no: number; typed: string }>('SELECT line_no, typed FROM count_box')
		.all()
		.map(({ line_no, typed }) => [String(line_no), typed] as const);
	const column = <Value>(sql: string) => durable.prepare<[], Value>(sql).pluck().all();
	return {
		drafts: Object.fromEntries(drafts),
		boxes: Object.fromEntries(boxes),
		entries: column<number>('SELECT count(*) FROM count_entry')[0] ?? 0,
		actions: column<string>('SELECT action_id FROM action ORDER BY action_id'),
	};
}

/** A copy of the folder. */
export function sameFolder({ folder }: Pick<WorkedIn, 'folder'>): string {
	const another = mkdtempSync(join(tmpdir(), 'stillroom-damaged-'));
	cpSync(folder, another, { recursive: true });
	return another;
}

export function flip(file: string, offset: number, length = 1): void {
	const bytes = readFileSync(file);
	for (let at = offset; at < Math.min(offset + length, bytes.length); at += 1) {
		bytes[at] = (bytes[at] ?? 0) ^ 0xff;
	}
	writeFileSync(file, bytes);
}
