// The renderer side of the bridge. preload.ts exposes it; a separate file so that tests can run it.
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
import type {
	HostParts,
	OpenedFile,
	PrintOutcome,
	SaveOutcome,
} from '../../shared/bridge/host-parts.ts';
import type { Reply } from '../../shared/bridge/reply.ts';
import type { callChannel, eventChannel, windowChannel, WindowWish } from './ipc.ts';

// The preload bundle must not import the host, so the channel names are repeated here; their types keep them equal.
const calls: typeof callChannel = 'core:call';
const events: typeof eventChannel = 'core:event';
const wishes: typeof windowChannel = 'window:do';

const hostArgument = '--stillroom-host=';

/** Passes the host's description to the preload as a process argument. */
export const describeHost = (host: HostInfo): string => hostArgument + JSON.stringify(host);

export function readHost(args: readonly string[]): HostInfo {
	const argument = args.find((one) => one.startsWith(hostArgument));
	if (argument === undefined) throw new Error('The host did not say what it can do.');
	return JSON.parse(argument.slice(hostArgument.length)) as HostInfo; // Written by describeHost.
}

export interface PreloadBridge extends CallTarget, HostParts {
	readonly host: HostInfo;
}

type Ipc = Pick<IpcRenderer, 'invoke' | 'on'>;

/** What the page gets: `call`, `on`, `host`, and files and printing. Never the channels or Electron's event objects. */
export function preloadBridge(ipc: Ipc, host: HostInfo): PreloadBridge {
	const listeners = new Map<string, Set<(payload: never) => void>>();
	ipc.on(events, (_event, name: string, payload: string) => {
		const value = JSON.parse(payload) as never; // The contract ties the payload's type to its name.
		for (const listener of listeners.get(name) ?? []) listener(value);
	});
	const ask = (wish: WindowWish): Promise<unknown> => ipc.invoke(wishes, wish);
	return {
		host,
		saveFile: ({ name, bytes }) => ask({ do: 'save-file', name, bytes }) as Promise<SaveOutcome>, // Returned by ipc.ts.
		print: (paper) => ask({ do: 'print', paper }) as Promise<PrintOutcome>,
		takeOpenedFile: () => ask({ do: 'take-opened-file' }) as Promise<OpenedFile | null>,
		async setMenu(title, commands) {
			await ask({ do: 'set-menu', title, commands: [...commands] });
		},
		savePdf: (name, paper) => ask({ do: 'save-pdf', name, paper }) as Promise<SaveOutcome>,
		async call<Name extends CallName>(name: Name, input: CallInput<Name>, person?: string) {
			const reply: unknown = await ipc.invoke(calls, name, JSON.stringify({ input, person }));
			return JSON.parse(String(reply)) as Reply<CallOutput<Name>>; // Validated by the core.
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
