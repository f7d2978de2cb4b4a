// Listens for a scanner on the whole page: its input never stays in the focused box.
import { on } from 'svelte/events';
import { forgetKeysSince, holdKeysUntil, keysHeld } from '../ui/held-keys.ts';
import { LONGEST_GAP_MS, ScanBurst, type ScannerKeys } from './scan-burst.ts';

/** Content of a text box before the burst. */
interface BoxBefore {
	readonly box: HTMLInputElement;
	readonly text: string;
}

/**
 * Calls `onscan` with each code, and holds keys until it has gone to its line or resolves with false. Returns an
 * unsubscribe function.
 * @param hears false leaves every key to the page, for example while a dialog is open.
 */
export function listenForScans(
	keys: () => ScannerKeys,
	onscan: (code: string) => Promise<boolean>,
	hears: () => boolean = () => true,
): () => void {
	const burst = new ScanBurst(keys);
	let before: BoxBefore | null = null;
	let heldBefore = 0;
	let resting: ReturnType<typeof setTimeout> | undefined;

	function scanned(code: string): void {
		forgetKeysSince(heldBefore);
		if (before !== null && before.box.value !== before.text) {
			before.box.value = before.text;
			// Announce the removal like a browser's undo.
			const undone = { inputType: 'historyUndo', bubbles: true };
			before.box.dispatchEvent(new InputEvent('input', undone));
		}
		void holdKeysUntil(onscan(code));
	}

	const stop = on(
		window,
		'keydown',
		(event) => {
			// Held keys are replayed at once, and were heard when pressed.
			if (!event.isTrusted) return;
			if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
			if (!hears()) return;
			clearTimeout(resting);
			const step = burst.take(event.key, event.timeStamp);
			if (step.kind === 'begins') {
				heldBefore = keysHeld();
				const box = document.activeElement;
				before = box instanceof HTMLInputElement ? { box, text: box.value } : null;
			}
			if (step.kind === 'scan') {
				event.preventDefault();
				event.stopImmediatePropagation();
				scanned(step.code);
			} else if (step.kind === 'goes-on' && keys().suffix === 'none') {
				resting = setTimeout(() => {
					const code = burst.rest();
					if (code !== null) scanned(code);
				}, LONGEST_GAP_MS * 2);
			}
		},
		// Capture, to see the Enter that ends a code before the grid and the page do.
		{ capture: true },
	);
	return () => {
		clearTimeout(resting);
		stop();
	};
}

let audio: AudioContext | undefined;

/** A short high tone for a found code, a longer low one for an unknown code. */
export function soundOf(what: 'found' | 'unknown'): void {
	audio ??= new AudioContext();
	const { currentTime: now, destination } = audio;
	const tone = audio.createOscillator();
	const volume = audio.createGain();
	const lasts = what === 'found' ? 0.07 : 0.28;
	tone.frequency.value = what === 'found' ? 1_320 : 220;
	volume.gain.setValueAtTime(0.16, now);
	// Fade out, because a sudden end clicks.
	volume.gain.exponentialRampToValueAtTime(0.001, now + lasts);
	tone.connect(volume).connect(destination);
	tone.start(now);
	tone.stop(now + lasts);
}
