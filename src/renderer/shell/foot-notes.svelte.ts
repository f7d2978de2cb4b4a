// What the foot shows for the screen in hand: the keys that work here, and the state of the sheet.
export interface KeyNote {
	/** Keys pressed together, such as `['Ctrl', 'Z']`, as they are printed on the keyboard. */
	keys: readonly string[];
	label: string;
}

interface FootContent {
	keys: readonly KeyNote[];
	/** At the end of the foot, such as "87 lines · 54 counted". */
	text: string;
}

const nothing: FootContent = { keys: [], text: '' };

export class FootNotes {
	content = $state.raw<FootContent>(nothing);

	/** Shows a screen's notes; returns how to take them away again. */
	show(content: FootContent): () => void {
		this.content = content;
		return () => {
			if (this.content === content) this.content = nothing;
		};
	}
}
