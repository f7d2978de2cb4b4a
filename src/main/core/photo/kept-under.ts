// Photos are stored under the draft's id, even after the service has the document.
import { serverDocumentOf } from '../document/document-id.ts';
import type { Sqlite } from '../store/open.ts';
import { photoTable } from '../store/photos.ts';

export function keptUnder(durable: Sqlite): (accountId: string, documentId: string) => string {
	const photos = photoTable(durable);
	return (accountId, documentId) => {
		const found = serverDocumentOf(documentId);
		if (found === null) return documentId;
		return photos.draftBehind(accountId, found.kind, found.id) ?? documentId;
	};
}
