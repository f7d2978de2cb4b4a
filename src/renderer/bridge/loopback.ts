// The browser host: `POST /call/:name` for calls, Server-Sent Events for events, `GET /host` for its capabilities.
import type {
	CallInput,
	CallName,
	CallOutput,
	EventName,
	EventPayload,
} from '../../shared/bridge/contract.ts';
import type { HostInfo } from '../../shared/bridge/app.ts';
import type { OfferedFile, PrintOutcome, SaveOutcome } from '../../shared/bridge/host-parts.ts';
import { fail, type Reply } from '../../shared/bridge/reply.ts';
import type { Bridge } from './bridge.ts';

/** The browser reconnects by itself until it gives up (on an answer that is not a stream); then we do. */
const reopenAfterMs = 2_000;

/** A page that is being left is gone by then. If not, it stays: the link opened another program, for example. */
const leavesWithinMs = 5_000;

/** @throws if the host refuses or does not answer the first request, for its capabilities */
export async function loopbackBridge(origin: string): Promise<Bridge> {
	const answer = await fetch(`${origin}/host`, { headers: { accept: 'application/json' } });
	if (!answer.ok) throw new Error(`The host answered ${String(answer.status)} to GET /host`);
	const host = (await answer.json()) as HostInfo;
	const events = eventStream(origin);

	/** A browser cancels a closing page's requests except keepalive ones, limited to 64 KB. */
	let keepalive = false;
	window.addEventListener('pagehide', () => (keepalive = true));
	window.addEventListener('pageshow', () => (keepalive = false));

	/** Resolves unless the page is being left. */
	let stays = Promise.resolve();
	window.addEventListener('beforeunload', () => {
		stays = new Promise((resolve) => setTimeout(resolve, leavesWithinMs));
	});

	return {
		host,
		async call(name, input, person) {
			const reply = await call(origin, name, { input, person }, keepalive);
			// The browser cancels the calls of a page that is left. The next page shows whether they arrived.
			if (reply === null) await stays;
			return reply ?? fail('unreachable', 'The program does not answer.');
		},
		on: events.on,
		onReconnect: events.onReconnect,
		saveFile: download,
		print: printPage,
		// A browser has its own menu and passes no files on.
		takeOpenedFile: async () => null,
		setMenu: async () => undefined,
		// The print dialog can save PDF files itself.
		savePdf: null,
	};
}

/** Saves in the browser's download folder, or asks, as the person configured it. */
async function download({ name, bytes }: OfferedFile): Promise<SaveOutcome> {
	const address = URL.createObjectURL(new Blob([bytes]));
	const link = document.createElement('a');
	link.href = address;
	link.download = name;
	link.click();
	// The browser reads the blob later; a minute is plenty.
	setTimeout(() => URL.revokeObjectURL(address), 60_000);
	return { kind: 'downloaded' };
}

async function printPage(): Promise<PrintOutcome> {
	window.print();
	return { kind: 'shown' };
}

/** @returns null without an answer */
async function call<Name extends CallName>(
	origin: string,
	name: Name,
	body: { input: CallInput<Name>; person: string | undefined },
	keepalive: boolean,
): Promise<Reply<CallOutput<Name>> | null> {
	let answer: Response;
	try {
		answer = await fetch(`${origin}/call/${name}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
			keepalive,
		});
	} catch {
		return null;
	}
	try {
		// The host validated the reply against the contract's schema.
		return (await answer.json()) as Reply<CallOutput<Name>>;
	} catch (error) {
		if (!(error instanceof SyntaxError)) return null;
		const message = `The program answered ${String(answer.status)} without a reply.`;
		return fail('internal', message);
	}
}

function eventStream(origin: string): Pick<Bridge, 'on' | 'onReconnect'> {
	const listeners = new Map<string, Set<(payload: never) => void>>();
	const reconnected = new Set<() => void>();
	// True at first: events before the stream opened were missed.
	let broken = true;
	let source: EventSource | null = null;
	listen();
	document.addEventListener('visibilitychange', listen);

	/** A browser makes six connections to a program. Streams of hidden pages would leave none for calls. */
	function listen(): void {
		if (!document.hidden) {
			source ??= open();
			return;
		}
		source?.close();
		source = null;
		broken = true;
	}

	function open(): EventSource {
		const opened = new EventSource(`${origin}/events`);
		opened.addEventListener('open', () => {
			if (!broken) return;
			broken = false;
			for (const listener of reconnected) listener();
		});
		opened.addEventListener('error', () => {
			broken = true;
			if (opened.readyState !== EventSource.CLOSED) return;
			source = null;
			setTimeout(() => {
				void reopen();
			}, reopenAfterMs);
		});
		for (const name of listeners.keys()) receive(opened, name);
		return opened;
	}

	async function reopen(): Promise<void> {
		// A restarted program no longer knows this browser; its page explains how to sign in again.
		const host = await fetch(`${origin}/host`).catch(() => null);
		if (host?.status === 401) window.location.reload();
		else listen();
	}

	function receive(from: EventSource, name: string): void {
		from.addEventListener(name, (event: MessageEvent<string>) => {
			const payload = JSON.parse(event.data) as never;
			for (const listener of listeners.get(name) ?? []) listener(payload);
		});
	}

	return {
		on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void) {
			let known = listeners.get(name);
			if (known === undefined) {
				known = new Set();
				listeners.set(name, known);
				if (source !== null) receive(source, name);
			}
			known.add(listener);
			return () => known.delete(listener);
		},
		onReconnect(listener) {
			reconnected.add(listener);
			return () => reconnected.delete(listener);
		},
	};
}
