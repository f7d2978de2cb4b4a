// Signing in. The login's form and answer are shown; the refresh request's fields are not, so the profile names them.
import type { z } from 'zod';
import { integer, shownRecord, text } from './field.ts';
import { onlineOnly } from './replay-rule.ts';
import { allShown, resource } from './resource.ts';

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

const signingIn = {
	method: 'POST',
	open: true,
	answer: { kind: 'one', schema: loginAnswer },
	replay: onlineOnly('draft'),
} as const;

export const accounts = resource(
	'account',
	'Sign-in',
	'Account',
	'shown',
	{
		login: {
			...signingIn,
			path: '/Login',
			evidence: allShown,
			body: loginForm,
			form: true,
			note: 'multipart client_id, client_secret',
		},
		refresh: {
			...signingIn,
			path: '/RefreshToken',
			body: refreshRequest,
			note: 'body shape RefreshTokenDto, fields not shown',
		},
	},
	'/api/Account',
);
