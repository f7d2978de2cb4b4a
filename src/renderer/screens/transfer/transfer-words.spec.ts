import { describe, expect, it } from 'vitest';
import type { TransferSummary } from '../../../shared/bridge/transfer.ts';
import { phase } from '../../../shared/bridge/values.ts';
import { messagesOf } from '../../messages/catalogue.ts';
import { stateOf } from './transfer-words.ts';

const transfer = (documentId: string, change: Partial<TransferSummary> = {}): TransferSummary => ({
	documentId,
	direction: 'in',
	number: documentId,
	fromLocationId: '1',
	fromName: 'Mill Street Grill',
	toLocationId: '2',
	toName: 'Harbour Kitchen',
	businessDate: '2026-11-20',
	phase: 'in-transit',
	stateWord: 'InTransit',
	standing: 'service',
	lines: 3,
	cost: '10',
	costsUnknown: 0,
	currency: 'EUR',
	onTheWay: null,
	sentAt: 1,
	changedAt: 1,
	move: 'ours',
	edits: null,
	tags: [],
	...change,
});

describe('state of a transfer', () => {
	it("has words for every known phase, and shows the service's word for others", () => {
		const messages = messagesOf('en');
		for (const each of phase.options) {
			const { key } = stateOf(transfer('1', { phase: each }));
			if (each === 'unknown') expect(key).toBeNull();
			else expect(messages.has(key ?? ''), each).toBe(true);
		}
		const unknown = transfer('1', { phase: 'unknown', stateWord: 'Quarantined' });
		expect(stateOf(unknown).word).toBe('Quarantined');
	});

	it("shows what waits here rather than the service's last state", () => {
		expect(stateOf(transfer('1', { standing: 'waiting' })).key).toBe('transfers.standing-waiting');
	});

	it("shows the service document's state for a draft that edits it", () => {
		const edit = transfer('1', {
			standing: 'draft',
			phase: 'rejected',
			edits: 'service:transferIn:1',
		});
		expect(stateOf(edit).key).toBe('edit.state-rejected');
		expect(stateOf({ ...edit, phase: 'draft' }).key).toBe('edit.state-draft');
	});
});
