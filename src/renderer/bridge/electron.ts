// The desktop host: the preload script exposes calls, events, files and printing.
import type { CallTarget } from '../../shared/bridge/contract.ts';
import type { HostInfo } from '../../shared/bridge/app.ts';
import type { HostParts } from '../../shared/bridge/host-parts.ts';
import type { Bridge } from './bridge.ts';

export interface PreloadBridge extends CallTarget, HostParts {
	readonly host: HostInfo;
}

declare global {
	interface Window {
		/** Desktop host only. */
		readonly stillroom?: PreloadBridge;
	}
}

/** The core is in the same program, so the connection never breaks while the window is open. */
export function electronBridge(preload: PreloadBridge): Bridge {
	return {
		host: preload.host,
		call: (name, input, person) => preload.call(name, input, person),
		on: (name, listener) => preload.on(name, listener),
		saveFile: (file) => preload.saveFile(file),
		print: (paper) => preload.print(paper),
		takeOpenedFile: () => preload.takeOpenedFile(),
		setMenu: (title, commands) => preload.setMenu(title, commands),
		savePdf: preload.savePdf,
		onReconnect: () => () => undefined,
	};
}
