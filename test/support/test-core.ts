// A small core for transport tests: the real contract with made-up answers. No files, no network.
import {
	contract,
	isCallName,
	type CallInput,
	type Caller,
	type CallName,
	type CallOutput,
	type EventName,
	type EventPayload,
} from '../../src/shared/bridge/contract.ts';
import { defaultCountingRules } from '../../src/shared/bridge/counting-rules.ts';
import type { AppState, Settings } from '../../src/shared/bridge/app.ts';
import { fail, succeed, type Reply } from '../../src/shared/bridge/reply.ts';
import type { Core } from '../../src/main/core/core.ts';
import { byArea } from '../../src/shared/document/stored.ts';
import { byKind } from '../../src/shared/document/kinds.ts';

export const someSettings: Settings = {
	language: 'en',
	locale: 'en-IE',
	localeOf: {},
	theme: 'system',
	contrast: 'system',
	density: 'default',
	textSize: 100,
	approvalsWait: false,
	anotherApproves: [],
	undoSeconds: 0,
	person: 'Noor',
	staff: [],
	locationId: null,
	scanner: { prefix: '', suffix: 'enter', sound: true },
	counting: defaultCountingRules,
	recordViews: [],
};

export const someState: AppState = {
	order: 1,
	version: '0.0.0',
	account: null,
	session: 'none',
	network: { state: 'unknown', lastAnswerAt: null, reason: null },
	outbox: { waiting: 0, needYou: 0 },
	elsewhere: [],
	sync: {
		running: false,
		now: null,
		asOf: null,
		failure: null,
		tables: [],
		unreadable: { rows: [], count: 0 },
	},
	settings: someSettings,
	practiceOutdated: false,
	profileDamaged: false,
	diskFull: false,
	textRoom: byKind(() => null),
	needYou: byArea(() => 0),
	open: byArea(() => 0),
	followUps: 0,
};

type Answer = (input: unknown, caller: Caller) => Reply<unknown> | Promise<Reply<unknown>>;

export interface TestCore extends Core {
	/** Sets a call's answer, whatever its schema says. */
	answer(name: CallName, answer: Answer): void;
	/** Answers what has no answer of its own; null leaves it unanswered. */
	answerAll(answer: (name: CallName, input: unknown) => Promise<Reply<unknown> | null>): void;
	emit(name: string, payload: unknown): void;
	readonly callers: Caller[];
	readonly listening: number;
}

export function createTestCore(): TestCore {
	const answers = new Map<CallName, Answer>();
	let answerOthers: (name: CallName, input: unknown) => Promise<Reply<unknown> | null> = () =>
		Promise.resolve(null);
	const listeners = new Set<(name: string, payload: unknown) => void>();
	const callers: Caller[] = [];

	async function callUnchecked(
		name: string,
		input: unknown,
		caller: Caller,
	): Promise<Reply<unknown>> {
		callers.push(caller);
		if (!isCallName(name)) return fail('unknown-call', `There is no call ${name}.`);
		const read = contract[name].input.safeParse(input);
		if (!read.success) {
			const problems = read.error.issues.map(({ path, message }) => ({
				path: path.join('.'),
				message,
			}));
			return fail('invalid-input', 'The input is not as it should be.', problems);
		}
		const answer = answers.get(name);
		if (answer !== undefined) return answer(read.data, caller);
		const other = await answerOthers(name, read.data);
		return other ?? fail('not-possible-now', 'No answer was made.');
	}

	return {
		callers,
		get listening() {
			return listeners.size;
		},
		answer(name, answer) {
			answers.set(name, answer);
		},
		answerAll(answer) {
			answerOthers = answer;
		},
		emit(name, payload) {
			for (const listener of listeners) listener(name, payload);
		},
		callUnchecked,
		async call<Name extends CallName>(name: Name, input: CallInput<Name>, person?: string) {
			const reply = await callUnchecked(name, input, { connection: 'direct', person });
			return reply.ok ? succeed(reply.value as CallOutput<Name>) : reply;
		},
		on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void) {
			const hear = (emitted: string, payload: unknown) => {
				if (emitted === name) listener(payload as EventPayload<Name>);
			};
			listeners.add(hear);
			return () => listeners.delete(hear);
		},
		onAny(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		start: async () => undefined,
		suspend: () => undefined,
		resume: () => undefined,
		stop: async () => undefined,
	};
}
