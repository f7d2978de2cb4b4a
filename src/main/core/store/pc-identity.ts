// The identity of this PC: created once per data folder by the migrations, stored with the settings.
import type { Sqlite } from './open.ts';

export const pcIdentity = (durable: Sqlite): string =>
	durable
		.prepare<[], string>(
			`SELECT iif(json_valid(value), value ->> '$', '') FROM setting WHERE name = 'pc'`,
		)
		.pluck()
		.get() ?? '';

/** After lost work: numbers of lost changes must not be reused under the old identity. */
export const renewPcIdentity = (durable: Sqlite): void => {
	durable.exec(
		`INSERT OR REPLACE INTO setting VALUES ('pc', '"' || lower(hex(randomblob(16))) || '"')`,
	);
};

/** @returns true if it was unreadable and was replaced */
export function mendPcIdentity(durable: Sqlite): boolean {
	if (/^[0-9a-f]{32}$/.test(pcIdentity(durable))) return false;
	renewPcIdentity(durable);
	return true;
}
