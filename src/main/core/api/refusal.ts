// A failed sign-in or read as the answer of a bridge call.
import { fail, type Failure, type FailureCode } from '../../../shared/bridge/reply.ts';
import type { TokenResult } from './token.ts';
import type { ReadFailure } from './verdict.ts';

type Refused = TokenResult & { ok: false };

export const refusal = ({ kind, said }: Refused): Failure => fail(codeOf(kind), said);

function codeOf(kind: Refused['kind']): FailureCode {
	switch (kind) {
		case 'no-secret':
			return 'secret-needed';
		case 'wait':
			return 'busy';
		default:
			return kind;
	}
}

/** A person is told to look at the network only if no answer came. */
export const notShown = ({ kind, status, said }: ReadFailure): Failure => {
	if (kind === 'wait') return fail('busy', said);
	return fail(kind === 'unreachable' && status === null ? 'unreachable' : 'not-shown', said);
};
