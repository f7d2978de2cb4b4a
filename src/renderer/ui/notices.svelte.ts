// Short messages at the corner of the screen. They pass: nothing that must be kept is told here alone.
type NoticeTone = 'thyme' | 'sea' | 'amber' | 'rust';

interface Notice {
	readonly id: number;
	readonly text: string;
	readonly tone: NoticeTone;
	readonly about: string | null;
}

const shownForMs = 6_000;

export class Notices {
	list = $state.raw<readonly Notice[]>([]);
	#last = 0;

	/**
	 * Shows a message; one in rust stays until it is dismissed, for someone may be away from the screen.
	 * @param about the document whose submit or decision it tells, which can be undone, or whatever else it tells anew: what
	 *   was shown about the same makes room for it
	 */
	show(text: string, tone: NoticeTone = 'thyme', about: string | null = null): void {
		const id = ++this.#last;
		if (about !== null) this.dismissAbout(about);
		this.list = [...this.list, { id, text, tone, about }];
		if (tone !== 'rust') {
			setTimeout(() => {
				this.dismiss(id);
			}, shownForMs);
		}
	}

	dismiss(id: number): void {
		this.list = this.list.filter((notice) => notice.id !== id);
	}

	/** What was told of it does not hold any more. */
	dismissAbout(told: string): void {
		this.list = this.list.filter(({ about }) => about !== told);
	}
}
