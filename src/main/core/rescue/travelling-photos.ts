// Photos of the work that goes to another PC, and of the work that comes from one.
import { Buffer } from 'node:buffer';
import { documentOf, serverIdOf } from '../document/lane-fold.ts';
import { keptUnder } from '../photo/kept-under.ts';
import type { Work } from '../store/handover.ts';
import type { Sqlite } from '../store/open.ts';
import { photoTable, type PhotoFiles, type PhotoRow } from '../store/photos.ts';

/** Bytes of pictures in one file: some forty photos as the screen makes them. As text they take a third more. */
export const mostPictureBytes = 24 * 1024 * 1024;

/** A photo under the name by which the other PC looks for its document. */
export interface TravellingPhoto {
	photo: PhotoRow;
	/** Base64. */
	picture: string;
}

export function travellingPhotos(db: Sqlite, files: PhotoFiles) {
	const photos = photoTable(db);
	const nameOf = keptUnder(db);

	/** By the name under which photos are kept here, the one under which they travel. */
	const names = (accountId: string, { documents, drafts }: Work): Map<string, string> => {
		const serverIds = [
			...documents.map(({ lane }) => (lane.document === 'wastage' ? lane.server_id : null)),
			...drafts.map(({ document, server_id }) => (document === 'wastage' ? server_id : null)),
		].filter((id) => typeof id === 'string');
		const own = [
			...documents.map(({ lane }) => lane.document_id),
			...drafts.map(({ draft_id }) => String(draft_id)),
		];
		return new Map([
			// Their drafts may not go along: the other PC knows these documents by the service's name.
			...serverIds.flatMap((id): [string, string][] => [
				[nameOf(accountId, documentOf(id)), documentOf(id)],
				[documentOf(id), documentOf(id)],
			]),
			...own.map((id): [string, string] => [id, id]),
		]);
	};

	/** Photos of the work, as far as they fit into a file; the rest stays on this PC alone. */
	const chosen = (accountId: string, work: Work): { go: PhotoRow[]; left: number } => {
		const all = [...names(accountId, work)].flatMap(([here, there]) =>
			photos.of(accountId, here).map((row) => ({ ...row, document_id: there })),
		);
		let bytes = 0;
		const go = all.filter((row) => (bytes += row.bytes) <= mostPictureBytes);
		return { go, left: all.length - go.length };
	};

	return {
		/** How many photos would go, and how many do not fit into a file. */
		amount(accountId: string, work: Work): { photos: number; photosLeft: number } {
			const { go, left } = chosen(accountId, work);
			return { photos: go.length, photosLeft: left };
		},
		/** The photos with their pictures; one whose picture is gone is none. */
		of(accountId: string, work: Work): TravellingPhoto[] {
			return chosen(accountId, work).go.flatMap((photo) => {
				const bytes = files.read(photo.photo_id);
				return bytes === null ? [] : [{ photo, picture: Buffer.from(bytes).toString('base64') }];
			});
		},
		/** Photos of the work that were removed here. */
		deleted: (accountId: string, work: Work): string[] =>
			photos.removed([...names(accountId, work).keys()]),
		/**
		 * Call it in a transaction. A photo that was removed, at whichever of the PCs, stays removed.
		 * @returns those that were not here, or had no picture any more, for `keep`
		 */
		takeIn(
			accountId: string,
			{ photos: travelling, deleted }: { photos: readonly TravellingPhoto[]; deleted: string[] },
		): TravellingPhoto[] {
			for (const photoId of deleted) photos.remove(accountId, photoId);
			return travelling.filter(({ photo }) => {
				const { document_id, photo_id } = photo;
				if (photos.isRemoved(photo_id)) return false;
				const under =
					serverIdOf(document_id) === null ? document_id : nameOf(accountId, document_id);
				const came = photos.insert({ ...photo, account_id: accountId, document_id: under });
				return came || files.read(photo_id) === null;
			});
		},
		/** Puts their pictures on the disk, before the transaction that brings their rows is committed. */
		keep(came: readonly TravellingPhoto[]): void {
			for (const { photo, picture } of came) {
				files.write(photo.photo_id, Buffer.from(picture, 'base64'));
			}
		},
		/** Removes their pictures again, where that transaction failed. */
		takeBack(came: readonly TravellingPhoto[]): void {
			for (const { photo } of came) files.remove(photo.photo_id);
		},
	};
}
