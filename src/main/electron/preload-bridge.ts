// The screens' side of the bridge in the window. preload.ts exposes it; it stands apart so that tests can run it.
import type { IpcRenderer } from 'electron';
import type { HostInfo } from '../../shared/bridge/app.ts';
import type {
	CallInput,
	CallName,
	CallOutput,
	CallTarget,
	EventName,
	EventPayload,
} from '../../shared/bridge/contract.ts';
import type { HostParts, PrintOutcome, SaveOutcome } from '../../shared/bridge/host-parts.ts';
import type { Reply } from '../../shared/bridge/reply.ts';
import type { callChannel, eventChannel, windowChannel, WindowWish } from './ipc.ts';

// The bundled preload carries nothing of the host, so the names are written here and held to it by their types.
const calls: typeof callChannel = 'core:call';
const events: typeof eventChannel = 'core:event';
const wishes: typeof windowChannel = 'window:do';

const hostArgument = '--stillroom-host=';

/** How the host's description reaches the preload: as an argument of the page's process. */
export const describeHost = (host: HostInfo): string => hostArgument + JSON.stringify(host);

export function readHost(args: readonly string[]): HostInfo {
	const argument = args.find((one) => one.startsWith(hostArgument));
	if (argument === undefined) throw new Error('The host did not say what it can do.');
	return JSON.parse(argument.slice(hostArgument.length)) as HostInfo; // describeHost wrote it.
}

export interface PreloadBridge extends CallTarget, HostParts {
	readonly host: HostInfo;
}

type Ipc = Pick<IpcRenderer, 'invoke' | 'on'>;

/** `call`, `on`, `host`, and the window's own parts for files and paper: the page sees neither the channels nor what Electron hands a listener. */
export function preloadBridge(ipc: Ipc, host: HostInfo): PreloadBridge {
	const listeners = new Map<string, Set<(payload: never) => void>>();
	ipc.on(events, (_event, name: string, payload: string) => {
		const value = JSON.parse(payload) as never; // Sent under its name, as the contract has it.
		for (const listener of listeners.get(name) ?? []) listener(value);
	});
	const ask = (wish: WindowWish): Promise<unknown> => ipc.invoke(wishes, wish);
	return {
		host,
		saveFile: ({ name, bytes }) => ask({ do: 'save-file', name, bytes }) as Promise<SaveOutcome>, // ipc.ts answers with it.
		print: (paper) => ask({ do: 'print', paper }) as Promise<PrintOutcome>,
		savePdf: (name, paper) => ask({ do: 'save-pdf', name, paper }) as Promise<SaveOutcome>,
		async call<Name extends CallName>(name: Name, input: CallInput<Name>) {
			const reply: unknown = await ipc.invoke(calls, name, JSON.stringify({ input }));
			return JSON.parse(String(reply)) as Reply<CallOutput<Name>>; // The core checked it.
		},
		on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void) {
			const known = listeners.get(name) ?? new Set();
			listeners.set(name, known);
			known.add(listener);
			return () => {
				known.delete(listener);
			};
		},
	};
}
