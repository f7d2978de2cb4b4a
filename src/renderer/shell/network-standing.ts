// The pill's message: the most important fact about network and outbox, worst first.
import type { AppState } from '../../shared/bridge/app.ts';

type NetworkStanding =
	| { kind: 'needs-you'; tone: 'rust'; count: number; beside: 'diskFull' | 'offline' | null }
	| { kind: 'disk-full'; tone: 'rust'; count: number }
	| { kind: 'practice-outdated'; tone: 'rust' }
	| { kind: 'secret-needed'; tone: 'rust' }
	| { kind: 'offline'; tone: 'amber'; count: number }
	| { kind: 'sending'; tone: 'amber'; count: number }
	| { kind: 'connecting'; tone: 'plain' }
	| { kind: 'online'; tone: 'thyme'; asOf: number | null };

export function standingOf(state: AppState): NetworkStanding {
	const { network, outbox, session } = state;
	if (outbox.needYou > 0) {
		const cut = network.state === 'offline' ? 'offline' : null;
		const beside = state.diskFull ? 'diskFull' : cut;
		return { kind: 'needs-you', tone: 'rust', count: outbox.needYou, beside };
	}
	// Nothing is sent while the disk is full, whatever the network does.
	if (state.diskFull) return { kind: 'disk-full', tone: 'rust', count: outbox.waiting };
	// Before the secret, which is missing only because the practice service could not start.
	if (practiceIsOutdated(state)) return { kind: 'practice-outdated', tone: 'rust' };
	if (session === 'secret-needed') return { kind: 'secret-needed', tone: 'rust' };
	if (network.state === 'offline') return { kind: 'offline', tone: 'amber', count: outbox.waiting };
	if (outbox.waiting > 0) return { kind: 'sending', tone: 'amber', count: outbox.waiting };
	if (network.state === 'unknown') return { kind: 'connecting', tone: 'plain' };
	return { kind: 'online', tone: 'thyme', asOf: network.lastAnswerAt };
}

/** Whether practice needs fresh data first. */
export const practiceIsOutdated = ({ practiceOutdated, account }: AppState): boolean =>
	practiceOutdated && account?.practice !== false;
