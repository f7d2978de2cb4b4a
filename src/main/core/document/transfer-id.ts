// Bridge ids of the service's transfers, with the direction: a service may use the same id for both ends.
import { documentOf, serverIdOf } from './lane-fold.ts';

const departurePrefix = 'out:';

/** `service:<id>` is the receiver's end, `service:out:<id>` the sender's. */
export const transferNameOf = (direction: 'out' | 'in', serverId: string): string =>
	documentOf(direction === 'out' ? `${departurePrefix}${serverId}` : serverId);

/** Null for a document of this PC. */
export function transferIdOf(
	documentId: string,
): { direction: 'out' | 'in'; serverId: string } | null {
	const name = serverIdOf(documentId);
	if (name === null) return null;
	return name.startsWith(departurePrefix)
		? { direction: 'out', serverId: name.slice(departurePrefix.length) }
		: { direction: 'in', serverId: name };
}
