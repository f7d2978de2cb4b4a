import { readXlsx } from 'hucre/xlsx';
import { expect, it, vi } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';
import type { Answers } from '../../../../test/support/screen.ts';

const open = (answers: Answers = {}) =>
	openCountScreen('/counts/ID/review', {
		typed: { 1: '40', 2: '20' },
		can: ['print', 'save-file'],
		answers,
		before: (kitchen, stocktakeId) => {
			kitchen.call('stocktake.note', {
				stocktakeId,
				lineNo: 1,
				note: 'Two crates open',
				by: 'Samir',
			});
			kitchen.call('stocktake.submit', { stocktakeId, intentId: 'intent-submit' });
		},
	});
type Screen = Awaited<ReturnType<typeof open>>;
const choose = async (screen: Screen, entry: string) => {
	await screen.fromMenu('Evidence', entry);
};

async function check(screen: Screen, name: string, text: string) {
	await screen.click('Evidence');
	await screen.giveFiles('Verify a file…', new File([text], name), 'menuitem');
	return screen.notices().at(-1);
}

it('is saved as a file that tells whether anything was changed', async () => {
	const screen = await open();
	await screen.click('Evidence');
	expect(screen.menu()).toMatchInlineSnapshot(
		`"[Print…] [Save for Excel (XLSX)] [Save as a verifiable file (CSV)] [Verify a file…]"`,
	);
	await screen.click(/CSV/, 'menuitem');
	const [file] = screen.saved;
	expect(file?.name).toMatch(/^evidence Harbour Kitchen Friday 2026-11-20 [0-9a-f]{8}\.csv$/);
	const text = new TextDecoder().decode(file?.bytes);
	expect(await check(screen, 'same.csv', text)).toMatchInlineSnapshot(
		`"same.csv is unchanged and matches this count."`,
	);
	expect(await check(screen, 'changed.csv', text.replace('Two crates', 'Three crates'))).toBe(
		'changed.csv was changed after it was saved: its content does not match its fingerprint. Saving it from a spreadsheet is enough to cause this.',
	);
	expect(await check(screen, 'other.csv', 'a,b\n1,2\n')).toMatchInlineSnapshot(
		`"other.csv has no fingerprint. It is not an evidence file, or its last line is missing."`,
	);
});

/** Without what differs between counts: the fingerprint and the PC. */
const plain = (text: string) => text.replaceAll(/[0-9a-f]{64}/g, 'FINGERPRINT');

it('is printed, line by line and entry by entry', async () => {
	const screen = await open();
	expect(plain(await screen.paper('Evidence'))).toMatchInlineSnapshot(`
		"# Evidence: Friday
		Count : Friday
		State : submitted
		Fingerprint (SHA-256) : FINGERPRINT
		Fingerprint of : The CSV file of this evidence, without its last line.
		## Lines
		Line | Code | Name | What | As entered | Counted | Unit | Book | Difference | Value, EUR | When | Who | Note |
		1 | DA-1 | Whole milk | counted | 40 each | 40 | each | 48 | −8 | −4.00 | Fri 20 Nov, 10:00 | Noor | Two crates open |
		2 | DA-2 | Butter | counted | 20 each | 20 | each | 24 | −4 | −8.80 | Fri 20 Nov, 10:00 | Noor | |
		3 | DA-4 | Flour | not counted | | | kg | 60.0004 | | | | | |
		4 | DA-1 | Whole milk | not counted | | | each | 12 | | | | | |
		5 | DA-3 | Cream | not counted | | | each | 7.5 | | | | | |
		## Entries
		When | Who | PC | What | Round | Line | Code | Name | As entered | Counted | Unit |
		Fri 20 Nov, 10:00 | Noor | Office | entered | 0 | 1 | DA-1 | Whole milk | 40 | 40 | each |
		Fri 20 Nov, 10:00 | Noor | Office | entered | 0 | 2 | DA-2 | Butter | 20 | 20 | each |
		Fri 20 Nov, 10:00 | Samir | Office | note | 0 | 1 | DA-1 | Whole milk | Two crates open | | |
		## Decisions
		When | Who | PC | What | Round | Note |
		Fri 20 Nov, 10:00 | Noor | Office | opened | 0 | lines: 5 |
		Fri 20 Nov, 10:00 | Noor | Office | submitted | 0 | |
		## Posting
		When | What | Part | Lines | Number at the service |
		Fri 20 Nov, 10:00 | waiting | 1 | 2 | Stocktake: Friday |
		Counted byName, date and signature
		Approved byName, date and signature"
	`);
	expect(screen.app.printing.report?.seal).toMatch(/^SHA-256 [0-9a-f]{64}$/);
});

/** As the verifiable file states it. */
async function fingerprintOf(screen: Screen): Promise<string> {
	await choose(screen, 'Save as a verifiable file (CSV)');
	const text = new TextDecoder().decode(screen.saved.at(-1)?.bytes);
	return /SHA-256,([0-9a-f]{64})/.exec(text)?.[1] ?? '';
}

it('is saved as a workbook', async () => {
	const screen = await open();
	await choose(screen, 'Save for Excel (XLSX)');
	await vi.waitFor(() => expect(screen.saved).toHaveLength(1));
	expect(screen.saved[0]?.name).toMatch(
		/^evidence Harbour Kitchen Friday 2026-11-20 [0-9a-f]{8}\.xlsx$/,
	);
	const sha256 = await fingerprintOf(screen);
	const { sheets } = await readXlsx(screen.saved[0]!.bytes);
	expect(sheets[0]?.rows).toContainEqual(['Fingerprint (SHA-256)', sha256]);
	const [columns = [], line = []] = sheets.find(({ name }) => name === 'Lines')?.rows ?? [];
	const cell = (label: string) => line[columns.indexOf(label)];
	expect([cell('When'), cell('Counted'), cell('Unit cost, EUR')]).toEqual([
		expect.any(Date),
		40,
		0.5,
	]);
});

it('says why evidence was not saved or checked', async () => {
	const no = () => fail('not-possible-now', 'no');
	const screen = await open({ 'evidence.get': no, 'evidence.check': no });
	await choose(screen, 'Print…');
	await choose(screen, 'Save as a verifiable file (CSV)');
	expect(await check(screen, 'any.csv', 'any')).toBe('This is not possible now.');
	expect(screen.notices()).toHaveLength(3);
	expect(screen.saved).toEqual([]);
});
