// Listens for a scanner on the whole page: its burst never stays in the box that happened to have the focus.
import { on } from 'svelte/events';
import { ScanBurst } from './scan-burst.ts';

/** What a text box held before the burst began. */
interface BoxBefore {
	readonly box: HTMLInputElement;
	readonly text: string;
}

/** Calls `onscan` with each code. Returns how to stop listening. */
export function listenForScans(onscan: (code: string) => void): () => void {
	const burst = new ScanBurst();
	let before: BoxBefore | null = null;

	return on(
		window,
		'keydown',
		(event) => {
			if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
			const step = burst.take(event.key, event.timeStamp);
			if (step.kind === 'begins') {
				const box = document.activeElement;
				before = box instanceof HTMLInputElement ? { box, text: box.value } : null;
			}
			if (step.kind !== 'scan') return;
			event.preventDefault();
			event.stopImmediatePropagation();
			if (before !== null && before.box.value !== before.text) {
				before.box.value = before.text;
				before.box.dispatchEvent(new Event('input', { bubbles: true }));
			}
			onscan(step.code);
		},
		// Before the grid and the page see the Enter that ends the code.
		{ capture: true },
	);
}
