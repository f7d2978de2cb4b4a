// The log: files in the data folder, rotated by electron-log, with secrets redacted.
import { join } from 'node:path';
import electronLog from 'electron-log/node.js';
import type { Log } from '../core/ports.ts';

const secretName = /secret|token|authori[sz]ation|password|cookie/i;
const secretText = /\b(Bearer|Basic)\s+[\w.~+/=-]+|([?&](?:token|code|secret)=)[^&\s"]+/gi;

/** Writes to `<folder>/stillroom.log`; at 1 MiB it is renamed to `stillroom.old.log`. */
export function fileLog(folder: string): Log {
	const log = electronLog.create({ logId: folder });
	log.transports.console.level = false;
	log.transports.file.level = 'info';
	log.transports.file.resolvePathFn = () => join(folder, 'stillroom.log');
	log.transports.file.maxSize = 1024 * 1024;
	log.transports.file.format = '{iso} {level} {text}';
	const line = (message: string, facts?: Readonly<Record<string, unknown>>) =>
		facts === undefined ? redact(message) : `${redact(message)} ${redactFacts(facts)}`;
	return {
		info: (message, facts) => log.info(line(message, facts)),
		warn: (message, facts) => log.warn(line(message, facts)),
		error: (message, facts) => log.error(line(message, facts)),
	};
}

const redact = (text: string): string =>
	text.replace(secretText, (_found, scheme?: string, parameter?: string) =>
		scheme === undefined ? `${parameter ?? ''}…` : `${scheme} …`,
	);

function redactFacts(facts: Readonly<Record<string, unknown>>): string {
	const text = JSON.stringify(facts, (name, value: unknown) => {
		if (secretName.test(name)) return '…';
		if (value instanceof Error) return value.stack ?? value.message;
		return typeof value === 'bigint' ? value.toString() : value;
	});
	return redact(text);
}
