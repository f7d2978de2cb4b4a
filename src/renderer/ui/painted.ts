// What can wait until a key or a scroll has been painted: whoever works here sees what it did first.

/** ms after which a frame is not waited for any longer: a window that is hidden draws none. */
const longestFrame = 100;

/** Calls back once, in a task of its own, when the page is painted as it is now. */
export function whenPainted(then: () => void): void {
	let called = false;
	const callOnce = (): void => {
		if (called) return;
		called = true;
		then();
	};
	// The task behind a frame's callbacks comes after its painting.
	requestAnimationFrame(() => setTimeout(callOnce));
	setTimeout(callOnce, longestFrame);
}
