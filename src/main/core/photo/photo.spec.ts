import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { failureOf } from '../../../../test/support/kitchen.ts';
import { wasteToSave } from '../../../../test/support/documents.ts';
import { mostPhotos } from '../../../shared/bridge/photo.ts';

const kitchen = eachKitchen();

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64');
const draft = () => kitchen.call('wastage.save', wasteToSave()).documentId;
const add = (documentId: string, picture = jpeg) =>
	kitchen.call('photo.add', { documentId, picture });
const list = (documentId: string) => kitchen.call('photo.list', { documentId }).photos;

test('a photo survives a restart and appears on the document of the service that the draft became', async () => {
	const documentId = draft();
	const { photoId } = add(documentId);
	const { lists } = kitchen.service;
	await kitchen.restart();
	Object.assign(kitchen.service.lists, lists);
	expect(list(documentId)).toMatchObject([{ photoId, addedBy: 'Noor' }]);
	expect(kitchen.call('photo.get', { photoId }).address).toBe(`data:image/jpeg;base64,${jpeg}`);
	kitchen.call('wastage.submit', { documentId, intentId: 'intent-0001' });
	await kitchen.send();
	expect(list('service:wastage:S-1')).toMatchObject([{ photoId }]);
	expect(JSON.stringify(kitchen.service.writes)).not.toContain(jpeg);
});

test('a file that is not a JPEG is refused, and so is one photo too many', () => {
	const documentId = draft();
	expect(failureOf(() => add(documentId, Buffer.from('<svg/>').toString('base64'))).code).toBe(
		'invalid-input',
	);
	for (let each = 0; each < mostPhotos; each++) add(documentId);
	expect(failureOf(() => add(documentId)).code).toBe('not-possible-now');
});

test('removing a photo deletes its file, and a photo with a missing file is reported as not found', () => {
	const documentId = draft();
	const [first, second] = [add(documentId), add(documentId)];
	const files = () => readdirSync(join(kitchen.folder, 'photos'));
	expect(files()).toHaveLength(2);
	kitchen.call('photo.remove', { photoId: first.photoId });
	expect(files()).toEqual([second.photoId]);
	rmSync(join(kitchen.folder, 'photos', second.photoId));
	expect(failureOf(() => kitchen.call('photo.get', { photoId: second.photoId })).code).toBe(
		'not-found',
	);
});
