import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { variants } from '../src/practice/variants.ts';
import { addressOf } from '../src/shared/service/address.ts';
import { operationNamed } from '../src/shared/service/index.ts';
import { defaultProfile, phaseOf, readProfile } from '../src/shared/service/profile.ts';

const profileFile = (name: string): unknown =>
	JSON.parse(readFileSync(new URL(`support/profiles/${name}.json`, import.meta.url), 'utf8'));

describe.each(['a', 'b', 'c', 'd'] as const)('profile %s', (name) => {
	test('is accepted, and fits the practice service of its kind', () => {
		expect(readProfile(profileFile(name))).toMatchObject({ ok: true });
		expect(profileFile(name)).toEqual(variants[name].profile);
	});
});

test('refuses a profile with ten mistakes, with all ten paths', () => {
	const read = readProfile({
		nonsense: true,
		token: { expiresIn: 'fortnights' },
		paging: { size: 0 },
		states: { wastage: { draft: ['Open'], approved: ['open'] } },
		fields: { Wastge: { id: 'uuid' }, Wastage: { nummer: 'no' } },
		operations: {
			'wastage.creat': { method: 'PUT' },
			'wastage.get': { path: '/api/v2/Wastage' },
		},
		ping: 'wastage.submit',
		timeouts: { readMs: -1 },
	});
	expect(!read.ok && read.problems.map((each) => each.path).sort()).toEqual([
		'(top)',
		'fields.Wastage.nummer',
		'fields.Wastge',
		'operations.wastage.creat',
		'operations.wastage.get.path',
		'paging.size',
		'ping',
		'states.wastage.approved',
		'timeouts.readMs',
		'token.expiresIn',
	]);
});

test('moves an operation, and lower-cases all paths but not their parameters', () => {
	const items = operationNamed('returnOrder.items');
	expect(addressOf(items, { ...defaultProfile, pathCase: 'lower' }).path).toBe(
		'/api/v1/returnorder/itemsdetail/{returnOrderId}',
	);
	const profile = readProfile({
		operations: { 'returnOrder.items': { method: 'POST', path: '/r/{returnOrderId}/lines' } },
	});
	expect(profile.ok && addressOf(items, profile.profile)).toEqual({
		method: 'POST',
		path: '/r/{returnOrderId}/lines',
	});
});

test('an unmapped state is unknown, and a number is a word like any other', () => {
	const read = readProfile(profileFile('b'));
	if (!read.ok) throw new Error('refused');
	expect(phaseOf(read.profile, 'purchaseOrder', '45')).toBe('partly-received');
	expect(phaseOf(read.profile, 'purchaseOrder', 'Draft')).toBe('unknown');
});
