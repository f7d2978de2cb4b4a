// Wraps calls that need an account, with the same failure everywhere if there is none.
import type { CallArguments, Caller, CallName, CallOutput } from '../../shared/bridge/contract.ts';
import { fail, type Failure, type Reply } from '../../shared/bridge/reply.ts';
import type { ActiveAccount, CoreContext } from './context.ts';

/** How a call of an account is answered. */
export type Answer<Name extends CallName> = (
	account: ActiveAccount,
	input: CallArguments<Name>,
	caller: Caller,
) => Reply<CallOutput<Name>>;
export type LaterAnswer<Name extends CallName> = (
	...asked: Parameters<Answer<Name>>
) => Promise<ReturnType<Answer<Name>>>;

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
