import { expect, test } from 'vitest';
import type { Widget } from '../../../shared/bridge/report.ts';
import { daysOf, sentWidgets } from './widgets.ts';

const widget = (widgetType: string, sequence: number): Widget => ({
	widgetType,
	isVisible: true,
	sequence,
	days: 28,
	unknown: { colour: 'red' },
});
const known = [widget('stock-value', 1), widget('wastage', 2), widget('purchases', 3)];
const names = (widgets: readonly Widget[]) =>
	widgets.map(({ widgetType, sequence }) => `${widgetType} ${String(sequence)}`);

test('all parts are sent with the changed ones first, and unknown fields stay', () => {
	const sent = sentWidgets(known, known, { purchases: '7' });
	expect(names(sent)).toEqual(['purchases 3', 'stock-value 1', 'wastage 2']);
	expect(sent[0]).toMatchObject({ days: 7, unknown: { colour: 'red' } });
});

test('days are a whole number, or nothing', () => {
	expect(['', '7', '0', '7.5', 'x'].map(daysOf)).toEqual([
		null,
		7,
		undefined,
		undefined,
		undefined,
	]);
});
