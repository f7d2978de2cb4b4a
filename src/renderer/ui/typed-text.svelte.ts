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
	readonly #held: Held;

	constructor(held: Held) {
		this.#held = held;
	}

	get text(): string {
		return this.#typed ?? this.#held.read();
	}

	set text(text: string) {
		if (this.#held.waits()) this.#typed = text;
		this.#held.write(text);
	}

	/** It is saved now: from here on the value shows. */
	take(): string {
		const { text } = this;
		this.forget();
		this.#held.write(text);
		return text;
	}

	/** The box was left as it was found. */
	forget(): void {
		this.#typed = null;
	}
}
