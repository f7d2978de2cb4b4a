// Which PC wrote something: an identifier that the migrations make once for a data folder, beside the settings.
import type { Sqlite } from './open.ts';

export const pcIdentity = (durable: Sqlite): string =>
	durable
		.prepare<[], string>(
			`SELECT iif(json_valid(value), value ->> '$', '') FROM setting WHERE name = 'pc'`,
		)
		.pluck()
		.get() ?? '';

/** After work was lost, this PC counts its changes anew: no number may stand for two changes. */
export const renewPcIdentity = (durable: Sqlite): void => {
	durable.exec(
		`INSERT OR REPLACE INTO setting VALUES ('pc', '"' || lower(hex(randomblob(16))) || '"')`,
	);
};

/** @returns whether it could not be read, so that this PC has a new one */
export function mendPcIdentity(durable: Sqlite): boolean {
	if (/^[0-9a-f]{32}$/.test(pcIdentity(durable))) return false;
	renewPcIdentity(durable);
	return true;
}
