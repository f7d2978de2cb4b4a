// The name under which the photos of a document are kept: that of its draft, wherever the document is now.
import { serverIdOf } from '../document/lane-fold.ts';
import type { Sqlite } from '../store/open.ts';
import { photoTable } from '../store/photos.ts';

/** @returns the name for a document as its screen names it */
export function keptUnder(durable: Sqlite): (accountId: string, documentId: string) => string {
	const photos = photoTable(durable);
	return (accountId, documentId) => {
		const serverId = serverIdOf(documentId);
		if (serverId === null) return documentId;
		return photos.draftBehind(accountId, 'wastage', serverId) ?? documentId;
	};
}
