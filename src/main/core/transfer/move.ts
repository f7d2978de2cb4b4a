// Who has to act next on a transfer while work of ours is pending.
import type { TransferSummary } from '../../../shared/bridge/transfer.ts';
import type { Standing } from '../../../shared/bridge/values.ts';

/** @param afterwards who acts once the service has our work */
export function moveWhile(
	standing: Standing,
	afterwards: TransferSummary['move'],
): TransferSummary['move'] {
	switch (standing) {
		case 'draft':
		case 'needs-you':
			return 'ours';
		case 'waiting':
			return 'network';
		case 'service':
			return afterwards;
	}
}
