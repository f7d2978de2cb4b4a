// A stranger's sign-in: tokens, how they are sent, lifetime and refresh.
import { createChance } from '../../src/practice/demo/random.ts';
import { credentials } from '../support/practice.ts';
import type { Composition } from './composition.ts';

export interface Door {
	/** A sign-in answer; null for an unknown client. */
	login(body: string): Record<string, unknown> | null;
	/** A refresh answer; null if refused. */
	refresh(body: string): Record<string, unknown> | null;
	accepts(headers: Readonly<Record<string, string | string[] | undefined>>): boolean;
}

const refreshSeconds = 86_400;
const unitsIn = { seconds: 1, minutes: 1 / 60, milliseconds: 1_000 } as const;

export function openDoor({ token, seed }: Composition, now: () => number): Door {
	const chance = createChance(seed + 7);
	const ends = new Map<string, number>();
	const refreshes = new Map<string, number>();

	const issue = (): Record<string, unknown> => {
		const until = now() + token.seconds * 1_000;
		const secret = chance.uuid().replaceAll('-', '') + chance.uuid().replaceAll('-', '');
		const access = token.form === 'jwt' ? jwt(Math.floor(until / 1_000), secret) : secret;
		ends.set(access, until);
		const inUnit = (seconds: number) => Math.round(seconds * unitsIn[token.unit]);
		const answer = {
			access_token: access,
			expires_in: inUnit(token.seconds),
			token_type: token.scheme === '' ? 'Bearer' : token.scheme,
		};
		if (token.refresh === null) return answer;
		const refresh = chance.uuid();
		refreshes.set(refresh, now() + refreshSeconds * 1_000);
		return { ...answer, refresh_token: refresh, refresh_expires_in: inUnit(refreshSeconds) };
	};

	return {
		login(body) {
			const field = (name: string) =>
				new RegExp(`name="${name}"\\r?\\n(?:[^\\r\\n]+\\r?\\n)*\\r?\\n([^\\r\\n]*)`).exec(
					body,
				)?.[1];
			const isKnown =
				field('client_id') === credentials.clientId &&
				field('client_secret') === credentials.clientSecret;
			return isKnown ? issue() : null;
		},
		refresh(body) {
			if (token.refresh === null) return null;
			const given = fieldOf(body, token.refresh);
			const until = given === undefined ? undefined : refreshes.get(given);
			if (given === undefined || until === undefined || until <= now()) return null;
			refreshes.delete(given);
			return issue();
		},
		accepts(headers) {
			const said = headers[token.header.toLowerCase()];
			const before = token.scheme === '' ? '' : `${token.scheme} `;
			if (typeof said !== 'string' || !said.startsWith(before)) return false;
			return (ends.get(said.slice(before.length)) ?? 0) > now();
		},
	};
}

function fieldOf(body: string, name: string): string | undefined {
	try {
		const json: unknown = JSON.parse(body);
		if (typeof json !== 'object' || json === null) return undefined;
		const value: unknown = Object.entries(json).find(([key]) => key === name)?.[1];
		return typeof value === 'string' ? value : undefined;
	} catch {
		return undefined;
	}
}

const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url');

const jwt = (exp: number, secret: string): string =>
	`${part({ alg: 'none' })}.${part({ exp })}.${Buffer.from(secret).toString('base64url')}`;
