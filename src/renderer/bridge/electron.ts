// The desktop host: the preload exposes the calls, the events, and what the window does for files and paper.
import type { CallTarget } from '../../shared/bridge/contract.ts';
import type { HostInfo } from '../../shared/bridge/app.ts';
import type { HostParts } from '../../shared/bridge/host-parts.ts';
import type { Bridge } from './bridge.ts';

export interface PreloadBridge extends CallTarget, HostParts {
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
		saveFile: (file) => preload.saveFile(file),
		print: (paper) => preload.print(paper),
		savePdf: preload.savePdf,
		onReconnect: () => () => undefined,
	};
}
