// Photos of waste documents: stored on this PC only, never sent.
import { Buffer } from 'node:buffer';
import { mostPhotos, type PhotoView } from '../../../shared/bridge/photo.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import { kindNames, kinds } from '../../../shared/document/kinds.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { keptUnder } from './kept-under.ts';
import { photoTable, type PhotoFiles, type PhotoRow } from '../store/photos.ts';

const areasWithPhotos = new Set(
	kindNames.filter((kind) => kinds[kind].photos).map((kind) => kinds[kind].area),
);

export function photoCapability(context: CoreContext, files: PhotoFiles): Handlers<'photo'> {
	const { store, ports } = context;
	const photos = photoTable(store.durable);

	const { drafts } = store;
	const nameOf = keptUnder(store.durable);
	/** A draft that was discarded, or moved to another PC, takes no changes here. */
	const isGone = (accountId: string, documentId: string): boolean =>
		drafts.get(accountId, documentId)?.state === 'discarded';
	const changed = () => {
		for (const area of areasWithPhotos) context.emit('documents.changed', { area });
	};

	return {
		'photo.list': connected(context, ({ accountId }, { documentId }) =>
			succeed({ photos: photos.of(accountId, nameOf(accountId, documentId)).map(viewOf) }),
		),

		'photo.get': connected(context, ({ accountId }, { photoId }) => {
			const row = photos.get(accountId, photoId);
			const bytes = row && files.read(photoId);
			return row === null || bytes === null
				? fail('not-found', 'This photo is not here.')
				: succeed({
						address: `data:${row.media_type};base64,${Buffer.from(bytes).toString('base64')}`,
					});
		}),

		'photo.add': connected(context, ({ accountId }, { documentId, picture }) => {
			const under = nameOf(accountId, documentId);
			if (isGone(accountId, under)) return notHere();
			if (photos.of(accountId, under).length >= mostPhotos)
				return fail('not-possible-now', `A document has at most ${String(mostPhotos)} photos.`);
			const bytes = Buffer.from(picture, 'base64');
			if (!isJpeg(bytes)) return fail('invalid-input', 'This is no JPEG.');
			const row: PhotoRow = {
				photo_id: ports.newId(),
				account_id: accountId,
				document_id: under,
				media_type: 'image/jpeg',
				bytes: bytes.length,
				added_at: ports.clock.now(),
				added_by: context.settings().person,
			};
			// Write the file first: after a crash in between, no row may point to a missing photo.
			files.write(row.photo_id, bytes);
			try {
				photos.insert(row);
			} catch (error) {
				files.remove(row.photo_id);
				throw error;
			}
			changed();
			return succeed(viewOf(row));
		}),

		'photo.remove': connected(context, ({ accountId }, { photoId }) => {
			const row = photos.get(accountId, photoId);
			if (row === null) return fail('not-found', 'This photo is not here.');
			if (isGone(accountId, row.document_id)) return notHere();
			photos.remove(accountId, photoId);
			files.remove(photoId);
			changed();
			return succeed({});
		}),
	};
}

const notHere = () => fail('not-found', 'This document is not here.');

const viewOf = ({ photo_id, added_at, added_by }: PhotoRow): PhotoView => ({
	photoId: photo_id,
	addedAt: added_at,
	addedBy: added_by,
});

const isJpeg = (bytes: Uint8Array): boolean =>
	bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
