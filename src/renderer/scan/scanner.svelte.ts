// Listens for a scanner on the whole page: its input never stays in a box.
import { on } from 'svelte/events';
import type { App } from '../app.svelte.ts';
import { isDialogOpen } from '../keys/keys.ts';
import { isQuantityBox, takeBackBurst } from '../ui/burst-boxes.ts';
import {
	forgetKeys,
	holdKey,
	holdKeysUntil,
	keysHeld,
	markBeforeNextKey,
} from '../ui/held-keys.ts';
import { onceRested } from '../ui/rest.ts';
import { burstBreakMs, ScanBurst, type ScannerKeys, type ScanPlace } from './scan-burst.ts';

type OnScan = (code: string) => Promise<boolean>;

interface ScannerNeeds {
	readonly keys: () => ScannerKeys;
	/** Whether the catalogue has the code. */
	readonly isKnown: (code: string) => Promise<boolean>;
	/** A code was scanned where nothing takes one. */
	readonly onunheard: (code: string) => void;
}

/** The current screen's listeners; the last one takes the scan. */
const listeners: OnScan[] = [];

/**
 * Calls `onscan` with each code, and holds keys until it has gone to its line or resolves with false. Returns an
 * unsubscribe function.
 */
export function listenForScans(onscan: OnScan): () => void {
	listeners.push(onscan);
	return () => {
		listeners.splice(listeners.lastIndexOf(onscan), 1);
	};
}

/** Watches the keys of the page for scans, once per window. Returns a function that stops it. */
export function watchForScans(app: App): () => void {
	return watchKeys({
		keys: () => app.settings.scanner,
		isKnown: async (barcode) => {
			const { locationId } = app.settings;
			return (await app.call('item.byBarcode', { barcode, locationId })).ok;
		},
		onunheard: (code) => {
			if (app.settings.scanner.sound) soundOf('unknown');
			app.notices.show(app.t('scan.notHere', { code }), 'amber', 'scan');
		},
	});
}

function watchKeys({ keys, isKnown, onunheard }: ScannerNeeds): () => void {
	const burst = new ScanBurst(keys);
	/** Keys held when the burst began. */
	let heldBefore = 0;
	let stopResting = (): void => undefined;

	function take(code: string, upTo?: number): Promise<boolean> {
		forgetKeys(heldBefore, upTo);
		takeBackBurst();
		const listener = listeners.at(-1);
		if (listener !== undefined && !isDialogOpen()) return listener(code);
		onunheard(code);
		return Promise.resolve(false);
	}

	/** Leaves the burst to the page where a code is a text like another. */
	const isForPage = (): boolean =>
		isDialogOpen() || listeners.length === 0
			? placeOf(document.activeElement) !== 'quantity'
			: false;

	/** The code decides whether the key that ended it goes to the page. */
	async function takeIfKnown(code: string): Promise<boolean> {
		const end = keysHeld();
		return (await isKnown(code)) ? take(code, end) : true;
	}

	function rest(): void {
		const step = burst.rest();
		if (isForPage()) return;
		if (step.kind === 'scan') void holdKeysUntil(take(step.code));
		if (step.kind === 'maybe') void holdKeysUntil(takeIfKnown(step.code));
	}

	const stop = on(
		window,
		'keydown',
		(event) => {
			// Held keys are replayed at once, and were heard when pressed.
			if (!event.isTrusted) return;
			if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
			stopResting();
			const { key, timeStamp: at, repeat } = event;
			const step = burst.take({ key, at, repeat }, placeOf(document.activeElement));
			if (step.kind === 'begins') {
				heldBefore = keysHeld();
				markBeforeNextKey();
			}
			if (step.kind === 'begins' || step.kind === 'goes-on') {
				if (keys().suffix === 'none') stopResting = onceRested(burstBreakMs, rest);
				return;
			}
			if (step.kind === 'typing' || isForPage()) return;
			event.preventDefault();
			event.stopImmediatePropagation();
			if (step.kind === 'maybe') holdKey(event);
			void holdKeysUntil(step.kind === 'maybe' ? takeIfKnown(step.code) : take(step.code));
		},
		// Capture, to see the Enter that ends a code before the grid and the page do.
		{ capture: true },
	);
	return () => {
		stopResting();
		stop();
	};
}

function placeOf(element: Element | null): ScanPlace {
	if (isQuantityBox(element)) return 'quantity';
	if (element?.matches('input[role=combobox]') === true) return 'search';
	const takesKeys = element?.matches('input, textarea, select, button, a, [contenteditable]');
	return takesKeys === true ? 'text' : 'none';
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
