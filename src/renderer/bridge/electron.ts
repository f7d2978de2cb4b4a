// The desktop host: the preload exposes exactly `call`, `on` and `host`.
import type { CallTarget } from '../../shared/bridge/contract.ts';
import type { HostInfo } from '../../shared/bridge/app.ts';
import type { Bridge } from './bridge.ts';

export interface PreloadBridge extends CallTarget {
	readonly host: HostInfo;
}

declare global {
	interface Window {
		/** Present in the desktop host only. */
		readonly stillroom?: PreloadBridge;
	}
}

/** The core lives in the same program, so the connection cannot break while the window is open. */
export function electronBridge(preload: PreloadBridge): Bridge {
	return {
		host: preload.host,
		call: (name, input) => preload.call(name, input),
		on: (name, listener) => preload.on(name, listener),
		onReconnect: () => () => undefined,
	};
}
