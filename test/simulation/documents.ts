// What stands at the simulated service, with all that ever stood there: a cache shows what was there before, and the checks
// ask who wrote what.

/** One content of a document. */
interface Version<Document> {
	/** ms of the clock that is never set. */
	at: number;
	/** The action of ours that wrote it; null where somebody else did. */
	by: string | null;
	/** It is a document of its own, under an id that another one may have had before. */
	made: boolean;
	document: Document;
}

export interface Documents<Document extends { id: string }> {
	/** @param asOf ms of the clock that is never set; now where it is left out. */
	get(id: string, asOf?: number): Document | undefined;
	all(asOf?: number): Document[];
	versions(id: string): readonly Version<Document>[];
	/** The action of ours that made the document that has this id now; null where somebody else did. */
	makerOf(id: string): string | null;
	/** When the document that has this id now was made. */
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
