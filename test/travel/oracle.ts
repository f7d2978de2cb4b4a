// What a person expects of travelling work: the content each PC must show. Shares no code or files with the core. Each
// part of a draft, a line or field, is a node that knows its origin; each PC knows which changes of a draft it has
// seen.

export interface Node {
	readonly id: number;
	/** Empty if removed. */
	readonly text: string;
	readonly made: readonly Node[];
}

/** `sent`: at the service, and no longer shown as entered. */
type Standing = 'open' | 'submitted' | 'sent' | 'discarded' | 'away';

/** One piece of work on one PC. */
export interface Held {
	standing: Standing;
	parts: ReadonlyMap<string, Node>;
	/** Every change included. */
	seen: ReadonlySet<number>;
}

/** A piece of work in a file or backup. */
export type Contents = ReadonlyMap<string, Held>;

let nodes = 0;
export const nodeOf = (text: string, ...made: readonly Node[]): Node => ({
	id: (nodes += 1),
	text,
	made,
});

export function isMadeOf(node: Node, of: Node): boolean {
	return node === of || node.made.some((each) => isMadeOf(each, of));
}

export const begun = (words: Readonly<Record<string, string>>): Held => ({
	standing: 'open',
	parts: new Map(Object.entries(words).map(([part, text]) => [part, nodeOf(text)])),
	seen: new Set([(nodes += 1)]),
});

/** A person changes it here. */
export function change(
	held: Held,
	words: Readonly<Record<string, string>>,
	standing: Standing = held.standing,
): Held {
	const parts = new Map(held.parts);
	for (const [part, text] of Object.entries(words)) {
		const before = parts.get(part);
		parts.set(part, before === undefined ? nodeOf(text) : nodeOf(text, before));
	}
	return { standing, parts, seen: new Set([...held.seen, (nodes += 1)]) };
}

/** Result of importing a draft at a PC with this version. */
export function imports(
	there: Held,
	here: Held | undefined,
): 'comes' | 'stays' | 'may-come' | 'merges' | 'asks' {
	if (here === undefined) return 'comes';
	if (here.standing === 'submitted' || here.standing === 'sent') return 'stays';
	const more = (one: Held, other: Held): number =>
		[...one.seen].filter((each) => !other.seen.has(each)).length;
	const [fresh, own] = [more(there, here), more(here, there)];
	if (fresh === 0 && own === 0) return here.standing === 'away' ? 'may-come' : 'stays';
	if (fresh === 0) return 'stays';
	if (own === 0 || here.standing === 'discarded') return 'comes';
	if (there.standing === 'open') return 'merges';
	return here.standing === 'away' ? 'comes' : 'asks';
}

/** Both continued it: each part belongs to whoever changed it, and a changed line is not removed. */
export function merged(
	there: Held,
	here: Held,
	keep: 'here' | 'there',
): { held: Held; asks: string[] } {
	const asks: string[] = [];
	const parts = new Map<string, Node>();
	for (const part of new Set([...here.parts.keys(), ...there.parts.keys()])) {
		const [mine, theirs] = [here.parts.get(part), there.parts.get(part)];
		const only = mine ?? theirs;
		if (only === undefined) continue;
		if (mine === undefined || theirs === undefined) parts.set(part, only);
		else if (isMadeOf(mine, theirs)) parts.set(part, mine);
		else if (isMadeOf(theirs, mine)) parts.set(part, theirs);
		else if (mine.text === '' || theirs.text === '') {
			parts.set(part, theirs.text === '' ? mine : theirs);
		} else {
			asks.push(part);
			parts.set(part, nodeOf((keep === 'there' ? theirs : mine).text, mine, theirs));
		}
	}
	const seen = new Set([...here.seen, ...there.seen]);
	if (asks.length > 0) seen.add((nodes += 1));
	return { held: { standing: 'open', parts, seen }, asks };
}

/** The draft reverts to a backup: a change made today. */
export function backTo(then: Held, now: Held): Held {
	const words: Record<string, string> = {};
	for (const [part, node] of now.parts) {
		const text = then.parts.get(part)?.text ?? '';
		if (node.text !== text) words[part] = text;
	}
	for (const [part, { text }] of then.parts) if (!now.parts.has(part)) words[part] = text;
	const same = now.standing === 'open' && Object.keys(words).length === 0;
	return same ? now : change(now, words, 'open');
}

/** What a PC shows of it. */
export const wordsOf = ({ parts }: Held): Record<string, string> =>
	Object.fromEntries(
		[...parts].flatMap(([part, { text }]) => (text === '' ? [] : [[part, text] as const])),
	);

/** A decision made at one PC, or at both. */
export function decides(there: Node, here: Node | undefined): 'comes' | 'stays' | 'asks' {
	if (here === undefined) return 'comes';
	if (isMadeOf(here, there)) return 'stays';
	return isMadeOf(there, here) ? 'comes' : 'asks';
}

/** One PC's work. */
export class Expected {
	readonly drafts = new Map<string, Held>();
	/** Data of this PC only, by kind and name; templates, settings. */
	readonly own = new Map<string, string>();
	/** Photos that must exist, with their content, and those that must not. */
	readonly photos = new Set<string>();
	readonly removedPhotos = new Set<string>();
	/** Count entries, decisions and notes: words that must not be lost. */
	readonly counted = new Map<string, Set<string>>();
	readonly decided = new Map<string, Node>();

	copy(): Snapshot {
		return {
			drafts: new Map(this.drafts),
			counted: new Map([...this.counted].map(([id, words]) => [id, new Set(words)])),
			decided: new Map(this.decided),
			own: new Map(this.own),
			photos: new Set(this.photos),
			removedPhotos: new Set(this.removedPhotos),
		};
	}

	become(other: Snapshot): void {
		const put = <Value>(to: Map<string, Value>, from: ReadonlyMap<string, Value>) => {
			to.clear();
			for (const [key, value] of from) to.set(key, value);
		};
		put(this.drafts, other.drafts);
		put(this.decided, other.decided);
		put(this.own, other.own);
		put(this.counted, new Map([...other.counted].map(([id, words]) => [id, new Set(words)])));
		this.photos.clear();
		for (const photo of other.photos) this.photos.add(photo);
		this.removedPhotos.clear();
		for (const photo of other.removedPhotos) this.removedPhotos.add(photo);
	}
}

export interface Snapshot {
	drafts: Contents;
	counted: ReadonlyMap<string, ReadonlySet<string>>;
	decided: ReadonlyMap<string, Node>;
	own: ReadonlyMap<string, string>;
	photos: ReadonlySet<string>;
	removedPhotos: ReadonlySet<string>;
}
