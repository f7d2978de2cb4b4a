// Signing in and renewing the token.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { LoginAnswer } from '../../shared/service/account.ts';
import { done, refuse } from './handler.ts';
import type { HandlersOf, Practice } from './handler.ts';

export const accountHandlers = {
	'account.login': ({ body }, practice) => {
		const { clientId, clientSecret } = practice.credentials;
		return body.client_id === clientId && isSame(body.client_secret, clientSecret)
			? done(newTokens(practice))
			: refuse(401, 'The client ID or the client secret is wrong.');
	},
	'account.refresh': ({ body }, practice) =>
		!practice.profile.token.refresh
			? refuse(404, 'Tokens are not renewed here.')
			: practice.tokens.redeem(body.refresh_token, practice.now())
				? done(newTokens(practice))
				: refuse(401, 'The refresh token is not valid, or was used already.'),
} satisfies HandlersOf<'account'>;

function newTokens(practice: Practice): LoginAnswer {
	const { access, refresh } = practice.tokens.issue(practice.now());
	const unitsPerSecond = { seconds: 1, minutes: 1 / 60, milliseconds: 1000 }[
		practice.profile.token.expiresIn
	];
	return {
		access_token: access,
		expires_in: Math.floor(practice.tokens.accessSeconds * unitsPerSecond),
		refresh_expires_in: Math.floor(practice.tokens.refreshSeconds * unitsPerSecond),
		...(practice.profile.token.refresh ? { refresh_token: refresh } : {}),
		token_type: 'Bearer',
		notBeforePolicy: 0,
		sessionState: randomUUID(),
		scope: 'practice',
	};
}

function isSame(given: string, right: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(right)];
	return a.length === b.length && timingSafeEqual(a, b);
}
