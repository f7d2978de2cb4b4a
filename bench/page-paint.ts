// Runs in the page: how long something takes from the moment it was done until the page that it changed is painted.

declare global {
	/** ms of the key that is to come, once it is painted. */
	var painted: Promise<number>;
	/** ms from then until the window has followed to the line that the key led to, and is painted. */
	var followed: Promise<number>;
	/** The key that is meant; another one before it is not told. */
	var awaited:
		| { key: string; tellPainted: (ms: number) => void; tellFollowed: (ms: number) => void }
		| undefined;
	/** When each frame began since the frames are watched, ms. */
	var frameTimes: number[];
}

/** Must have run before the key is pressed. */
export function expectKey(key: string): void {
	globalThis.painted = new Promise((tellPainted) => {
		globalThis.followed = new Promise((tellFollowed) => {
			globalThis.awaited = { key, tellPainted, tellFollowed };
		});
	});
}

/**
 * A key that writes is finished by its `input`, any other by its `keydown`. The next frame calls back before it lays out
 * and paints; a message that is sent then arrives when that is done.
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
	// A frame tells what was scrolled before it lays out and paints.
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

/** From now on `frameTimes` holds when each one began, until it is called again. */
export function watchFrames(): void {
	const times: number[] = [];
	globalThis.frameTimes = times;
	const onFrame = (at: number) => {
		times.push(at);
		if (globalThis.frameTimes === times) requestAnimationFrame(onFrame);
	};
	requestAnimationFrame(onFrame);
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
