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

export type Documents<Document extends { id: string }> = ReturnType<typeof documents<Document>>;

export function documents<Document extends { id: string }>(now: () => number) {
	const shelf = new Map<string, Version<Document>[]>();
	const put = (document: Document, by: string | null, made: boolean) => {
		const versions = shelf.get(document.id) ?? [];
		versions.push({ at: now(), by, made, document });
		shelf.set(document.id, versions);
	};
	/** @param asOf ms of the steady clock; default now. */
	const get = (id: string, asOf = Infinity) =>
		shelf.get(id)?.findLast(({ at }) => at <= asOf)?.document;
	const lastMade = (id: string) => shelf.get(id)?.findLast(({ made }) => made);
	return {
		get,
		all: (asOf?: number) => [...shelf.keys()].flatMap((id) => get(id, asOf) ?? []),
		versions: (id: string): readonly Version<Document>[] => shelf.get(id) ?? [],
		/** Our action that created the document now under this id; null for someone else. */
		makerOf: (id: string) => lastMade(id)?.by ?? null,
		madeAt: (id: string) => lastMade(id)?.at ?? -Infinity,
		make(document: Document, by: string | null) {
			put(document, by, true);
		},
		change(document: Document, by: string | null) {
			put(document, by, false);
		},
	};
}
