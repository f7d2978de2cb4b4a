// The text of a box that is saved when it is left. A new value from elsewhere does not replace what is being typed.

/** The value of the box, as its props hold it. */
interface Held {
	readonly read: () => string;
	readonly write: (text: string) => void;
	/** Whether the box is saved when it is left, not at each key. */
	readonly waits: () => boolean;
}

export class TypedText {
	#typed = $state<string | null>(null);
	/** As written last; another value has come from elsewhere since. */
	#written: string | null = null;
	/** What came from elsewhere while somebody typed, and was written over. */
	#replaced: string | null = null;
	readonly #held: Held;

	constructor(held: Held) {
		this.#held = held;
	}

	get text(): string {
		return this.#typed ?? this.#held.read();
	}

	set text(text: string) {
		if (this.#held.waits()) {
			const now = this.#held.read();
			if (this.#written !== null && now !== this.#written) this.#replaced = now;
			this.#typed = this.#written = text;
		}
		this.#held.write(text);
	}

	/** It is saved now: from here on the value shows. */
	take(): string {
		const { text } = this;
		this.#letGo();
		this.#held.write(text);
		return text;
	}

	/** The box was left unchanged: it shows a value that arrived from elsewhere while the person typed. */
	forget(): void {
		const { read, write } = this.#held;
		if (this.#replaced !== null && read() === this.#written) write(this.#replaced);
		this.#letGo();
	}

	#letGo(): void {
		this.#typed = this.#written = this.#replaced = null;
	}
}
