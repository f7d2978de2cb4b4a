// How the screens reach the core, whatever host they run in. Only this folder knows which host it is.
import type { CallTarget } from '../../shared/bridge/contract.ts';
import type { Capability, HostInfo } from '../../shared/bridge/app.ts';
import type { HostParts } from '../../shared/bridge/host-parts.ts';
import { electronBridge } from './electron.ts';
import { loopbackBridge } from './loopback.ts';

export interface Bridge extends CallTarget, HostParts {
	readonly host: HostInfo;
	/** Events may have been missed: whoever shows something should ask for it again. Returns how to stop listening. */
	onReconnect(listener: () => void): () => void;
}

/** The bridge of the host this page was opened by. */
export async function openBridge(): Promise<Bridge> {
	return window.stillroom === undefined
		? loopbackBridge(window.location.origin)
		: electronBridge(window.stillroom);
}

/** Whether the host can do a thing. Screens ask this, never for the platform. */
export const can = (bridge: Bridge, capability: Capability): boolean =>
	bridge.host.can.includes(capability);
