// Transfers in every stage, moved on by the service's own handlers.
import { isZero, multiply, roundTo } from '../../shared/domain/decimal.ts';
import type { TransferRequest } from '../../shared/service/transfer.ts';
import { sparesAt } from './kitchen.ts';
import { ask } from '../operations/index.ts';
import type { Kitchen, Step } from './kitchen.ts';
import { transferNotes } from './kitchen-words.ts';
import type { Place } from './places.ts';
import { partOf } from './waste.ts';

export interface Way {
	readonly from: Place;
	readonly to: Place;
}

export type TransferEnding =
	| 'draft'
	| 'requested'
	| 'submitted'
	| 'approved'
	| 'finalized'
	| 'rejected'
	| 'in-transit'
	/** The last lines are missing. */
	| 'partly-received'
	| 'received'
	| 'received-in-two'
	/** Slightly more of one line than sent: it was weighed again. */
	| 'received-over'
	| 'turned-away';

export function transfer(way: Way, ending: TransferEnding, kitchen: Kitchen): Step {
	const { practice } = kitchen;
	return (later) => {
		const body = requestFor(way, kitchen);
		if (body.items.length === 0) return;
		if (ending === 'requested') {
			const { id } = ask(practice, 'transferIn.create', { body });
			later();
			ask(practice, 'transferIn.submit', { path: { id } });
			return;
		}
		const out = ask(practice, 'transferOut.create', { body });
		const act = (verb: 'submit' | 'approve' | 'finalize' | 'reject') => {
			later();
			ask(practice, `transferOut.${verb}`, { path: { id: out.id } });
		};
		if (ending === 'draft') return;
		act('submit');
		if (ending === 'submitted') return;
		if (ending === 'rejected') {
			act('reject');
			return;
		}
		act('approve');
		if (ending === 'approved') return;
		act('finalize');
		if (ending === 'finalized') return;
		later();
		sendAll(out.id, practice);
		if (ending === 'in-transit') return;
		later(150);
		arrive(out.id, ending, practice, later);
	};
}

function requestFor({ from, to }: Way, kitchen: Kitchen): TransferRequest {
	const { practice, chance } = kitchen;
	return {
		fromLocationId: from.locationId,
		toLocationId: to.locationId,
		date: new Date(practice.now()).toISOString(),
		description: chance.pick(transferNotes),
		items: sparesAt(from, to, chance.whole(5, 12), kitchen).map((spare) => ({
			itemId: spare.itemId,
			quantities: [partOf(spare, chance)],
		})),
	};
}

function sendAll(id: string, practice: Kitchen['practice']): void {
	const out = practice.records.get('transferOut', id);
	const body = {
		transferId: id,
		date: new Date(practice.now()).toISOString(),
		items: (out?.items ?? []).map((line) => ({
			transferItemId: line.id,
			itemId: line.itemId,
			quantities: line.quantities ?? [],
			quantity: line.quantity,
		})),
	};
	ask(practice, 'transferOut.fulfill', { body });
}

function arrive(
	outId: string,
	ending: 'partly-received' | 'received' | 'received-in-two' | 'received-over' | 'turned-away',
	practice: Kitchen['practice'],
	later: (minutes?: number) => void,
): void {
	const arrivalId = practice.records.get('transferOut', outId)?.counterpartId ?? '';
	if (ending === 'turned-away') {
		ask(practice, 'transferIn.reject', { path: { id: arrivalId } });
		return;
	}
	const lines = practice.records.get('transferIn', arrivalId)?.items ?? [];
	const receive = (some: typeof lines, firstTimes = '1') => {
		const items = some.map((line, index) => {
			const over = index === 0 ? roundTo(multiply(line.quantity, firstTimes), 3) : line.quantity;
			return {
				transferItemId: line.id,
				itemId: line.itemId,
				// A quantity that differs from the one sent was counted in base units.
				quantities: isZero(over) || over !== line.quantity ? [] : (line.quantities ?? []),
				quantity: over,
			};
		});
		const date = new Date(practice.now()).toISOString();
		const body = { transferId: arrivalId, date, items };
		ask(practice, 'transferIn.receive', { body });
	};
	if (ending === 'received') receive(lines);
	else if (ending === 'received-over') receive(lines, '1.04');
	else receive(lines.slice(0, -2));
	if (ending === 'received-in-two') {
		later(20 * 60);
		receive(lines.slice(-2));
	}
}
