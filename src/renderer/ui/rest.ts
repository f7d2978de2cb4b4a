// Waits for a pause in the input.

/** A timer this late (ms) shows that the page was busy, so that input may not have been delivered yet. */
const lateMs = 30;

/** Calls back after `ms`, counted again after each time the page was busy. @returns a function that cancels it */
export function onceRested(ms: number, then: () => void): () => void {
	let timer: ReturnType<typeof setTimeout>;
	const wait = (): void => {
		const due = performance.now() + ms;
		timer = setTimeout(() => {
			if (performance.now() - due > lateMs) wait();
			else then();
		}, ms);
	};
	wait();
	return () => {
		clearTimeout(timer);
	};
}
