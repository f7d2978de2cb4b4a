// Runs in the page: how long something takes from the moment it was done until the page that it changed is painted.

declare global {
	/** ms of the key that is to come, once it is painted. */
	var painted: Promise<number>;
	var tellPainted: ((ms: number) => void) | undefined;
}

/** Must have run before the key is pressed. */
export function expectKey(): void {
	globalThis.painted = new Promise((resolve) => {
		globalThis.tellPainted = resolve;
	});
}

/**
 * A key that writes is finished by its `input`, any other by its `keydown`. The next frame calls back before it lays out
 * and paints; a message that is sent then arrives when that is done.
 */
export function watchKeys(): void {
	let pressed = 0;
	const untilPaint = () => {
		const begun = pressed;
		requestAnimationFrame(() => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => {
				globalThis.tellPainted?.(performance.now() - begun);
			};
			port2.postMessage(null);
		});
	};
	addEventListener(
		'keydown',
		({ timeStamp, key }) => {
			pressed = timeStamp;
			if (key.length > 1) untilPaint();
		},
		{ capture: true },
	);
	addEventListener('input', untilPaint, { capture: true });
}

/** Scrolls what has the rows by so many px, back at the end. @returns ms until it is painted */
export function scrollBy(px: number): Promise<number> {
	const rows = document.querySelector('[role=grid]')?.parentElement;
	if (!rows) throw new Error('There are no rows to scroll.');
	const end = rows.scrollHeight - rows.clientHeight;
	const begun = performance.now();
	rows.scrollTop = (rows.scrollTop + px) % Math.max(end, 1);
	return new Promise((resolve) => {
		requestAnimationFrame(() => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => {
				resolve(performance.now() - begun);
			};
			port2.postMessage(null);
		});
	});
}

/** Goes to a screen. @returns ms until something that the selector names has the focus and is painted */
export function goUntilFocus({ hash, wanted }: { hash: string; wanted: string }): Promise<number> {
	const begun = performance.now();
	location.hash = hash;
	return new Promise((resolve) => {
		const look = () => {
			if (document.activeElement?.matches(wanted) !== true) {
				requestAnimationFrame(look);
				return;
			}
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => {
				resolve(performance.now() - begun);
			};
			port2.postMessage(null);
		};
		requestAnimationFrame(look);
	});
}
