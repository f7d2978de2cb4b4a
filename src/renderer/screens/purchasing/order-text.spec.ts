import { expect, test } from 'vitest';
import type { OrderedLine } from '../../../shared/ordering/amending.ts';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { orderPaper, orderText } from './order-text.ts';

const language = new Language('en', 'en-GB');
const app = { t: language.t, format: new Format(language) };
const milk: OrderedLine = {
	lineId: 'l-1',
	itemId: '1',
	name: 'Milk',
	unitId: '3',
	unitName: 'case',
	quantity: '2',
	price: '6',
	note: 'cold',
};
const cream = { ...milk, lineId: 'l-3', name: 'Cream', note: '' };
const butter = { ...milk, lineId: 'l-2', name: 'Butter', price: null, note: '' };
const content = { supplierId: 'P-1', deliveryDate: '2026-11-20', lines: [milk, butter] };
const told = { number: 'PO-7', locationName: 'Harbour', currency: 'EUR' };

test('the text of an order has what its supplier must know, a line for each item', () => {
	expect(orderText(app, { sent: null, content }, told).split('\n')).toEqual([
		'Purchase order PO-7',
		'Deliver to: Harbour',
		'Delivery on: 20 Nov 2026',
		'',
		'2 case Milk, at €6.00, cold',
		'2 case Butter',
	]);
});

test('the text of an amended order says what it replaces, and marks every changed line', () => {
	const sent = {
		at: Date.UTC(2026, 10, 18, 9),
		how: 'email' as const,
		by: 'Noor',
		content: {
			...content,
			lines: [
				{ ...milk, quantity: '1' },
				{ ...cream, price: '5.5' },
				{ ...butter, lineId: 'l-9' },
			],
		},
	};
	const now = { ...content, lines: [milk, butter, cream] };
	const [title, ...lines] = orderText(app, { sent, content: now }, told).split('\n');
	expect(title).toMatch(/^Changed purchase order PO-7\. It replaces the one of Wed 18 Nov/);
	expect(lines.slice(3)).toEqual([
		'2 case Milk, at €6.00, cold (was 1 case)',
		'2 case Butter (new)',
		'2 case Cream, at €6.00 (was 2 case at €5.50)',
		'No longer ordered: Butter',
	]);
});

test('the paper of an order has only what its supplier reads', () => {
	const supplier = { name: 'Riverside', email: '', phone: '' };
	const { title, tables } = orderPaper(app, { content, supplier }, told);
	expect(title).toBe('Purchase order PO-7');
	expect(tables[0]?.rows).toEqual([
		['Milk', '2', 'case', '6', 'cold'],
		['Butter', '2', 'case', '', ''],
	]);
});
