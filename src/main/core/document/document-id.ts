// Bridge ids of the service's documents: `service:<kind>:<id>`. Documents of two kinds may have the same id.

export const documentIdOf = (kind: string, id: string): string => `service:${kind}:${id}`;

/** Null for a document of this PC. */
export function serverDocumentOf(documentId: string): { kind: string; id: string } | null {
	const [, kind, id] = /^service:([^:]*):(.*)$/su.exec(documentId) ?? [];
	return kind === undefined || id === undefined ? null : { kind, id };
}

/** The service's id of a document of this kind; null for any other. */
export function serverIdOf(kind: string, documentId: string): string | null {
	const found = serverDocumentOf(documentId);
	return found?.kind === kind ? found.id : null;
}
