// The current screen's footer: shortcut keys and sheet status.
export interface KeyNote {
	/** Keys pressed together, as printed on the keyboard: `['Ctrl', 'Z']`. */
	keys: readonly string[];
	label: string;
}

interface FootContent {
	keys: readonly KeyNote[];
	/** At the end of the footer: "87 lines · 54 counted". */
	text: string;
}

const nothing: FootContent = { keys: [], text: '' };

export class FootNotes {
	content = $state.raw<FootContent>(nothing);

	/** Shows a screen's notes; returns a function to remove them. */
	show(content: FootContent): () => void {
		this.content = content;
		return () => {
			if (this.content === content) this.content = nothing;
		};
	}
}
