// Whether the focused box outside a grid still has the text that it had when it got the focus.

export class ReachedText {
	#text = '';

	/** Focus moved, or the box got another text. */
	mark = (): void => {
		const box = document.activeElement;
		this.#text = box instanceof HTMLInputElement ? box.value : '';
	};

	/** @param box the focused one */
	isIn({ value }: HTMLInputElement): boolean {
		return value === this.#text;
	}
}
