// Runs in the page: how long each key takes from the moment it was pressed until the page that it changed is painted.

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
