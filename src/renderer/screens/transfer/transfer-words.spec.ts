import { describe, expect, it } from 'vitest';
import type { TransferSummary } from '../../../shared/bridge/transfer.ts';
import { phase } from '../../../shared/bridge/values.ts';
import { messagesOf } from '../../messages/catalogue.ts';
import { groupTransfers, onTheWay, stateOf } from './transfer-words.ts';

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
	currency: 'EUR',
	onTheWay: null,
	sentAt: 1,
	changedAt: 1,
	move: 'ours',
	edits: null,
	tags: [],
	...change,
});

describe('the state of a transfer', () => {
	it('has words for every phase we know, and shows an unknown one as the service says it', () => {
		const messages = messagesOf('en');
		for (const each of phase.options) {
			const { key } = stateOf(transfer('1', { phase: each }));
			if (each === 'unknown') expect(key).toBeNull();
			else expect(messages.has(key ?? ''), each).toBe(true);
		}
		const unknown = transfer('1', { phase: 'unknown', stateWord: 'Quarantined' });
		expect(stateOf(unknown).word).toBe('Quarantined');
	});

	it('says that it waits here rather than what the service said before', () => {
		expect(stateOf(transfer('1', { standing: 'waiting' })).key).toBe('transfers.standing-waiting');
	});

	it('says of a draft that changes a document of the service where that stands there', () => {
		const edit = transfer('1', { standing: 'draft', phase: 'rejected', edits: 'service:1' });
		expect(stateOf(edit).key).toBe('edit.state-rejected');
		expect(stateOf({ ...edit, phase: 'draft' }).key).toBe('edit.state-draft');
	});
});

describe('the list of transfers', () => {
	const documents = [
		transfer('done', { move: 'nobody', phase: 'received', sentAt: 5 }),
		transfer('theirs', { direction: 'out', move: 'theirs', sentAt: 3 }),
		transfer('young', { sentAt: 9 }),
		transfer('old', { sentAt: 2 }),
		transfer('stuck', { sentAt: 9, standing: 'needs-you', move: 'network' }),
		transfer('draft', { direction: 'out', move: 'ours', sentAt: null, changedAt: 7 }),
	];
	const ids = (group: readonly TransferSummary[]) => group.map(({ documentId }) => documentId);

	it('puts what needs someone first and then what has been longest on its way', () => {
		const { incoming, outgoing } = groupTransfers(documents, 'open');
		expect(ids(incoming)).toEqual(['stuck', 'old', 'young']);
		expect(ids(outgoing)).toEqual(['draft', 'theirs']);
	});

	it('lists what is done last, and only when all is asked for', () => {
		expect(ids(groupTransfers(documents, 'all').incoming)).toEqual([
			'stuck',
			'old',
			'young',
			'done',
		]);
	});

	it('heads what is only asked for apart from what is on its way', () => {
		const { incoming, asked } = groupTransfers(
			[
				transfer('asked', { phase: 'submitted', sentAt: null }),
				transfer('comes', { phase: 'in-transit' }),
				transfer('turned-away', { phase: 'rejected', sentAt: 4 }),
				transfer('comes-unsaid', { phase: 'partly-received', sentAt: null }),
			],
			'open',
		);
		expect(ids(asked)).toEqual(['asked']);
		expect(ids(incoming)).toEqual(['comes', 'comes-unsaid', 'turned-away']);
	});

	it('says what is on its way is worth, and nothing while nothing is', () => {
		expect(onTheWay([transfer('a', { onTheWay: '1.10' }), transfer('b')])).toBe('1.1');
		expect(onTheWay([transfer('b')])).toBeNull();
	});
});
