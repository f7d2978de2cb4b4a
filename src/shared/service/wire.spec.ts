import { describe, expect, it } from 'vitest';
import { parseExact, stringifyExact } from '../exact-json.ts';
import { addressOf } from './address.ts';
import { operationNamed } from './index.ts';
import type { LocalClock } from './instants.ts';
import { phaseOf, readProfile, type ServiceProfile } from './profile.ts';
import { purchaseOptionRecord } from './purchasing.ts';
import { receiveTransferIn } from './transfer.ts';
import { wastageRecord, wastageRequest } from './wastage.ts';
import { codecOf, wireNameOf, type WireProblem } from './wire.ts';

function profileOf(json: unknown): ServiceProfile {
	const read = readProfile(json);
	if (!read.ok) throw new Error(JSON.stringify(read.problems));
	return read.profile;
}

const clocks: Record<string, LocalClock> = {
	'L-1': { timeZone: 'Asia/Dubai', dayStartHour: 6 },
	'L-2': { timeZone: 'America/New_York', dayStartHour: 0 },
};
const clockOf = (locationId: string | null) => clocks[locationId ?? 'L-2'] ?? null;

const waste = {
	locationId: 'L-1',
	date: '2026-03-02T23:30:15.250Z',
	items: [{ itemId: 'I-1', uomId: 3, quantity: '2.50' }],
};

const written = (profile: ServiceProfile, value: unknown = waste) =>
	stringifyExact(codecOf(wastageRequest, profile).write(value, { of: clockOf }));

function read(profile: ServiceProfile, json: string) {
	const problems: WireProblem[] = [];
	const value = codecOf(wastageRecord, profile).read(parseExact(json), '$', problems, {
		of: clockOf,
	});
	return { value, problems };
}

describe('field and parameter names', () => {
	it('use snake_case if the service does', () => {
		const profile = profileOf({ fieldCase: 'snake' });
		expect(JSON.parse(written(profile))).toEqual({
			location_id: 'L-1',
			date: '2026-03-02T23:30:15.250Z',
			items: [{ item_id: 'I-1', uom_id: 3, quantity: 2.5 }],
		});
		const shown = '{"id":"W","location_id":"L-1","date":"2026-03-02T10:00:00Z","status":"Draft"}';
		expect(read(profile, shown)).toMatchObject({ value: { locationId: 'L-1' }, problems: [] });
	});

	it('follow their own letter case and renames in a query', () => {
		const { query } = operationNamed('wastage.list');
		expect(wireNameOf(query, 'locationId', profileOf({ fieldCase: 'pascal' }))).toBe('locationId');
		expect(wireNameOf(query, 'locationId', profileOf({ queryCase: 'snake' }))).toBe('location_id');
		const renamed = profileOf({ queryCase: 'snake', query: { locationId: 'outlet' } });
		expect(wireNameOf(query, 'locationId', renamed)).toBe('outlet');
		expect(readProfile({ query: { nothing: 'x' } })).toMatchObject({
			ok: false,
			problems: [{ path: 'query.nothing' }],
		});
	});
});

describe('a field that an edit cleared', () => {
	const clearedAs = (clearing: string): unknown => {
		const { body: schema } = operationNamed('supplier.update');
		const body = { id: 'P', name: 'A', phone: null, paymentDays: null };
		return JSON.parse(stringifyExact(codecOf(schema, profileOf({ clearing })).write(body)));
	};

	it('is left out, written as null or written empty, as the profile says', () => {
		expect(clearedAs('omit')).toEqual({ id: 'P', name: 'A' });
		expect(clearedAs('null')).toEqual({ id: 'P', name: 'A', phone: null, paymentDays: null });
		expect(clearedAs('empty')).toEqual({ id: 'P', name: 'A', phone: '', paymentDays: null });
	});
});

describe('numbers', () => {
	it('are written as texts if the service wants texts', () => {
		const profile = profileOf({ integers: 'text', decimals: 'text' });
		expect(JSON.parse(written(profile))).toMatchObject({
			items: [{ uomId: '3', quantity: '2.50' }],
		});
	});

	it('are read in both forms, but an empty text is neither number nor date', () => {
		const profile = profileOf({});
		const line = '{"itemId":"I","uomId":"3","quantity":"2.50","unitCost":""}';
		const json = `{"id":"W","locationId":"L","date":"2026-03-02T10:00:00Z","status":1,"createdDate":"","items":[${line}]}`;
		expect(read(profile, json)).toEqual({
			value: {
				id: 'W',
				locationId: 'L',
				date: '2026-03-02T10:00:00Z',
				status: '1',
				items: [{ itemId: 'I', uomId: 3, quantity: '2.50' }],
			},
			problems: [],
		});
	});
});

describe('instants', () => {
	const dateFor = (instants: unknown) =>
		(JSON.parse(written(profileOf({ instants }))) as { date: string }).date;

	it("are sent at the service's precision", () => {
		expect(dateFor({})).toBe('2026-03-02T23:30:15.250Z');
		expect(dateFor({ precision: 'second' })).toBe('2026-03-02T23:30:15Z');
		expect(dateFor({ precision: 'minute' })).toBe('2026-03-02T23:30:00Z');
		// The service knows which day that is in its zone.
		expect(dateFor({ precision: 'day' })).toBe('2026-03-02T23:30:15.250Z');
	});

	it("are sent by the document location's clock if the service has local times", () => {
		expect(dateFor({ zone: 'location' })).toBe('2026-03-03T03:30:15.250');
		expect(dateFor({ zone: 'location', precision: 'second' })).toBe('2026-03-03T03:30:15');
		// This location's business day begins at six.
		expect(dateFor({ zone: 'location', precision: 'day' })).toBe('2026-03-02');
	});

	it("use this PC's location for a record without one", () => {
		const profile = profileOf({ instants: { zone: 'location', precision: 'minute' } });
		const body = { transferId: 'T', date: '2026-03-02T23:30:15.250Z', items: [] };
		expect(codecOf(receiveTransferIn, profile).write(body, { of: clockOf })).toMatchObject({
			date: '2026-03-02T18:30:00',
		});
	});

	it.each([
		['utc', '2026-03-02T10:05:00', '2026-03-02T10:05:00.000Z'],
		['utc', '2026-03-02 10:05', '2026-03-02T10:05:00.000Z'],
		['utc', '2026-03-02', '2026-03-02T00:00:00.000Z'],
		['location', '2026-03-02T10:05:00', '2026-03-02T06:05:00.000Z'],
		['location', '2026-03-02', '2026-03-02T02:00:00.000Z'],
		['location', '2026-03-02T10:05:00Z', '2026-03-02T10:05:00Z'],
		['location', 'soon', 'soon'],
	] as const)('in zone %s, read %s as %s', (zone, shown, instant) => {
		const json = `{"id":"W","locationId":"L-1","date":"${shown}","status":"Draft"}`;
		expect(read(profileOf({ instants: { zone } }), json)).toMatchObject({
			value: { date: instant },
			problems: [],
		});
	});
});

describe('the day from which a price holds', () => {
	const option = (profile: ServiceProfile) => codecOf(purchaseOptionRecord, profile);
	// A purchase option has no location: the clock is that of this PC's.
	const at = (timeZone: string) => ({ of: () => ({ timeZone, dayStartHour: 5 }) });
	const dayRead = (instants: object, timeZone: string, fromDate: string) => {
		const json = `{"id":"N","itemId":"1","supplierId":"P","uomId":3,"price":6,"prices":[{"price":6,"fromDate":"${fromDate}"}]}`;
		const read = option(profileOf({ instants })).read(parseExact(json), '$', [], at(timeZone));
		return purchaseOptionRecord.parse(read).prices?.[0]?.fromDate;
	};
	const dayWritten = (instants: object, timeZone: string) => {
		const prices = [{ price: '6', fromDate: '2026-11-20T00:00:00Z' }];
		const value = { id: 'N', itemId: '1', supplierId: 'P', uomId: 3, price: '6', prices };
		const json = stringifyExact(option(profileOf({ instants })).write(value, at(timeZone)));
		return /"fromDate":"([^"]*)"/.exec(json)?.[1];
	};

	it.each(['Pacific/Auckland', 'America/New_York', 'UTC'])('is the same one in %s', (timeZone) => {
		for (const shown of ['2026-11-20', '2026-11-20T00:00:00', '2026-11-20 00:00'])
			expect(dayRead({ zone: 'location' }, timeZone, shown)).toBe('2026-11-20T00:00:00Z');
		expect(dayWritten({ zone: 'location' }, timeZone)).toBe('2026-11-20T00:00:00.000');
		expect(dayWritten({ zone: 'location', precision: 'second' }, timeZone)).toBe(
			'2026-11-20T00:00:00',
		);
		expect(dayWritten({ zone: 'location', precision: 'day' }, timeZone)).toBe('2026-11-20');
		expect(dayWritten({}, timeZone)).toBe('2026-11-20T00:00:00Z');
		expect(dayRead({}, timeZone, '2026-11-20T00:00:00Z')).toBe('2026-11-20T00:00:00Z');
	});

	it('is that of the location for an instant, if the service has local times', () => {
		const midnight = '2026-11-19T11:00:00Z';
		expect(dayRead({ zone: 'location' }, 'Pacific/Auckland', midnight)).toBe(
			'2026-11-20T00:00:00Z',
		);
		expect(dayRead({}, 'Pacific/Auckland', midnight)).toBe(midnight);
		expect(dayRead({ zone: 'location' }, 'Pacific/Auckland', 'soon')).toBe('soon');
	});
});

it('states ignore spelling, and numbers keep their sign', () => {
	const profile = profileOf({ states: { wastage: { draft: [-1], submitted: [1, 'In Review'] } } });
	for (const word of ['IN_REVIEW', 'in-review', 'InReview', 'in review', '1']) {
		expect(phaseOf(profile, 'wastage', word)).toBe('submitted');
	}
	expect(phaseOf(profile, 'wastage', '-1')).toBe('draft');
	const twice = { wastage: { draft: ['In Review'], submitted: ['in_review'] } };
	expect(readProfile({ states: twice })).toMatchObject({ ok: false });
});

it("updates use the profile's method and suffix, with the identifier once", () => {
	const profile = profileOf({ writes: { method: 'POST', suffix: '/{id}/update' } });
	expect(addressOf(operationNamed('wastage.update'), profile)).toEqual({
		method: 'POST',
		path: '/api/v1/Wastage/{id}/update',
	});
	expect(addressOf(operationNamed('sale.update'), profile)).toEqual({
		method: 'POST',
		path: '/api/v1/sales/{id}/update',
	});
	expect(addressOf(operationNamed('wastage.lock'), profile).method).toBe('PUT');
});
