// Whose move a transfer is while something of ours stands.
import type { TransferSummary } from '../../../shared/bridge/transfer.ts';
import type { Standing } from '../../../shared/bridge/values.ts';

/** @param afterwards whose move it is once the service has what we entered. */
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
