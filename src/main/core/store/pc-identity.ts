// Which PC wrote something: an identifier that the migrations make once for a data folder, beside the settings.
import type { Sqlite } from './open.ts';

export const pcIdentity = (durable: Sqlite): string =>
	durable
		.prepare<[], string>(`SELECT value ->> '$' FROM setting WHERE name = 'pc'`)
		.pluck()
		.get() ?? '';
