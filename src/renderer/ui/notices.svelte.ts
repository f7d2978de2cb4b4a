// Short messages at the corner of the screen. They pass: nothing that must be kept is told here alone.
type NoticeTone = 'thyme' | 'sea' | 'amber' | 'rust';

interface Notice {
	readonly id: number;
	readonly text: string;
	readonly tone: NoticeTone;
}

const shownForMs = 6_000;

export class Notices {
	list = $state.raw<readonly Notice[]>([]);
	#last = 0;

	/** Shows a message; one in rust stays until it is dismissed, for someone may be away from the screen. */
	show(text: string, tone: NoticeTone = 'thyme'): void {
		const id = ++this.#last;
		this.list = [...this.list, { id, text, tone }];
		if (tone !== 'rust') {
			setTimeout(() => {
				this.dismiss(id);
			}, shownForMs);
		}
	}

	dismiss(id: number): void {
		this.list = this.list.filter((notice) => notice.id !== id);
	}
}
