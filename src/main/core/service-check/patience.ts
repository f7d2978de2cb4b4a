// Waits when the service asks for it; otherwise the check would mistake a refusal for an answer.
import type { ServiceApi } from '../api/service-api.ts';
import type { ReadResult, WriteVerdict } from '../api/verdict.ts';
import type { Clock } from '../ports.ts';

/** Longest single pause and their sum, ms. */
const longestMs = 120_000;
const allTogetherMs = 900_000;
/** Used without a usable wait time; doubles each time. */
const firstMs = 500;

export type Patience = ReturnType<typeof patience>;

export function patience(clock: Clock, stopped: () => boolean) {
	let waited = 0;
	/** @returns false once the limit is reached. @param tries earlier waits for the same request */
	return async (askedMs: number | null, tries: number): Promise<boolean> => {
		if (stopped() || tries >= 12) return false;
		const ms = Math.min(Math.max(askedMs ?? 0, firstMs * 2 ** Math.min(tries, 6)), longestMs);
		if (waited + ms > allTogetherMs) return false;
		waited += ms;
		await pause(clock, ms);
		return true;
	};
}

export const pause = (clock: Clock, ms: number): Promise<void> =>
	new Promise((resolve) => {
		clock.after(ms, resolve);
	});

type Reading = Parameters<ServiceApi['readByName']>[1];
interface Writing {
	path?: Record<string, string>;
	body?: unknown;
}

export type PatientApi = ReturnType<typeof patientApi>;

export function patientApi(api: () => ServiceApi, patience: Patience, clock: Clock) {
	const read = async <Value>(ask: () => Promise<ReadResult<Value>>): Promise<ReadResult<Value>> => {
		for (let tries = 0; ; tries += 1) {
			const result = await ask();
			if (result.ok || result.kind !== 'wait') return result;
			const ms = result.waitUntil === null ? null : result.waitUntil - clock.now();
			if (!(await patience(ms, tries))) return result;
		}
	};
	return {
		one: (name: string, input: Reading = {}) => read(() => api().readByName(name, input)),
		all: (name: string, input: Reading = {}) =>
			read(async () => {
				const rows: unknown[] = [];
				let tries = 0;
				// Repeats only the refused page: a repeated list would hit the limit at the same place.
				const result = await api().readAllByName(name, input, {
					onPage(page) {
						tries = 0;
						rows.push(...page);
					},
					onWait: (until) => patience(until - clock.now(), tries++),
				});
				return result.ok ? { ...result, value: { ...result.value, rows } } : result;
			}),
		once: (name: string, input: Writing) => api().write(name, input),
		/** A repeatable write of a test document: the same change or step. */
		async again(name: string, input: Writing): Promise<WriteVerdict> {
			for (let tries = 0; ; tries += 1) {
				const verdict = await api().write(name, input);
				const waits =
					(verdict.kind === 'unknown' || verdict.kind === 'not-sent') && verdict.code === 'wait';
				if (!waits) return verdict;
				const ms = verdict.waitUntil === null ? null : verdict.waitUntil - clock.now();
				if (!(await patience(ms, tries))) return verdict;
			}
		},
	};
}
