// The service's clock, learned from the dates of answers.
import { expect, test } from 'vitest';
import { openClient } from '../../../../test/support/client.ts';
import { virtualClock } from '../../../../test/support/virtual-clock.ts';

const start = Date.UTC(2026, 10, 23, 9);
const hour = 3_600_000;

function openClocks() {
	const clock = virtualClock();
	const service = { date: start };
	const answer = (body: string) =>
		Promise.resolve(
			new Response(body, {
				headers: {
					'content-type': 'application/json',
					date: new Date(service.date).toUTCString(),
				},
			}),
		);
	const { client, connectivity } = openClient({
		url: 'http://127.0.0.1:9',
		clock,
		network: {
			read: () => answer('[]'),
			write: () => answer('{"access_token":"t","expires_in":999999}'),
		},
	});
	connectivity.stop();
	const read = async () => {
		await client.readByName('location.list', {});
		return client.serviceNow() ?? 0;
	};
	return { clock, service, read };
}

test('a fast PC clock does not make the answers of a day look old', async () => {
	const { clock, service, read } = openClocks();
	let known = await read();
	for (let past = 0; past < 24; past += 1) {
		await clock.pass(hour);
		service.date += hour * 0.9995;
		known = await read();
	}
	expect(Math.abs(known - service.date)).toBeLessThan(2_000);
});

test("a cached answer does not set the service's clock back", async () => {
	const { clock, service, read } = openClocks();
	await read();
	await clock.pass(hour / 60);
	service.date += hour / 60;
	const known = await read();
	expect(known).toBeGreaterThan(start + 59_000);
	service.date = start - hour;
	expect(await read()).toBe(known);
});

test("accepts that the service's clock was set back once its dates advance", async () => {
	const { clock, service, read } = openClocks();
	await read();
	service.date -= hour;
	for (let second = 0; second < 30; second += 1) {
		await read();
		await clock.pass(1_000);
		service.date += 1_000;
	}
	expect(Math.abs((await read()) - service.date)).toBeLessThan(2_000);
});

test('cached answers never set it back, however many come', async () => {
	const { clock, service, read } = openClocks();
	await read();
	service.date = start - hour;
	for (let second = 0; second < 300; second += 1) {
		await read();
		await clock.pass(1_000);
	}
	expect(await read()).toBeGreaterThan(start + 290_000);
});
