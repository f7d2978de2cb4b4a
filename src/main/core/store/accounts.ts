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
import { serviceChecks } from './service-checks.ts';
import { setTextAside } from './set-aside.ts';
import { Table } from './table.ts';

interface Row {
	account_id: string;
	service_url: string;
	client_id: string;
	name: string;
	practice: number;
	profile: string;
}

const columns = 'account_id, service_url, client_id, name, practice, profile';

export class Accounts extends Table {
	readonly #used = this.sql.rows<[], Row & { used_at: number }>(
		`SELECT ${columns}, used_at FROM account WHERE used_at > 0`,
	);
	readonly #find = this.sql.row<[string, string], Row>(
		`SELECT ${columns} FROM account WHERE service_url = ? AND client_id = ?`,
	);
	readonly #get = this.sql.row<[string], Row>(
		`SELECT ${columns} FROM account WHERE account_id = ?`,
	);
	readonly #practice = this.sql.row<[], Row>(
		`SELECT ${columns} FROM account WHERE practice = 1 LIMIT 1`,
	);
	readonly #put = this.sql.run<[Row & { at: number }]>(
		`INSERT INTO account (account_id, service_url, client_id, name, practice, profile, created_at, used_at)
		 VALUES (@account_id, @service_url, @client_id, @name, @practice, @profile, @at, @at)
		 ON CONFLICT (account_id) DO UPDATE SET service_url = @service_url, name = @name, profile = @profile, used_at = @at`,
	);
	readonly #given = this.sql.value<[string], string>(
		'SELECT profile FROM account WHERE account_id = ?',
	);
	readonly leave = this.sql.run<[accountId: string]>(
		'UPDATE account SET used_at = 0 WHERE account_id = ?',
	);
	readonly learned = serviceChecks(this.db).learned;

	/** The account in use; null before the first connection and after disconnecting. */
	current(): ActiveAccount | null {
		// There are only a few: sorting here starts faster than preparing SQLite's sort.
		const [latest] = this.#used().sort((a, b) => b.used_at - a.used_at);
		return this.#toAccount(latest ?? null);
	}

	find(serviceUrl: string, clientId: string): ActiveAccount | null {
		return this.#toAccount(this.#find(serviceUrl, clientId));
	}

	get(accountId: string): ActiveAccount | null {
		return this.#toAccount(this.#get(accountId));
	}

	practice(): ActiveAccount | null {
		return this.#toAccount(this.#practice());
	}

	/** Makes this the account in use. `profile` is JSON as entered; an unreadable old one is set aside. */
	use(account: Omit<ActiveAccount, 'profile' | 'learned'>, profile: unknown, at: number): void {
		const damaged = this.damagedProfile(account.accountId);
		if (damaged !== null) setTextAside(dirname(this.db.name), 'profile', damaged, at);
		this.#put({
			account_id: account.accountId,
			service_url: account.serviceUrl,
			client_id: account.clientId,
			name: account.name,
			practice: account.practice ? 1 : 0,
			profile: JSON.stringify(profile ?? {}),
			at,
		});
	}

	givenProfile(accountId: string): unknown {
		const json = this.#given(accountId);
		return json === null ? undefined : readKept(json);
	}

	damagedProfile(accountId: string): string | null {
		const text = this.#given(accountId);
		return text === null || readStored(text).ok ? null : text;
	}

	/** Parses the profile on first use, which is after the start. */
	#toAccount(row: Row | null): ActiveAccount | null {
		if (!row) return null;
		const profile = once(() => profileOf(row));
		const learnedOf = once(() => this.learned(row.account_id, profile()));
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
	}
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
