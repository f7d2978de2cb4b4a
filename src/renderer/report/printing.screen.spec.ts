import { expect, it } from 'vitest';
import { openCountScreen } from '../../../test/support/count-screen.ts';
import type { Report } from '../../shared/report/report.ts';
import type { PrintOutcome, SaveOutcome } from '../../shared/bridge/host-parts.ts';

/** The dialog of a report on paper, at a host that prints or saves with these outcomes. */
const open = async (outcome: PrintOutcome, saved: SaveOutcome | null = null) => {
	const screen = await openCountScreen('/counts/ID/review', {
		typed: { 1: '40' },
		can: ['print', 'save-file'],
	});
	const papers: unknown[] = [];
	Object.assign(screen.app.bridge, {
		print: async (paper: unknown) => {
			papers.push(paper);
			return outcome;
		},
		savePdf:
			saved &&
			(async (name: string, paper: unknown) => {
				papers.push(name, paper);
				return saved;
			}),
	});
	await screen.paper();
	return { ...screen, papers };
};

it('prints on the chosen paper, and closes', async () => {
	const screen = await open({ kind: 'printed' });
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Print “Variances: Friday”
		[Close]
		9 lines
		{A4: yes} A4 {Letter: no} Letter
		{Portrait: no} Portrait {Landscape: yes} Landscape
		To get a PDF, choose “Save as PDF” as the printer in the next window.
		[Cancel] [Print]"
	`);
	await screen.click('Letter', 'radio');
	await screen.click('Portrait', 'radio');
	await screen.click('Print');
	expect(screen.papers).toEqual([{ landscape: false, size: 'Letter' }]);
	expect(screen.dialog()).toBe('');
	expect(document.querySelector('.printed')).toBeNull();
});

it('prints once the fonts are there', async () => {
	const screen = await open({ kind: 'printed' });
	const fonts = Promise.withResolvers<null>();
	Object.assign(document.fonts, { ready: fonts.promise });
	await screen.click('Print');
	expect(screen.papers).toEqual([]);
	fonts.resolve(null);
	await screen.settle();
	expect(screen.papers).toHaveLength(1);
});

it.each<[PrintOutcome, string[]]>([
	[{ kind: 'cancelled' }, []],
	[{ kind: 'failed', why: 'No printer.' }, ['Not printed: No printer.']],
])('keeps the dialog open when nothing was printed: %j', async (outcome, says) => {
	const screen = await open(outcome);
	await screen.click('Print');
	expect(screen.notices()).toEqual(says);
	expect(screen.dialog()).not.toBe('');
});

it.each<[SaveOutcome, string, boolean]>([
	[{ kind: 'saved', name: 'variances.pdf' }, 'Saved as variances.pdf.', false],
	[{ kind: 'cancelled' }, '', true],
	[{ kind: 'failed', why: 'The disk is full.' }, 'Not saved: The disk is full.', true],
])('saves a PDF: %j', async (outcome, says, stays) => {
	const screen = await open({ kind: 'cancelled' }, outcome);
	await screen.click(/PDF/);
	expect(screen.papers).toEqual([expect.stringMatching(/\.pdf$/), { size: 'A4', landscape: true }]);
	expect(screen.notices().join()).toBe(says);
	if (outcome.kind === 'failed') expect(screen.app.notices.list[0]?.tone).toBe('rust');
	expect(screen.dialog() !== '').toBe(stays);
});

it('writes each kind of cell for the region', async () => {
	const screen = await openCountScreen('/counts', { can: ['print'] });
	const report: Report = {
		title: 'Prices',
		fileName: 'prices',
		location: 'Harbour Kitchen',
		day: '20 Nov 2026',
		facts: [{ label: 'Supplier', value: 'Riverside Dairy' }],
		tables: [
			{
				name: 'Prices',
				columns: [
					{ kind: 'text', label: 'Item' },
					{ kind: 'decimal', label: 'Price', leastPlaces: 2 },
					{ kind: 'decimal', label: 'Value', places: 2 },
					{ kind: 'decimal', label: 'Quantity' },
					{ kind: 'day', label: 'From' },
					{ kind: 'instant', label: 'Changed' },
				],
				rows: [
					['Butter', '2.2', '-1234.5', '1.250', '2026-11-18', Date.UTC(2026, 10, 20, 8)],
					['Cream', '3.1025', '7', 'none', 'later', null],
				],
				totals: ['Total', '', '-1227.5', '', '', null],
			},
		],
	};
	screen.app.printing.open(report, 'en-GB');
	await screen.settle();
	expect(screen.words(document.querySelector('.printed'))).toMatchInlineSnapshot(`
		"# Prices
		Supplier : Riverside Dairy
		Item | Price | Value | Quantity | From | Changed |
		Butter | 2.20 | −1,234.50 | 1.25 | 18 Nov 2026 | Fri 20 Nov, 8:00 |
		Cream | 3.1025 | 7.00 | none | later | |
		Total | | −1,227.50 | | | |"
	`);
});
