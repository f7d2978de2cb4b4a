import { expect, test } from 'vitest';
import { notShown } from './refusal.ts';

test.each([
	{ kind: 'unreachable', status: null, code: 'unreachable' },
	{ kind: 'unreachable', status: 500, code: 'not-shown' },
	{ kind: 'unauthorized', status: 401, code: 'not-shown' },
	{ kind: 'refused', status: 403, code: 'not-shown' },
	{ kind: 'not-found', status: 404, code: 'not-shown' },
	{ kind: 'unreadable', status: 200, code: 'not-shown' },
	{ kind: 'wait', status: 429, code: 'busy' },
] as const)('a read that is $kind ($status) is told as $code', ({ kind, status, code }) => {
	const said = 'Not for you';
	expect(notShown({ ok: false, kind, status, said, waitUntil: null })).toEqual({
		ok: false,
		code,
		message: said,
	});
});
