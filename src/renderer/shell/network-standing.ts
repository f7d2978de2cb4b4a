// What the pill says: the one thing a person should know about the network and the outbox, worst first.
import type { AppState } from '../../shared/bridge/app.ts';

type NetworkStanding =
	| { kind: 'needs-you'; tone: 'rust'; count: number }
	| { kind: 'secret-needed'; tone: 'rust' }
	| { kind: 'offline'; tone: 'amber'; count: number }
	| { kind: 'sending'; tone: 'amber'; count: number }
	| { kind: 'connecting'; tone: 'plain' }
	| { kind: 'online'; tone: 'thyme'; asOf: number | null };

export function standingOf({ network, outbox, session, sync }: AppState): NetworkStanding {
	if (outbox.needYou > 0) return { kind: 'needs-you', tone: 'rust', count: outbox.needYou };
	if (session === 'secret-needed') return { kind: 'secret-needed', tone: 'rust' };
	if (network.state === 'offline') return { kind: 'offline', tone: 'amber', count: outbox.waiting };
	if (outbox.waiting > 0) return { kind: 'sending', tone: 'amber', count: outbox.waiting };
	if (network.state === 'unknown') return { kind: 'connecting', tone: 'plain' };
	return { kind: 'online', tone: 'thyme', asOf: sync.asOf };
}
