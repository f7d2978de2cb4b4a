import fc from 'fast-check';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { actionRow, laneRow, openTestStore } from '../../../../test/support/store.ts';
import { importInto, readWork, writtenWork } from '../../../../test/support/work-import.ts';
import { actionTables } from '../store/actions.ts';
import { workTables, type Row } from '../store/work-tables.ts';
import type { Store } from '../store/open.ts';
import { photoFiles, photoTable } from '../store/photos.ts';
import { mostPictureBytes, travellingPhotos } from './travelling-photos.ts';

function openPc(accountId: string) {
	const store = openTestStore(accountId);
	const files = photoFiles(join(store.folder, 'photos'));
	return { accountId, store, files, photos: travellingPhotos(store.durable, files) };
}
type Pc = ReturnType<typeof openPc>;

let office: Pc;
let cellar: Pc;
beforeEach(() => {
	office = openPc('office');
	cellar = openPc('cellar');
});
afterEach(() => {
	for (const { store } of [office, cellar]) store.end();
});

function put(store: Store, table: string, row: Row): void {
	const names = Object.keys(row);
	store.durable
		.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map((n) => `@${n}`).join()})`)
		.run(row);
}
let last = 0;
const label = '{"locationId":"L-1","title":"t","lines":1}';
const emptyDraft = '{"description":"","currency":"EUR","lines":[]}';
const id = () => `id-${String((last += 1))}`;

function enter(serverId: string | null, revisions: readonly string[]): string {
	const { store, accountId } = office;
	if (serverId === null) {
		const draftId = id();
		put(store, 'draft', {
			draft_id: draftId,
			account_id: accountId,
			document: 'wastage',
			location_id: 'L-1',
			server_id: null,
			state: 'open',
			revision: 1,
			body: emptyDraft,
			business_date: '2026-11-20',
			time_zone: 'UTC',
			created_at: 1,
			changed_at: 1,
			entered_by: 'Noor',
		});
		return draftId;
	}
	const documentId = `service:wastage:${serverId}`;
	const [laneId, actionId] = [id(), id()];
	const tables = actionTables(store.durable);
	const at = { account_id: accountId };
	tables.insertLane(
		laneRow(laneId, { ...at, document_id: documentId, server_id: serverId, label }),
	);
	const revision = revisions.length + 1;
	tables.insertAction(
		actionRow(laneId, actionId, {
			...at,
			revision,
			operation: 'wastage.update',
			state: 'attention',
			attention: 'changed',
		}),
	);
	for (const [at, payload] of revisions.entries()) {
		const base = at % 2 === 0 ? payload : null;
		put(store, 'action_revision', {
			action_id: actionId,
			revision: at + 1,
			payload_version: 1,
			payload,
			base,
			replaced_at: at,
		});
	}
	return documentId;
}

function addPhoto(documentId: string, bytes: Uint8Array): void {
	const photo_id = id();
	office.files.write(photo_id, bytes);
	photoTable(office.store.durable).insert({
		photo_id,
		account_id: office.accountId,
		document_id: documentId,
		media_type: 'image/jpeg',
		bytes: bytes.length,
		added_at: last,
		added_by: 'Noor',
	});
}

function exported({ accountId, store, photos }: Pc): string {
	const work = workTables(store.durable).waiting(accountId);
	return writtenWork({
		...work,
		photos: photos.of(accountId, work),
		deleted: photos.deleted(accountId, work),
	});
}
const imported = ({ accountId, store, photos }: Pc, text: string) =>
	store.durable.transaction(() => {
		const taken = importInto(store, accountId, text);
		const came = photos.importWork(accountId, readWork(text));
		photos.keep(came);
		return { ...taken, photos: came.length };
	})();
const had = ({ accountId, store: { durable }, files }: Pc) => ({
	photos: durable
		.prepare<[], Row>('SELECT * FROM photo ORDER BY photo_id')
		.all()
		.map(({ account_id, photo_id, ...photo }) => ({
			...photo,
			photo_id,
			mine: account_id === accountId,
			picture: files.read(String(photo_id)),
		})),
	revisions: durable.prepare('SELECT * FROM action_revision ORDER BY action_id, revision').all(),
});

const picture = fc.uint8Array({ minLength: 1, maxLength: 200 });
const entry = fc.record({
	serverId: fc.option(fc.nat().map((number) => `W-${String(number)}`)),
	revisions: fc.array(fc.jsonValue().map((value) => JSON.stringify({ body: value }))),
	photos: fc.array(picture, { maxLength: 3 }),
});

test('Photos and earlier revisions are imported unchanged, and once', () => {
	fc.assert(
		fc.property(entry, ({ serverId, revisions, photos }) => {
			const documentId = enter(serverId, revisions);
			for (const bytes of photos) addPhoto(documentId, bytes);
			const file = exported(office);
			expect(imported(cellar, file).photos).toBe(photos.length);
			expect(had(cellar)).toEqual(had(office));
			expect(imported(cellar, file).photos).toBe(0);
			expect(imported(office, exported(cellar)).photos).toBe(0);
			expect(had(cellar)).toEqual(had(office));
		}),
		{ numRuns: 30 },
	);
});

test('Photos of a draft that became a service document are found with it on the other PC', () => {
	put(office.store, 'lane', {
		lane_id: id(),
		account_id: 'office',
		document: 'wastage',
		document_id: 'old-draft',
		label: '{}',
		server_id: 'W-1',
		created_at: 0,
		created_by: 'Noor',
	});
	addPhoto('old-draft', Uint8Array.of(1, 2, 3));
	enter('W-1', []);
	expect(imported(cellar, exported(office)).photos).toBe(1);
	expect(photoTable(cellar.store.durable).of('cellar', 'service:wastage:W-1')).toHaveLength(1);
});

test('Photos that do not fit into a file stay here and are reported', () => {
	const documentId = enter(null, []);
	for (let number = 0; number < 3; number += 1) {
		const photo_id = id();
		photoTable(office.store.durable).insert({
			photo_id,
			account_id: 'office',
			document_id: documentId,
			media_type: 'image/jpeg',
			bytes: mostPictureBytes / 2,
			added_at: 0,
			added_by: '',
		});
	}
	const work = workTables(office.store.durable).waiting('office');
	expect(office.photos.amount('office', work)).toEqual({ photos: 2, photosLeft: 1 });
});
