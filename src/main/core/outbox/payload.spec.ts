// Payloads of every released version can still be read, and are sent in the current form.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { findOperation } from '../../../shared/service/index.ts';
import { defaultProfile } from '../../../shared/service/profile.ts';
import { codecOf } from '../../../shared/service/wire.ts';
import { bringUp, payloadVersion, readPayload, type Upcast } from './payload.ts';

/** The payload a version wrote, and what is sent for it today if the document's id is S-1. */
const fixture = z.array(
	z.object({
		operation: z.string(),
		payload: z.unknown(),
		sends: z.record(z.string(), z.unknown()),
	}),
);
const versions = Array.from({ length: payloadVersion }, (_, index) => index + 1);
const written = versions.flatMap((version) =>
	fixture
		.parse(JSON.parse(readFileSync(new URL(`payloads/${version}.json`, import.meta.url), 'utf8')))
		.map((each) => ({ ...each, version })),
);
const rowOf = ({ version, operation, payload }: (typeof written)[number]) => ({
	operation,
	payload_version: version,
	payload: JSON.stringify(payload),
});

test.each(written)('version $version of $operation is read', (each) => {
	expect(readPayload(rowOf(each), { server_id: 'S-1' })).toEqual(each.sends);
});

test.each(written)('version $version of $operation can be written to the service', (each) => {
	const operation = findOperation(each.operation);
	const body = each.sends['body'];
	expect(operation).toBeDefined();
	if (operation?.body === undefined) expect(body).toBeUndefined();
	else expect(() => codecOf(operation.body!, defaultProfile).write(body)).not.toThrow();
});

test('a payload that needs the service’s id is not sent while the id is unknown', () => {
	for (const each of written) {
		const needsId = JSON.stringify(each.payload).includes('$server');
		expect(typeof readPayload(rowOf(each), { server_id: null })).toBe(
			needsId ? 'string' : 'object',
		);
	}
});

const quantityAsText: Upcast = (payload) => {
	const { amount } = z.object({ amount: z.number() }).parse(payload);
	return { quantity: String(amount) };
};
const withUnit: Upcast = (payload, operation) => ({ ...(payload as object), unit: 1, operation });
const steps = new Map([
	[1, quantityAsText],
	[2, withUnit],
]);

test('upgrading an old payload version by version always gives the same result', () => {
	const old = { version: 1, payload: { amount: 2.5 }, operation: 'wastage.create' };
	const present = { payload: { quantity: '2.5', unit: 1, operation: 'wastage.create' } };
	expect(bringUp(old, 3, steps)).toEqual(present);
	expect(bringUp(old, 3, steps)).toEqual(present);
	expect(bringUp({ ...old, version: 2, payload: { quantity: '2.5' } }, 3, steps)).toEqual(present);
	expect(bringUp({ ...old, version: 3, payload: 'as it is' }, 3, steps)).toEqual({
		payload: 'as it is',
	});
});

test('distinguishes a payload of a newer version from an unreadable one', () => {
	expect(bringUp({ version: 4, payload: {}, operation: 'x' }, 3, steps)).toBe('newer');
	expect(bringUp({ version: 1, payload: { amount: 'two' }, operation: 'x' }, 3, steps)).toBe(
		'unreadable',
	);
	expect(bringUp({ version: 0, payload: {}, operation: 'x' }, 3, steps)).toBe('unreadable');
	const row = { operation: 'wastage.submit', payload: '{', payload_version: payloadVersion };
	expect(readPayload(row, { server_id: 'S-1' })).toBe('unreadable');
});
