// Signing in. The login's form and answer are shown; the refresh request's fields are not, so the profile names them.
import type { z } from 'zod';
import { integer, shownRecord, text } from './field.ts';
import { operation } from './operation.ts';
import { onlineOnly } from './replay-rule.ts';

export const loginAnswer = shownRecord('LoginResponseDto', {
	access_token: text,
	expires_in: integer.optional(),
	refresh_expires_in: integer.optional(),
	refresh_token: text.optional(),
	token_type: text.optional(),
	id_token: text.optional(),
	notBeforePolicy: integer.optional(),
	sessionState: text.optional(),
	scope: text.optional(),
});
export type LoginAnswer = z.output<typeof loginAnswer>;

const loginForm = shownRecord('LoginDto', { client_id: text, client_secret: text });
const refreshRequest = shownRecord('RefreshTokenDto', {
	refresh_token: text,
	client_id: text.optional(),
});

export const accountOperations = [
	operation({
		name: 'account.login',
		area: 'Sign-in',
		resource: 'Account',
		method: 'POST',
		path: '/api/Account/Login',
		evidence: { method: 'shown', request: 'shown', response: 'shown' },
		body: loginForm,
		form: true,
		open: true,
		answer: { kind: 'one', schema: loginAnswer },
		replay: onlineOnly('draft'),
		note: 'multipart client_id, client_secret',
	}),
	operation({
		name: 'account.refresh',
		area: 'Sign-in',
		resource: 'Account',
		method: 'POST',
		path: '/api/Account/RefreshToken',
		evidence: { method: 'shown', request: 'assumed', response: 'assumed' },
		body: refreshRequest,
		open: true,
		answer: { kind: 'one', schema: loginAnswer },
		replay: onlineOnly('draft'),
		note: 'body shape RefreshTokenDto, fields not shown',
	}),
] as const;
