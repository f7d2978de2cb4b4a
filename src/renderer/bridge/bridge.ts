// The screens' way to the core, in any host. Only this folder knows which host it is.
import type { CallTarget } from '../../shared/bridge/contract.ts';
import type { Capability, HostInfo } from '../../shared/bridge/app.ts';
import type { HostParts } from '../../shared/bridge/host-parts.ts';
import { electronBridge } from './electron.ts';
import { loopbackBridge } from './loopback.ts';

export interface Bridge extends CallTarget, HostParts {
	readonly host: HostInfo;
	/** Called when events may have been missed: fetch again. Returns an unsubscribe function. */
	onReconnect(listener: () => void): () => void;
}

/** The bridge of the current host. */
export async function openBridge(): Promise<Bridge> {
	return window.stillroom === undefined
		? loopbackBridge(window.location.origin)
		: electronBridge(window.stillroom);
}

/** Whether the host has a capability. Screens check this, never the platform. */
export const can = (bridge: Bridge, capability: Capability): boolean =>
	bridge.host.can.includes(capability);
