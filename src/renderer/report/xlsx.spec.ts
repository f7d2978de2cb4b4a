import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { Report, ReportTable } from '../../shared/report/report.ts';
import { xlsxOf } from './xlsx.ts';

const report = (...tables: ReportTable[]): Report => ({
	title: 'Waste',
	fileName: 'waste',
	location: 'Harbour Kitchen',
	day: '20 Nov 2026',
	facts: [],
	tables,
	timeZone: 'Asia/Dubai',
});

/** The first sheet's rows below the heading, with formulas if any. */
async function readBack(table: ReportTable) {
	const { sheets } = await readXlsx(await xlsxOf(report(table), 'ltr'));
	const [sheet] = sheets;
	const formulas = [...(sheet?.cells?.values() ?? [])].filter(
		({ formula }) => formula !== undefined,
	);
	return { rows: sheet?.rows.slice(1) ?? [], formulas };
}

/** Typed text: no control characters (XML cannot carry them) and no noncharacters. */
const typed = fc
	.string({ unit: 'grapheme' })
	.filter((text) => !/\p{Cc}|[\uFFFD-\uFFFF]/u.test(text));
const texts = fc.oneof(
	typed,
	fc
		.tuple(fc.constantFrom('=', '+', '-', '@', '\t', '=1+', "'="), typed)
		.map((parts) => parts.join('')),
	fc.constantFrom(
		'_x000D_',
		'constructor',
		'__proto__',
		'true',
		'1e3',
		'007',
		'2026-11-20',
		' two  spaces ',
	),
);

describe('XLSX', () => {
	it('returns every text as text, and runs none', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 8 }), async (column) => {
				const { rows, formulas } = await readBack({
					name: 'Waste',
					columns: [
						{ kind: 'text', label: 'Note' },
						{ kind: 'decimal', label: 'Anchor' },
					],
					rows: column.map((text) => [text, '1']),
				});
				expect(rows.map(([cell]) => cell ?? '')).toEqual(column);
				expect(formulas).toEqual([]);
			}),
			{ numRuns: 60 },
		);
	});

	it('cuts a text that is longer than a cell of Excel may be', async () => {
		const { rows } = await readBack({
			name: 'Waste',
			columns: [{ kind: 'text', label: 'Note' }],
			rows: [[`${'n'.repeat(32_766)}😀 and more`]],
		});
		expect(rows).toEqual([['n'.repeat(32_766)]]);
	});

	it('keeps every digit of a decimal: as a number as long as that holds it, then as text', async () => {
		const decimals = fc
			.tuple(
				fc.boolean(),
				fc.bigInt({ min: 0n, max: 10n ** 24n }),
				fc.string({ unit: fc.constantFrom('0', '5', '7'), minLength: 1, maxLength: 6 }),
			)
			.map(([negative, whole, part]) => `${negative ? '-' : ''}${whole}.${part}7`);
		await fc.assert(
			fc.asyncProperty(fc.array(decimals, { minLength: 1, maxLength: 8 }), async (column) => {
				const { rows } = await readBack({
					name: 'Waste',
					columns: [{ kind: 'decimal', label: 'Quantity' }],
					rows: column.map((text) => [text]),
				});
				for (const [at, text] of column.entries()) {
					const digits = text.replace(/[-.]/g, '').replace(/^0+/, '').length;
					expect(rows[at]?.[0]).toBe(digits <= 15 ? Number(text) : text);
					expect(Number(String(rows[at]?.[0]))).toBe(Number(text));
				}
			}),
			{ numRuns: 40 },
		);
	});

	it("writes a business date as that day, and an instant by the location's clock", async () => {
		const { rows } = await readBack({
			name: 'Waste',
			columns: [
				{ kind: 'day', label: 'Day' },
				{ kind: 'instant', label: 'At' },
			],
			rows: [['2026-11-20', Date.UTC(2026, 10, 20, 23, 5)]],
		});
		expect(rows).toEqual([[new Date('2026-11-20T00:00:00Z'), new Date('2026-11-21T03:05:00Z')]]);
	});

	it('starts at the right in Arabic, and gives sheets valid names', async () => {
		const table = (name: string): ReportTable => ({
			name,
			columns: [{ kind: 'text', label: 'الصنف' }],
			rows: [['طماطم']],
		});
		const names = [
			'هدر/اليوم [1]',
			'هدر/اليوم [1]',
			'x'.repeat(40),
			'x'.repeat(41),
			`${'y'.repeat(30)}😀`,
			`${'z'.repeat(30)}'s`,
		];
		const { sheets } = await readXlsx(await xlsxOf(report(...names.map(table)), 'rtl'));
		expect(sheets[0]?.view?.rightToLeft).toBe(true);
		expect(sheets.map(({ name }) => name)).toEqual([
			'هدر اليوم  1',
			'هدر اليوم  1 2',
			'x'.repeat(31),
			`${'x'.repeat(29)} 2`,
			'y'.repeat(30),
			'z'.repeat(30),
		]);
		expect(sheets[0]?.rows).toEqual([['الصنف'], ['طماطم']]);
	});
});
