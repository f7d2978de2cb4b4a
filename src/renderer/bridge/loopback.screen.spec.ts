import { expect, it, onTestFinished, vi } from 'vitest';
import { loopbackBridge } from './loopback.ts';

/** A host that answers which it is, and no call. */
async function openSilent() {
	vi.useFakeTimers();
	vi.stubGlobal('EventSource', EventTarget);
	vi.stubGlobal('fetch', async (address: string) => {
		if (!address.endsWith('/host')) throw new TypeError('Failed to fetch');
		return Response.json({ kind: 'loopback', can: [] });
	});
	onTestFinished(() => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
	});
	const { call } = await loopbackBridge('http://127.0.0.1:1');
	const told: unknown[] = [];
	const ask = async () => {
		void call('app.state', {}).then((reply) => told.push(reply));
		await vi.advanceTimersByTimeAsync(1_000);
	};
	return { ask, told };
}

const unreachable = [expect.objectContaining({ ok: false, code: 'unreachable' })];

it('says that no answer came', async () => {
	const { ask, told } = await openSilent();
	await ask();
	expect(told).toEqual(unreachable);
});

it('says so only once the page stays, if it was to be left: its calls may have arrived', async () => {
	const { ask, told } = await openSilent();
	window.dispatchEvent(new Event('beforeunload'));
	await ask();
	expect(told).toEqual([]);
	await vi.advanceTimersByTimeAsync(5_000);
	expect(told).toEqual(unreachable);
});
