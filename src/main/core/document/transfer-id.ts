// The bridge's names of the service's transfers. A service may give both ends of a transfer the same id, so that the id
// alone does not say which end is meant.
import { documentOf, serverIdOf } from './lane-fold.ts';

const departurePrefix = 'out:';

/** `service:<id>` is the receiver's end of a transfer, `service:out:<id>` the sender's. */
export const transferNameOf = (direction: 'out' | 'in', serverId: string): string =>
	documentOf(direction === 'out' ? `${departurePrefix}${serverId}` : serverId);

/** Which transfer of the service a name means; null for a document of this PC. */
export function transferIdOf(
	documentId: string,
): { direction: 'out' | 'in'; serverId: string } | null {
	const name = serverIdOf(documentId);
	if (name === null) return null;
	return name.startsWith(departurePrefix)
		? { direction: 'out', serverId: name.slice(departurePrefix.length) }
		: { direction: 'in', serverId: name };
}
