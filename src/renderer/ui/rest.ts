// Waits for a pause in the input.

/** A timer this late (ms) shows that the page was busy, so that input may not have been delivered yet. */
const lateMs = 30;
/** On a PC that is always busy every timer is late, and what waits for the pause would wait for ever. */
const mostWaits = 5;

/**
 * Calls back after `ms`, counted again after each time the page was busy, at most five times.
 * @returns a function that cancels it
 */
export function onceRested(ms: number, then: () => void): () => void {
	let timer: ReturnType<typeof setTimeout>;
	const wait = (left: number): void => {
		const due = performance.now() + ms;
		timer = setTimeout(() => {
			if (left > 1 && performance.now() - due > lateMs) wait(left - 1);
			else then();
		}, ms);
	};
	wait(mostWaits);
	return () => {
		clearTimeout(timer);
	};
}
