// Photos are stored under the draft's id, even after the service has the document.
import { serverIdOf } from '../document/lane-fold.ts';
import type { Sqlite } from '../store/open.ts';
import { photoTable } from '../store/photos.ts';

export function keptUnder(durable: Sqlite): (accountId: string, documentId: string) => string {
	const photos = photoTable(durable);
	return (accountId, documentId) => {
		const serverId = serverIdOf(documentId);
		if (serverId === null) return documentId;
		return photos.draftBehind(accountId, 'wastage', serverId) ?? documentId;
	};
}
