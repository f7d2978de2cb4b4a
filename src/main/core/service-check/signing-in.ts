// Checks the sign-in: how the token is sent, how long it lasts, and whether it can be refreshed.
import type { LoginAnswer } from '../../../shared/service/account.ts';
import { operationNamed } from '../../../shared/service/index.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import type { Clock } from '../ports.ts';
import type { Findings } from './findings.ts';
import type { RawService, TokenForm } from './raw.ts';

const tokenForms: readonly TokenForm[] = [
	{ header: 'Authorization', scheme: 'Bearer' },
	{ header: 'Authorization', scheme: '' },
	{ header: 'x-access-token', scheme: '' },
	{ header: 'x-auth-token', scheme: '' },
	{ header: 'x-access-token', scheme: 'Bearer' },
	{ header: 'Authorization', scheme: 'Token' },
	{ header: 'Authorization', scheme: 'JWT' },
	{ header: 'x-authorization', scheme: 'Bearer' },
	{ header: 'x-api-key', scheme: '' },
	{ header: 'access_token', scheme: '' },
	{ header: 'access-token', scheme: '' },
	{ header: 'token', scheme: '' },
];

/** Reads to try a token on: the first that is refused without one. */
const guarded: readonly Operation[] = [
	operationNamed('location.count'),
	operationNamed('location.list'),
	operationNamed('inventoryItem.count'),
	operationNamed('wastage.list'),
];

const refreshFields = ['refresh_token', 'refreshToken', 'RefreshToken', 'token'];
const clientFields = ['client_id', 'clientId', 'ClientId'];

export async function checkSigningIn(
	service: RawService,
	findings: Findings,
	clientId: string,
	clock: Clock,
): Promise<boolean> {
	const asking = findings.ask('signIn');
	const signedIn = await service.signIn();
	if (!signedIn.ok) {
		asking.open(signedIn.refused ? 'signInRefused' : 'noAnswer', {
			said: signedIn.said,
		});
		return false;
	}
	asking.good('signedIn');
	if (!(await findTokenForm(service, findings, signedIn.login))) return false;
	findTokenLife(findings, signedIn.login, clock.now());
	await findRefresh(service, findings, clientId, signedIn.login);
	return true;
}

async function findTokenForm(
	service: RawService,
	findings: Findings,
	login: LoginAnswer,
): Promise<boolean> {
	const asking = findings.ask('token');
	let said = '';
	for (const operation of guarded) {
		const without = await service.tryToken(operation, null);
		if (without.ok) {
			asking.careful('tokenNotAsked');
			findings.found('tokenHeader', 'signIn');
			return true;
		}
		said = without.said;
		if (without.status !== 401 && without.status !== 403) continue;

		const present = findings.profile().token;
		const told = { header: 'Authorization', scheme: login.token_type ?? 'Bearer' };
		const tried: TokenForm[] = [];
		for (const form of [present, ...tokenForms, told]) {
			if (tried.some((each) => isSameForm(each, form))) continue;
			tried.push(form);
			const asked = await service.tryToken(operation, form);
			if (!asked.ok && (asked.status === null || asked.status === 401)) continue;
			// Refused for another reason: the token was understood.
			if (!asked.ok && asked.status === 403 && without.status === 403) continue;
			findings.learn('token.header', form.header);
			findings.learn('token.scheme', form.scheme);
			findings.found('tokenHeader', 'tried');
			const values = { header: form.header, scheme: form.scheme };
			asking.good(form.scheme === '' ? 'tokenBare' : 'tokenWithScheme', values);
			return true;
		}
		asking.open('tokenNone', { tried: tried.length });
		return false;
	}
	asking.open('noAnswer', { said });
	return false;
}

const isSameForm = (one: TokenForm, other: TokenForm): boolean =>
	one.header.toLowerCase() === other.header.toLowerCase() && one.scheme === other.scheme;

/** Finds the unit of `expires_in`: by a JWT (RFC 7519), or the smallest plausible, as early renewal is harmless. */
function findTokenLife(findings: Findings, login: LoginAnswer, now: number): void {
	const asking = findings.ask('tokenLife');
	const expires = login.expires_in ?? 0;
	if (expires <= 0) {
		asking.open('lifeUntold');
		return;
	}
	const units = [
		{ unit: 'seconds', length: 1 },
		{ unit: 'minutes', length: 60 },
		{ unit: 'milliseconds', length: 0.001 },
	] as const;
	const endsAt = endOfJwt(login.access_token);
	const inSeconds = endsAt === null ? null : endsAt - now / 1000;
	// Within a fifth: clocks differ, but the units are a factor of 60 apart.
	const told =
		inSeconds === null
			? undefined
			: units.find(({ length }) => Math.abs(expires * length - inSeconds) < inSeconds / 5);
	const fits =
		told ?? units.find(({ length }) => expires * length > 120 && expires * length < 172_800);
	if (fits === undefined) {
		findings.questions.push({
			key: 'token.expiresIn',
			about: 'tokenLife',
			paths: ['token.expiresIn'],
			values: { expires },
			choices: units.map(({ unit }) => unit),
			seen: [],
		});
		asking.open('lifeUntold');
		return;
	}
	findings.set('tokenLife', fits.unit, 'signIn');
	asking.good('lifeUnit', { unit: fits.unit });
}

/** The claim `exp`, in seconds since the epoch; null if unreadable. */
function endOfJwt(token: string): number | null {
	const [, claims] = token.split('.');
	if (claims === undefined) return null;
	try {
		const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
		const read: unknown = JSON.parse(text);
		return typeof read === 'object' &&
			read !== null &&
			'exp' in read &&
			typeof read.exp === 'number'
			? read.exp
			: null;
	} catch {
		return null;
	}
}

async function findRefresh(
	service: RawService,
	findings: Findings,
	clientId: string,
	login: LoginAnswer,
): Promise<void> {
	const asking = findings.ask('refresh');
	const token = login.refresh_token;
	if (token === undefined || token === '') {
		findings.set('refresh', false, 'signIn');
		asking.good('refreshNotGiven');
		return;
	}
	const { refreshToken: present } = findings.profile().token.refreshFields;
	const fields = [...new Set([present, ...refreshFields])];
	const bodies = [
		...fields.map((field) => ({ field, client: null })),
		...clientFields.map((client) => ({
			field: client === 'client_id' ? 'refresh_token' : 'refreshToken',
			client,
		})),
	];
	let status = 0;
	for (const { field, client } of bodies) {
		const asked = await service.refresh({
			[field]: token,
			...(client === null ? {} : { [client]: clientId }),
		});
		if (asked.ok) {
			findings.set('refresh', true, 'tried');
			findings.learn('token.refreshFields', { refreshToken: field, clientId: client });
			// The replaced token may be invalid now.
			await service.signIn();
			asking.good('refreshWorks', { field });
			return;
		}
		status = asked.status ?? 0;
		if (asked.status === null) break;
	}
	if (status === 0) {
		asking.open('noAnswer', { said: 'RefreshToken' });
		return;
	}
	findings.set('refresh', false, 'tried');
	asking.good('refreshRefused', { status });
}
