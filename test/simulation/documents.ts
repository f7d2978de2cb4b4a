// Documents at the simulated service with their history: a cache shows old versions, and checks ask who wrote what.

interface Version<Document> {
	/** ms of the steady clock. */
	at: number;
	/** Our action that wrote it; null for someone else. */
	by: string | null;
	/** A document of its own, under a possibly reused id. */
	made: boolean;
	document: Document;
}

export interface Documents<Document extends { id: string }> {
	/** @param asOf ms of the steady clock; default now. */
	get(id: string, asOf?: number): Document | undefined;
	all(asOf?: number): Document[];
	versions(id: string): readonly Version<Document>[];
	/** Our action that created the document now under this id; null for someone else. */
	makerOf(id: string): string | null;
	/** Creation time of the document now under this id. */
	madeAt(id: string): number;
	make(document: Document, by: string | null): void;
	change(document: Document, by: string | null): void;
}

export function documents<Document extends { id: string }>(now: () => number): Documents<Document> {
	const shelf = new Map<string, Version<Document>[]>();
	const put = (document: Document, by: string | null, made: boolean) => {
		const versions = shelf.get(document.id) ?? [];
		versions.push({ at: now(), by, made, document });
		shelf.set(document.id, versions);
	};
	const get = (id: string, asOf = Infinity) =>
		shelf.get(id)?.findLast(({ at }) => at <= asOf)?.document;
	const lastMade = (id: string) => shelf.get(id)?.findLast(({ made }) => made);
	return {
		get,
		all: (asOf) => [...shelf.keys()].flatMap((id) => get(id, asOf) ?? []),
		versions: (id) => shelf.get(id) ?? [],
		makerOf: (id) => lastMade(id)?.by ?? null,
		madeAt: (id) => lastMade(id)?.at ?? -Infinity,
		make(document, by) {
			put(document, by, true);
		},
		change(document, by) {
			put(document, by, false);
		},
	};
}
