// Calls to the running program, waiting for it, and a careful person's answers to its questions.
import type { AppState } from '../../src/shared/bridge/app.ts';
import type { CallInput, CallName, CallOutput } from '../../src/shared/bridge/contract.ts';
import { untilState } from '../../test/support/bridge-client.ts';
import type { Program } from './program.ts';

const patience = 180_000;

export type Call = <Name extends CallName>(
	name: Name,
	input: CallInput<Name>,
) => Promise<CallOutput<Name>>;

export function caller(program: () => Program | null): Call {
	return async (name, input) => {
		const running = program();
		if (!running) throw new Error('The program does not run.');
		const reply = await running.bridge.call(name, input);
		if (reply.ok) return reply.value;
		throw new Error(
			`${name}: ${reply.code}: ${reply.message} ${JSON.stringify(reply.details ?? [])}`,
		);
	};
}

/** @throws on timeout, which ends the tour. */
export async function within<Value>(wanted: Promise<Value>, what: string): Promise<Value> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => {
			reject(new Error(`Waited ${String(patience / 1000)} s in vain until ${what}.`));
		}, patience);
	});
	try {
		return await Promise.race([wanted, late]);
	} finally {
		clearTimeout(timer);
	}
}

/** Resolves when the program's state matches. */
export const until = (program: Program, fits: (app: AppState) => boolean): Promise<void> =>
	within(untilState(program.bridge, fits), 'the program is as it should be');

/**
 * Waits until nothing waits. Answers questions like a careful person: marks as done if the service shows exactly one
 * new document with this content, and resends only if the program says that the service has no record of it.
 * @param newDocuments ids of documents created since the tour began
 * @returns the number of questions
 */
export async function drain(
	program: Program,
	call: Call,
	newDocuments: () => Promise<string[]>,
): Promise<number> {
	for (let decisions = 0; ;) {
		await until(program, (app) => app.outbox.waiting === 0);
		const { lanes } = await call('outbox.list', { filter: 'needs-you' });
		if (lanes.length === 0) return decisions;
		for (const lane of lanes) {
			const stuck = lane.steps.find((each) => each.state === 'attention');
			if (stuck === undefined) throw new Error(`${lane.document} needs a person for no step.`);
			const target = { actionId: stuck.actionId, revision: stuck.revision };
			const { candidates } = await call('outbox.candidates', { actionId: stuck.actionId });
			const fresh = await newDocuments();
			const [ours, ...more] = candidates.filter((each) => fresh.includes(each.serverId));
			const unclear = stuck.attention?.startsWith('not-confirmed') === true;
			if (unclear && ours !== undefined && more.length === 0) {
				await call('outbox.markDone', { ...target, serverId: ours.serverId });
			} else if (stuck.attention === 'not-confirmed-absent') {
				await call('outbox.sendAgain', target);
			} else {
				throw new Error(
					`${lane.document} needs a person: ${stuck.attention ?? '?'}: ${stuck.serviceSaid}`,
				);
			}
			decisions += 1;
		}
	}
}
