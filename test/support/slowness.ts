// Delays a page's inputs, so that premature decisions fail every time instead of once in fifty runs. STILLROOM_SLOW
// chooses what to delay; default nothing.
import type { Page } from '@playwright/test';
import type { Fault } from '../../src/shared/bridge/practice.ts';

const slownesses = [
	/** Events arrive 400 ms late; answers at once. */
	'events',
	/** Answers arrive 250 ms late; events at once. */
	'answers',
	/** Answers arrive up to 400 ms late, so that they overtake each other and the events. */
	'overtaking',
	/** The page gets a sixth of the CPU. */
	'page',
	/** The service takes 300 ms longer for every answer. */
	'service',
] as const;
type Slowness = (typeof slownesses)[number];

/** @throws for an unknown STILLROOM_SLOW */
export const slowness = ((): Slowness | null => {
	const asked = process.env['STILLROOM_SLOW'] ?? '';
	if (asked === '') return null;
	const known = slownesses.find((one) => one === asked);
	if (known === undefined) {
		throw new Error(`STILLROOM_SLOW is one of ${slownesses.join(', ')}, not ${asked}.`);
	}
	return known;
})();

/** Factor for test timeouts: a wrong state stays wrong, a slow one comes right. */
export const patience = slowness === null ? 1 : 3;

/** Call before opening the page. */
export async function slowDown(page: Page): Promise<void> {
	if (slowness === 'page') {
		const cdp = await page.context().newCDPSession(page);
		await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
	} else if (slowness !== null && slowness !== 'service') {
		const seed = Number(process.env['STILLROOM_SLOW_SEED'] ?? '1');
		await page.addInitScript(comeLate, { slowness, seed });
	}
}

/** Delays in the service itself. */
export const slowService: Partial<Fault>[] =
	slowness === 'service' ? [{ kind: 'slow', delayMs: 300 }] : [];

/** Runs in the page, so it may use nothing outside. */
function comeLate({ slowness: late, seed }: { slowness: Slowness; seed: number }): void {
	let last = seed;
	/** Park and Miller's minimal standard, from 0 to 1. */
	const chance = () => {
		last = (last * 48_271) % 2_147_483_647;
		return last / 2_147_483_647;
	};
	const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

	if (late === 'events') {
		Object.defineProperty(EventSource.prototype, 'addEventListener', {
			value(this: EventSource, name: string, heard: (event: Event) => void) {
				const isOurs = name !== 'open' && name !== 'error';
				const heardLate = (event: Event) => void setTimeout(() => heard(event), 400);
				EventTarget.prototype.addEventListener.call(this, name, isOurs ? heardLate : heard);
			},
		});
		return;
	}
	const ask = globalThis.fetch;
	globalThis.fetch = async (...asked) => {
		const answer = await ask(...asked);
		await pause(late === 'answers' ? 250 : chance() * 400);
		return answer;
	};
}
