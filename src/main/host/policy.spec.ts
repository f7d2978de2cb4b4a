import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../../../test/support/fresh-folder.ts';
import { policyKey, readPolicy } from './policy.ts';

const whole = {
	updateFeed: 'https://updates.example/stillroom/',
	updates: 'on',
	serviceUrl: 'https://service.example/',
	language: 'ar',
} as const;

describe('the policy file of Linux and macOS', () => {
	const folder = freshFolder();
	const read = (text: string | null) => {
		const file = folder('policy.json');
		if (text !== null) writeFileSync(file, text);
		return readPolicy({ platform: 'linux', file });
	};

	it('may be missing', () => {
		expect(read(null)).toBeNull();
	});

	it('decides feed, updates, service and language', () => {
		expect(read(JSON.stringify(whole))).toMatchObject({ problem: null, settings: whole });
	});

	it.each([
		'{"updateFeed":"http://updates.example/"}',
		'{"updateFeeds":"https://updates.example/"}',
		'{"updates":false}',
		'{"serviceUrl":"https://user:secret@service.example/"}',
		'broken',
		'[]',
	])('says what is wrong, and decides nothing else: %s', (text) => {
		const policy = read(text);
		expect(policy?.problem).toMatch(/./);
		expect(policy?.problem).not.toContain('secret');
		expect(policy?.settings).toEqual({});
	});
});

describe('the policy of Windows', () => {
	const read = (printed: string | null) =>
		readPolicy({
			platform: 'win32',
			query(key) {
				expect(key).toBe(policyKey);
				return printed;
			},
		});
	const printed = (...values: string[]) =>
		['', 'HKEY_LOCAL_MACHINE\\Software\\Policies\\Stillroom', ...values, ''].join('\r\n');

	it('may be missing, or an empty key', () => {
		expect(read(null)).toBeNull();
		expect(read(printed())).toBeNull();
	});

	it('is read from the values of the key', () => {
		expect(
			read(
				printed(
					`    UpdateFeed    REG_SZ    ${whole.updateFeed}`,
					'    Updates    REG_SZ    on',
					`    ServiceUrl    REG_SZ    ${whole.serviceUrl}`,
					'    Language    REG_SZ    ar',
				),
			),
		).toEqual({ source: policyKey, problem: null, settings: whole });
	});

	it('refuses a misspelt value', () => {
		expect(read(printed('    Feed    REG_SZ    https://updates.example/'))?.problem).toMatch(
			/Feed/,
		);
	});
});
