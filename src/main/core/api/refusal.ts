// A failed sign-in as the answer of a bridge call.
import { fail, type Failure, type FailureCode } from '../../../shared/bridge/reply.ts';
import type { TokenResult } from './token.ts';

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
