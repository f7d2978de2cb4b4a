// A bridge client for Node: signs in by the printed link, then calls and listens over HTTP. The tour and the end-to-end
// tests use it like the screens use theirs.
import type {
	CallInput,
	CallName,
	CallOutput,
	CallTarget,
	EventName,
	EventPayload,
} from '../../src/shared/bridge/contract.ts';
import { hostInfo, type AppState, type HostInfo } from '../../src/shared/bridge/app.ts';
import type { Reply } from '../../src/shared/bridge/reply.ts';

export interface BridgeClient extends CallTarget {
	readonly origin: string;
	readonly host: HostInfo;
	/** The session's cookie header, for a test's own requests. */
	readonly cookie: string;
	/** A raw call without checks on this side. */
	callUnchecked(name: string, input: unknown): Promise<Reply<unknown>>;
	/** Resolves when the event stream has ended. */
	readonly ended: Promise<void>;
	close(): Promise<void>;
}

/**
 * Waits until the state of the program fits. It is asked for after each event, because an event that is late, as they are
 * on a busy machine, has a state of before.
 */
export async function untilState(
	bridge: BridgeClient,
	fits: (app: AppState) => boolean,
): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<null>();
	const look = async () => {
		const reply = await bridge.call('app.state', {});
		if (!reply.ok) throw new Error(reply.message);
		if (fits(reply.value)) resolve(null);
	};
	const off = bridge.on('app.changed', () => void look().catch(reject));
	void look().catch(reject);
	await promise.finally(off);
}

/** The URL in the program's output (`Stillroom is ready at …`), or null. */
export const readyLink = (line: string): string | null =>
	/^Stillroom is ready at (http:\S+)$/.exec(line)?.[1] ?? null;

/**
 * @param link as printed; it is used up
 * @returns once the event stream is open, so that no later event is missed
 * @throws if the host refuses
 */
export async function connectBridge(link: string): Promise<BridgeClient> {
	const { origin } = new URL(link);
	const entered = await fetch(link, { redirect: 'manual' });
	await entered.body?.cancel();
	const cookie = entered.headers.get('set-cookie')?.split(';')[0];
	if (entered.status !== 303 || cookie === undefined)
		throw new Error(`The link was answered with ${String(entered.status)}.`);

	const answered = await fetch(`${origin}/host`, { headers: { cookie } });
	const host = hostInfo.parse(await answered.json());

	const closing = new AbortController();
	const stream = await fetch(`${origin}/events`, { headers: { cookie }, signal: closing.signal });
	if (!stream.ok || stream.body === null)
		throw new Error(`The event stream was answered with ${String(stream.status)}.`);
	const listeners = new Set<(name: string, payload: unknown) => void>();
	const ended = readEvents(stream.body, (name, payload) => {
		for (const listener of listeners) listener(name, payload);
	});

	const callUnchecked = async (
		name: string,
		input: unknown,
		person?: string,
	): Promise<Reply<unknown>> => {
		const answer = await fetch(`${origin}/call/${name}`, {
			method: 'POST',
			headers: { cookie, origin, 'content-type': 'application/json' },
			body: JSON.stringify({ input, person }),
		});
		return (await answer.json()) as Reply<unknown>;
	};

	return {
		origin,
		host,
		cookie,
		callUnchecked,
		async call<Name extends CallName>(name: Name, input: CallInput<Name>, person?: string) {
			return (await callUnchecked(name, input, person)) as Reply<CallOutput<Name>>;
		},
		on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void) {
			const hear = (emitted: string, payload: unknown) => {
				if (emitted === name) listener(payload as EventPayload<Name>);
			};
			listeners.add(hear);
			return () => listeners.delete(hear);
		},
		ended,
		async close() {
			closing.abort();
			await ended;
		},
	};
}

/** Reads Server-Sent Events until the stream ends. */
async function readEvents(
	body: ReadableStream<Uint8Array>,
	hear: (name: string, payload: unknown) => void,
): Promise<void> {
	const decoder = new TextDecoder();
	let text = '';
	try {
		for await (const part of body) {
			text += decoder.decode(part, { stream: true });
			const blocks = text.split('\n\n');
			text = blocks.pop() ?? '';
			for (const block of blocks) {
				const name = /^event: (.*)$/m.exec(block)?.[1];
				const data = /^data: (.*)$/m.exec(block)?.[1];
				if (name !== undefined && data !== undefined) hear(name, JSON.parse(data));
			}
		}
	} catch {
		// Closed here, or the program is gone: either way the stream has ended.
	}
}
