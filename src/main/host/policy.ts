// Reads the policy from places that only administrators write and that updates do not delete.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { policySettings, type Policy } from '../../shared/bridge/policy.ts';

export const policyKey = 'HKLM\\Software\\Policies\\Stillroom';

const policyFiles: Partial<Record<NodeJS.Platform, string>> = {
	linux: '/etc/stillroom/policy.json',
	darwin: '/Library/Application Support/Stillroom/policy.json',
};

const valueNames = {
	UpdateFeed: 'updateFeed',
	Updates: 'updates',
	ServiceUrl: 'serviceUrl',
	Language: 'language',
	ClientCertificate: 'clientCertificate',
} as const;

/** @returns what `reg query` prints; null if the key is missing */
type QueryRegistry = (key: string) => string | null;

/** An invalid policy decides nothing but `problem`, and the program then installs no updates. */
export function readPolicy({
	platform = process.platform,
	file = policyFiles[platform],
	query = queryRegistry,
}: {
	platform?: NodeJS.Platform;
	file?: string | undefined;
	query?: QueryRegistry;
} = {}): Policy | null {
	const source = platform === 'win32' ? policyKey : (file ?? '');
	try {
		const said = platform === 'win32' ? fromRegistry(query(policyKey)) : fromFile(source);
		if (said === null) return null;
		return { source, problem: null, settings: policySettings.parse(said) };
	} catch (error) {
		return { source, problem: problemText(error), settings: {} };
	}
}

function fromFile(file: string): unknown {
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
		throw error;
	}
	return JSON.parse(text);
}

/** Lines of `reg query`: four spaces, the name, its type, its value. */
function fromRegistry(printed: string | null): Record<string, string> | null {
	if (printed === null) return null;
	const values: Record<string, string> = {};
	for (const line of printed.split(/\r?\n/)) {
		const [, name, value] = /^ {4}(\S+) {4}REG_SZ {4}(.*)$/.exec(line) ?? [];
		if (name === undefined || value === undefined) continue;
		// An unknown name stays as it is, so that the schema refuses it.
		const known = Object.entries(valueNames).find(([spelt]) => spelt === name);
		values[known?.[1] ?? name] = value.trim();
	}
	return Object.keys(values).length === 0 ? null : values;
}

/** The full path, because a user can change PATH. */
function queryRegistry(key: string): string | null {
	const program = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
	try {
		return execFileSync(program, ['query', key, '/reg:64'], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
			windowsHide: true,
		});
	} catch (error) {
		// `reg` exits with 1 if the key is missing.
		if (error instanceof Error && 'status' in error && error.status === 1) return null;
		throw error;
	}
}

function problemText(error: unknown): string {
	if (error instanceof z.ZodError) {
		return error.issues
			.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
			.join('; ');
	}
	return error instanceof Error ? error.message : String(error);
}
