// Defers work until a key or scroll has been painted.

/** Maximum wait for a frame, ms: a hidden window paints none. */
const longestFrame = 100;

/** Calls back once, in its own task, when the page is painted. */
export function whenPainted(then: () => void): void {
	let called = false;
	const callOnce = (): void => {
		if (called) return;
		called = true;
		then();
	};
	// A task queued in a frame's callback runs after painting.
	requestAnimationFrame(() => setTimeout(callOnce));
	setTimeout(callOnce, longestFrame);
}
