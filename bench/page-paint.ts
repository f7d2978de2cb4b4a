// Runs in the page: measures from an action until the changed page is painted.

declare global {
	/** ms of the next key, until painted. */
	var painted: Promise<number>;
	/** ms from then until the window has followed to the key's line, painted. */
	var followed: Promise<number>;
	/** The expected key; others before it are ignored. */
	var awaited:
		| { key: string; tellPainted: (ms: number) => void; tellFollowed: (ms: number) => void }
		| undefined;
	var frameTimes: number[];
}

export function expectKey(key: string): void {
	globalThis.painted = new Promise((tellPainted) => {
		globalThis.followed = new Promise((tellFollowed) => {
			globalThis.awaited = { key, tellPainted, tellFollowed };
		});
	});
}

/**
 * A typing key completes with `input`, others with `keydown`. The next frame's callback runs before layout and paint; a
 * message sent from it arrives after them.
 */
export function watchKeys(): void {
	let pressed = { key: '', at: 0 };
	let paintedAt = 0;
	const whenPainted = (then: () => void) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = then;
		port2.postMessage(null);
	};
	const untilPaint = () => {
		const { key, at } = pressed;
		const { awaited } = globalThis;
		if (awaited?.key !== key) return;
		requestAnimationFrame(() => {
			whenPainted(() => {
				paintedAt = performance.now();
				awaited.tellPainted(paintedAt - at);
			});
		});
	};
	addEventListener(
		'keydown',
		({ timeStamp, key }) => {
			pressed = { key, at: timeStamp };
			if (key.length > 1) untilPaint();
		},
		{ capture: true },
	);
	addEventListener('input', untilPaint, { capture: true });
	// A frame reports scrolls before layout and paint.
	addEventListener(
		'scroll',
		() => {
			const since = paintedAt;
			whenPainted(() => {
				globalThis.awaited?.tellFollowed(performance.now() - since);
			});
		},
		{ capture: true },
	);
}

export function watchFrames(): void {
	const times: number[] = [];
	globalThis.frameTimes = times;
	const onFrame = (at: number) => {
		times.push(at);
		if (globalThis.frameTimes === times) requestAnimationFrame(onFrame);
	};
	requestAnimationFrame(onFrame);
}

/** Types into the filter of a list. @returns ms until other rows are painted */
export function typeUntilPainted(input: Element, typed: string): Promise<number> {
	if (!(input instanceof HTMLInputElement)) throw new Error('This is no box to type in.');
	const rows = document.querySelector('[role=grid]');
	if (rows === null) throw new Error('There is no list.');
	const begun = performance.now();
	return new Promise((resolve) => {
		new MutationObserver((_seen, observer) => {
			observer.disconnect();
			requestAnimationFrame(() => {
				const { port1, port2 } = new MessageChannel();
				port1.onmessage = () => {
					resolve(performance.now() - begun);
				};
				port2.postMessage(null);
			});
		}).observe(rows, { subtree: true, childList: true, characterData: true });
		input.value = typed;
		input.dispatchEvent(new InputEvent('input', { bubbles: true }));
	});
}

/** Scrolls the rows by so many px, wrapping back at the end. @returns ms until painted */
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

/** Goes to a screen. @returns ms until a match of the selector has the focus and is painted */
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
