// Exports and imports the photos of exported work.
import { Buffer } from 'node:buffer';
import { isKindName, kinds } from '../../../shared/document/kinds.ts';
import { documentIdOf, serverDocumentOf } from '../document/document-id.ts';
import { keptUnder } from '../photo/kept-under.ts';
import type { Work } from '../store/work-tables.ts';
import type { Sqlite } from '../store/open.ts';
import { photoTable, type PhotoFiles, type PhotoRow } from '../store/photos.ts';

/** Bytes of pictures per file: about forty photos. Base64 adds a third. */
export const mostPictureBytes = 24 * 1024 * 1024;

/** A photo under the document name that the other PC uses. */
export interface TravellingPhoto {
	photo: PhotoRow;
	picture: string;
}

export type TravellingPhotos = ReturnType<typeof travellingPhotos>;

export function travellingPhotos(db: Sqlite, files: PhotoFiles) {
	const photos = photoTable(db);
	const nameOf = keptUnder(db);

	const names = (accountId: string, { documents, drafts }: Work): Map<string, string> => {
		const ofService = [
			...documents.map(({ lane: { document, server_id: id } }) => ({ document, id })),
			...drafts.map(({ document, server_id: id }) => ({ document: String(document), id })),
		].flatMap(({ document, id }) =>
			isKindName(document) && kinds[document].photos && typeof id === 'string'
				? documentIdOf(document, id)
				: [],
		);
		const own = [
			...documents.map(({ lane }) => lane.document_id),
			...drafts.map(({ draft_id }) => String(draft_id)),
		];
		return new Map([
			// The draft may stay here: the other PC knows such a document by the service's id.
			...ofService.flatMap((id): [string, string][] => [
				[nameOf(accountId, id), id],
				[id, id],
			]),
			...own.map((id): [string, string] => [id, id]),
		]);
	};

	/** Photos that fit into a file; the others stay on this PC. */
	const chosen = (accountId: string, work: Work): { go: PhotoRow[]; left: number } => {
		const all = [...names(accountId, work)].flatMap(([here, there]) =>
			photos.of(accountId, here).map((row) => ({ ...row, document_id: there })),
		);
		let bytes = 0;
		const go = all.filter((row) => (bytes += row.bytes) <= mostPictureBytes);
		return { go, left: all.length - go.length };
	};

	return {
		amount(accountId: string, work: Work): { photos: number; photosLeft: number } {
			const { go, left } = chosen(accountId, work);
			return { photos: go.length, photosLeft: left };
		},
		of(accountId: string, work: Work): TravellingPhoto[] {
			return chosen(accountId, work).go.flatMap((photo) => {
				const bytes = files.read(photo.photo_id);
				return bytes === null ? [] : [{ photo, picture: Buffer.from(bytes).toString('base64') }];
			});
		},
		deleted: (accountId: string, work: Work): string[] =>
			photos.removed([...names(accountId, work).keys()]),
		/** A photo removed on either PC stays removed. Call it in a transaction. @returns those to `keep` */
		importWork(
			accountId: string,
			{ photos: travelling, deleted }: { photos: readonly TravellingPhoto[]; deleted: string[] },
		): TravellingPhoto[] {
			for (const photoId of deleted) photos.remove(accountId, photoId);
			return travelling.filter(({ photo }) => {
				const { document_id, photo_id } = photo;
				if (photos.isRemoved(photo_id)) return false;
				const under =
					serverDocumentOf(document_id) === null ? document_id : nameOf(accountId, document_id);
				const came = photos.insert({ ...photo, account_id: accountId, document_id: under });
				return came || files.read(photo_id) === null;
			});
		},
		keep(came: readonly TravellingPhoto[]): void {
			for (const { photo, picture } of came) {
				files.write(photo.photo_id, Buffer.from(picture, 'base64'));
			}
		},
		takeBack(came: readonly TravellingPhoto[]): void {
			for (const { photo } of came) files.remove(photo.photo_id);
		},
	};
}
