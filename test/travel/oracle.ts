// What a person would expect of work that travels: which content each PC must show. It shares no code with the core and
// looks at no file of it. Contents of a draft are nodes; each knows what it was made of.

export interface Node {
	readonly id: number;
	readonly text: string;
	readonly made: readonly Node[];
}

type Standing = 'open' | 'submitted' | 'discarded' | 'away';

/** One piece of work, as one PC must have it. */
export interface Held {
	node: Node;
	standing: Standing;
}

/** A piece of work as a file or a copy has it. */
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

/** What becomes of a draft of a file at a PC that has it so. */
export function imports(
	there: Held,
	here: Held | undefined,
): 'comes' | 'stays' | 'may-come' | 'asks' {
	if (here === undefined) return 'comes';
	if (here.standing === 'submitted') return 'stays';
	if (there.node === here.node) return here.standing === 'away' ? 'may-come' : 'stays';
	if (isMadeOf(here.node, there.node)) return 'stays';
	if (isMadeOf(there.node, here.node)) return 'comes';
	return here.standing === 'open' ? 'asks' : 'comes';
}

export const copyOf = (held: ReadonlyMap<string, Held>): Contents =>
	new Map([...held].map(([key, value]) => [key, { ...value }]));

/** The work of one PC. */
export class Expected {
	/** Drafts by their id. */
	readonly drafts = new Map<string, Held>();
	/** Texts of what only this PC has, by its kind and name; templates, plans, settings. */
	readonly own = new Map<string, string>();
	/** Photos that must be there, with their pictures, and those that must not. */
	readonly photos = new Set<string>();
	readonly removedPhotos = new Set<string>();
	/** What was entered into counts, decided and noted there: words that nobody may lose. */
	readonly counted = new Map<string, Set<string>>();
	/** The last decision on each line of a count. */
	readonly decided = new Map<string, Held>();

	copy(): Snapshot {
		return {
			drafts: copyOf(this.drafts),
			counted: new Map([...this.counted].map(([id, words]) => [id, new Set(words)])),
			decided: copyOf(this.decided),
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
		put(this.drafts, copyOf(other.drafts));
		put(this.decided, copyOf(other.decided));
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
	decided: Contents;
	own: ReadonlyMap<string, string>;
	photos: ReadonlySet<string>;
	removedPhotos: ReadonlySet<string>;
}
