import { beforeEach, expect, test } from 'vitest';
import { wasteLine, wasteToSave } from '../../../../test/support/documents.ts';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { accountId } from '../../../../test/support/kitchen.ts';
import { Books } from './books.ts';

const kitchen = eachKitchen();
let book: Books;
beforeEach(() => {
	book = new Books(kitchen.store);
});

/** Submits a waste of milk. @returns the document's id */
function waste(typed: string): string {
	const line = wasteLine({ boxes: [{ unitId: '1', typed }] });
	const { documentId } = kitchen.call('wastage.save', wasteToSave([line]));
	kitchen.call('wastage.submit', { documentId, intentId: `intent-${documentId}` });
	return documentId;
}

/** The book of milk, which is the same for somebody who adds up all work anew. */
function milk(): string | null {
	const place = [accountId, 'L-1', 'A-1', '1'] as const;
	const { quantity } = book.at(...place);
	expect(quantity).toBe(new Books(kitchen.store).at(...place).quantity);
	expect(quantity).toBe(book.all(accountId, 'L-1')('A-1', '1').quantity);
	return quantity;
}

test('the book follows every change of our own work that waits', async () => {
	const before = Number(milk());
	const change = () => Number(milk()) - before;
	kitchen.service.there = false;
	const first = waste('2');
	expect(change()).toBe(-2);
	waste('3');
	expect(change()).toBe(-5);
	kitchen.undo('wastage', first);
	expect(change()).toBe(-3);
	waste('4');
	expect(change()).toBe(-7);
	// Confirmed, and not in the copy of the stock yet.
	kitchen.service.there = true;
	await kitchen.send();
	expect(change()).toBe(-7);
	// The scripted service books nothing.
	await kitchen.pull();
	expect(change()).toBe(0);
});
