import { afterEach, expect, it, vi } from 'vitest';
import { loopbackBridge } from './loopback.ts';

class Stream extends EventTarget {
	static readonly CLOSED = 2;
	static opened: Stream[] = [];
	readyState = 1;
	readonly address: string;

	constructor(address: string) {
		super();
		this.address = address;
		Stream.opened.push(this);
	}

	hear(type: string, payload?: unknown): void {
		this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(payload) }));
	}

	close(): void {
		this.readyState = Stream.CLOSED;
	}
}

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

/** A host that answers which it is, and no call. */
async function openBridge(origin: string) {
	vi.stubGlobal('EventSource', Stream);
	vi.stubGlobal('fetch', async (address: string) => {
		if (!address.endsWith('/host')) throw new TypeError('Failed to fetch');
		return Response.json({ kind: 'loopback', can: [] });
	});
	return loopbackBridge(origin);
}

async function askSilent() {
	vi.useFakeTimers();
	const { call } = await openBridge('http://127.0.0.1:1');
	const told: unknown[] = [];
	const ask = async () => {
		void call('app.state', {}).then((reply) => told.push(reply));
		await vi.advanceTimersByTimeAsync(1_000);
	};
	return { ask, told };
}

const unreachable = [expect.objectContaining({ ok: false, code: 'unreachable' })];

it('says that no answer came', async () => {
	const { ask, told } = await askSilent();
	await ask();
	expect(told).toEqual(unreachable);
});

it('says so only once the page stays, if it was to be left: its calls may have arrived', async () => {
	const { ask, told } = await askSilent();
	window.dispatchEvent(new Event('beforeunload'));
	await ask();
	expect(told).toEqual([]);
	await vi.advanceTimersByTimeAsync(5_000);
	expect(told).toEqual(unreachable);
});

it('hears events while it is shown, and asks again when it is shown once more', async () => {
	const show = (shown: boolean) => {
		vi.spyOn(document, 'hidden', 'get').mockReturnValue(!shown);
		document.dispatchEvent(new Event('visibilitychange'));
	};
	// The pages of the other tests hear this too.
	const origin = 'http://127.0.0.1:2';
	const streams = () => Stream.opened.filter(({ address }) => address.startsWith(origin));
	const { on, onReconnect } = await openBridge(origin);
	const heard: unknown[] = [];
	on('app.changed', (payload) => heard.push(payload));
	onReconnect(() => heard.push('asks again'));
	const [first] = streams();
	first!.hear('open');
	first!.hear('app.changed', 1);
	show(false);
	expect(first!.readyState).toBe(Stream.CLOSED);
	show(true);
	show(true);
	const [, second, ...others] = streams();
	second!.hear('open');
	second!.hear('app.changed', 2);
	expect(heard).toEqual(['asks again', 1, 'asks again', 2]);
	expect(others).toEqual([]);
});
