// Wraps calls that need an account, with the same failure everywhere if there is none.
import type { Caller } from '../../shared/bridge/contract.ts';
import { fail, type Failure, type Reply } from '../../shared/bridge/reply.ts';
import type { ActiveAccount, CoreContext } from './context.ts';

/** Returns `not-connected` while no account is in use. */
export const connected =
	<Input, Answer extends Reply<unknown> | Promise<Reply<unknown>>>(
		context: Pick<CoreContext, 'account'>,
		answer: (account: ActiveAccount, input: Input, caller: Caller) => Answer,
	) =>
	(input: Input, caller: Caller): Answer | Failure => {
		const account = context.account();
		return account === null ? notConnected() : answer(account, input, caller);
	};

const notConnected = (): Failure =>
	fail('not-connected', 'Stillroom is not connected to a service yet.');
