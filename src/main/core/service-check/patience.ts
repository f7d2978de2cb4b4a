// Waits when the service asks for it; otherwise the check would mistake a refusal for an answer.
import type { ServiceApi } from '../api/service-api.ts';
import type { ReadResult, WriteVerdict } from '../api/verdict.ts';
import type { Clock } from '../ports.ts';

/** Longest single pause and their sum, ms. */
const longestMs = 120_000;
const allTogetherMs = 900_000;
/** Used without a usable wait time; doubles each time. */
const firstMs = 500;

export interface Patience {
	/** @returns false once the limit is reached. @param tries earlier waits for the same request */
	wait(askedMs: number | null, tries: number): Promise<boolean>;
}

export function patience(clock: Clock, stopped: () => boolean): Patience {
	let waited = 0;
	return {
		async wait(askedMs, tries) {
			if (stopped() || tries >= 12) return false;
			const ms = Math.min(Math.max(askedMs ?? 0, firstMs * 2 ** Math.min(tries, 6)), longestMs);
			if (waited + ms > allTogetherMs) return false;
			waited += ms;
			await pause(clock, ms);
			return true;
		},
	};
}

export const pause = (clock: Clock, ms: number): Promise<void> =>
	new Promise((resolve) => {
		clock.after(ms, resolve);
	});

export interface PatientApi {
	one(name: string, input?: Parameters<ServiceApi['readByName']>[1]): Promise<ReadResult<unknown>>;
	all(
		name: string,
		input?: Parameters<ServiceApi['readAllByName']>[1],
	): ReturnType<ServiceApi['readAllByName']>;
	/** A repeatable write of a test document: the same change or step. */
	again(
		name: string,
		input: { path?: Record<string, string>; body?: unknown },
	): Promise<WriteVerdict>;
	once(
		name: string,
		input: { path?: Record<string, string>; body?: unknown },
	): Promise<WriteVerdict>;
}

export function patientApi(api: () => ServiceApi, patience: Patience, clock: Clock): PatientApi {
	const read = async <Value>(ask: () => Promise<ReadResult<Value>>): Promise<ReadResult<Value>> => {
		for (let tries = 0; ; tries += 1) {
			const result = await ask();
			if (result.ok || result.kind !== 'wait') return result;
			const ms = result.waitUntil === null ? null : result.waitUntil - clock.now();
			if (!(await patience.wait(ms, tries))) return result;
		}
	};
	return {
		one: (name, input = {}) => read(() => api().readByName(name, input)),
		all: (name, input = {}) =>
			read(async () => {
				const rows: unknown[] = [];
				let tries = 0;
				// Repeats only the refused page: a repeated list would hit the limit at the same place.
				const result = await api().readAllByName(name, input, {
					onPage(page) {
						tries = 0;
						rows.push(...page);
					},
					onWait: (until) => patience.wait(until - clock.now(), tries++),
				});
				return result.ok ? { ...result, value: { ...result.value, rows } } : result;
			}),
		once: (name, input) => api().write(name, input),
		async again(name, input) {
			for (let tries = 0; ; tries += 1) {
				const verdict = await api().write(name, input);
				const waits =
					(verdict.kind === 'unknown' || verdict.kind === 'not-sent') && verdict.code === 'wait';
				if (!waits) return verdict;
				const ms = verdict.waitUntil === null ? null : verdict.waitUntil - clock.now();
				if (!(await patience.wait(ms, tries))) return verdict;
			}
		},
	};
}
