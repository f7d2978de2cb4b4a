import { expect, test } from 'vitest';
import type { OrderedLine } from '../../../shared/ordering/amending.ts';
import { Format } from '../../messages/format.svelte.ts';
import { Language } from '../../messages/language.svelte.ts';
import { orderText } from './order-text.ts';

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
