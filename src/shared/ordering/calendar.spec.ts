import { expect, test } from 'vitest';
import { deliveryOn, nextDelivery, type DeliveryDay } from './calendar.ts';

const zone = 'Europe/Dublin';
const at = (text: string): number => Date.parse(text);
/** Deliveries on Monday and Thursday; the orders go out the day before, by 14:00. */
const days: readonly DeliveryDay[] = [1, 4].map((weekday) => ({
	weekday,
	advanceDays: 1,
	cutOff: '14:00',
}));

test('the next delivery is the first one that can still be ordered', () => {
	// Wednesday, 18 November 2026.
	expect(nextDelivery(days, at('2026-11-18T13:59:59Z'), zone)).toEqual({
		day: '2026-11-19',
		cutOff: at('2026-11-18T14:00:00Z'),
		next: '2026-11-23',
	});
	expect(nextDelivery(days, at('2026-11-18T14:00:00Z'), zone)?.day).toBe('2026-11-23');
});

test('a cut-off is in the time zone of the location, also when the clocks change', () => {
	// The clocks go back on 25 October 2026.
	const before = nextDelivery(days, at('2026-10-21T00:00:00Z'), zone);
	expect(before?.cutOff).toBe(at('2026-10-21T13:00:00Z'));
	const after = nextDelivery(days, at('2026-10-25T00:00:00Z'), zone);
	expect(after?.cutOff).toBe(at('2026-10-25T14:00:00Z'));
	expect(nextDelivery(days, at('2026-11-18T09:00:00Z'), 'Asia/Dubai')?.cutOff).toBe(
		at('2026-11-18T10:00:00Z'),
	);
});

test('a cut-off can be more than a week before the delivery', () => {
	const far = [{ weekday: 1, advanceDays: 10, cutOff: '09:00' }];
	expect(nextDelivery(far, at('2026-11-18T12:00:00Z'), zone)).toMatchObject({
		day: '2026-11-30',
		cutOff: at('2026-11-20T09:00:00Z'),
	});
});

test('a chosen day without a delivery has no cut-off, and the next delivery follows it', () => {
	expect(deliveryOn(days, '2026-11-20', zone)).toEqual({ cutOff: null, next: '2026-11-23' });
	expect(deliveryOn([], '2026-11-20', zone)).toEqual({ cutOff: null, next: null });
	expect(nextDelivery([], at('2026-11-18T12:00:00Z'), zone)).toBeNull();
});
