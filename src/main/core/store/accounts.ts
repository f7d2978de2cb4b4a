// The accounts of this PC: service, client id and profile. Never a secret.
import { dirname } from 'node:path';
import {
	defaultProfile,
	readProfile,
	type ServiceProfile,
} from '../../../shared/service/profile.ts';
import type { ActiveAccount } from '../context.ts';
import { once } from '../once.ts';
import { readKept } from './kept-json.ts';
import type { Sqlite } from './open.ts';
import { serviceChecks } from './service-checks.ts';
import { setTextAside } from './set-aside.ts';

interface Row {
	account_id: string;
	service_url: string;
	client_id: string;
	name: string;
	practice: number;
	profile: string;
}

export type Accounts = ReturnType<typeof accounts>;

export function accounts(db: Sqlite) {
	const columns = 'account_id, service_url, client_id, name, practice, profile';
	const used = db.prepare<[], Row & { used_at: number }>(
		`SELECT ${columns}, used_at FROM account WHERE used_at > 0`,
	);
	const find = db.prepare<[string, string], Row>(
		`SELECT ${columns} FROM account WHERE service_url = ? AND client_id = ?`,
	);
	const get = db.prepare<[string], Row>(`SELECT ${columns} FROM account WHERE account_id = ?`);
	const practice = db.prepare<[], Row>(`SELECT ${columns} FROM account WHERE practice = 1 LIMIT 1`);
	const put = db.prepare<[Row & { at: number }]>(
		`INSERT INTO account (account_id, service_url, client_id, name, practice, profile, created_at, used_at)
		 VALUES (@account_id, @service_url, @client_id, @name, @practice, @profile, @at, @at)
		 ON CONFLICT (account_id) DO UPDATE SET service_url = @service_url, name = @name, profile = @profile, used_at = @at`,
	);
	const given = db
		.prepare<[string], string>('SELECT profile FROM account WHERE account_id = ?')
		.pluck();
	const { learned } = serviceChecks(db);
	const leave = db.prepare<[string]>('UPDATE account SET used_at = 0 WHERE account_id = ?');

	/** Parses the profile on first use, which is after the start. */
	const toAccount = (row: Row | undefined): ActiveAccount | null => {
		if (!row) return null;
		const profile = once(() => profileOf(row));
		const learnedOf = once(() => learned(row.account_id, profile()));
		return {
			accountId: row.account_id,
			serviceUrl: row.service_url,
			clientId: row.client_id,
			name: row.name,
			practice: row.practice === 1,
			get profile() {
				return profile();
			},
			get learned() {
				return learnedOf();
			},
		};
	};

	const damagedProfile = (accountId: string): string | null => {
		const text = given.get(accountId);
		return text === undefined || readStored(text).ok ? null : text;
	};

	return {
		damagedProfile,
		/** The account in use; null before the first connection and after disconnecting. */
		current(): ActiveAccount | null {
			// There are only a few: sorting here starts faster than preparing SQLite's sort.
			const [latest] = used.all().sort((a, b) => b.used_at - a.used_at);
			return toAccount(latest);
		},
		find: (serviceUrl: string, clientId: string): ActiveAccount | null =>
			toAccount(find.get(serviceUrl, clientId)),
		get: (accountId: string): ActiveAccount | null => toAccount(get.get(accountId)),
		practice: (): ActiveAccount | null => toAccount(practice.get()),
		/** Makes this the account in use. `profile` is JSON as entered; an unreadable old one is set aside. */
		use(account: Omit<ActiveAccount, 'profile' | 'learned'>, profile: unknown, at: number): void {
			const damaged = damagedProfile(account.accountId);
			if (damaged !== null) setTextAside(dirname(db.name), 'profile', damaged, at);
			put.run({
				account_id: account.accountId,
				service_url: account.serviceUrl,
				client_id: account.clientId,
				name: account.name,
				practice: account.practice ? 1 : 0,
				profile: JSON.stringify(profile ?? {}),
				at,
			});
		},
		givenProfile(accountId: string): unknown {
			const json = given.get(accountId);
			return json === undefined ? undefined : readKept(json);
		},
		learned,
		leave: (accountId: string): void => {
			leave.run(accountId);
		},
	};
}

/** With an unreadable profile the program starts with the defaults and sends nothing. */
function profileOf(row: Row): ServiceProfile {
	const read = readStored(row.profile);
	return read.ok ? read.profile : defaultProfile;
}

function readStored(text: string): ReturnType<typeof readProfile> {
	// Missing JSON would mean the defaults, so damaged JSON must not be undefined.
	return readProfile(readKept(text) ?? 'damaged');
}
