// Transient messages. Nothing that must be kept appears only here.
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
	 * Shows a notice; rust ones stay until dismissed, because someone may be away.
	 * @param about its subject, like the document that can be undone: replaces the earlier notice on it
	 */
	show(text: string, tone: NoticeTone = 'thyme', about: string | null = null): void {
		const id = ++this.#last;
		if (about !== null) this.dismissAbout(about);
		this.list = [...this.list, { id, text, tone, about }];
		if (tone !== 'rust') {
			setTimeout(() => this.dismiss(id), shownForMs);
		}
	}

	dismiss(id: number): void {
		this.list = this.list.filter((notice) => notice.id !== id);
	}

	/** Removes the subject's outdated notice. */
	dismissAbout(told: string): void {
		this.list = this.list.filter(({ about }) => about !== told);
	}
}
