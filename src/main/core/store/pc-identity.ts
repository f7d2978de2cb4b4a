// Which PC wrote something: an identifier made once for a data folder, beside the settings.
import type { Sqlite } from './open.ts';

const name = 'pc';

/** @returns the identifier; it is made when it is first asked for */
export function pcIdentity(durable: Sqlite, newId: () => string): () => string {
	const read = durable
		.prepare<[string], string>('SELECT value FROM setting WHERE name = ?')
		.pluck();
	const write = durable.prepare<[string, string]>(
		'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING',
	);
	return () => {
		const known = read.get(name);
		if (known !== undefined) return String(JSON.parse(known));
		const made = newId();
		write.run(name, JSON.stringify(made));
		return made;
	};
}
