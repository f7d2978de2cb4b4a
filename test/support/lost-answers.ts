// Answers that are lost on their way to the page, as when the connection to the program drops.
import { fail, type Reply } from '../../src/shared/bridge/reply.ts';
import type { CallName } from '../../src/shared/bridge/contract.ts';
import { caller, type Kitchen } from './kitchen.ts';
import type { Answers } from './screen.ts';

interface LostAnswers {
	readonly of: Answers;
	/** Whether the call is lost before it arrives, or its answer after it was carried out. */
	lost: 'before' | 'after' | null;
}

export function losesAnswers(kitchen: () => Kitchen, ...names: readonly CallName[]): LostAnswers {
	const answer = (name: CallName) => async (input: unknown) => {
		if (answers.lost === null) return null;
		const calls = kitchen().calls as Partial<
			Record<CallName, (input: unknown, by: typeof caller) => Promise<Reply<unknown>>>
		>;
		if (answers.lost === 'after') await calls[name]?.(input, caller);
		return fail('unreachable', 'The program does not answer.');
	};
	const answers: LostAnswers = {
		of: Object.fromEntries(names.map((name) => [name, answer(name)])),
		lost: null,
	};
	return answers;
}
