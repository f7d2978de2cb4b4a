// A scan is never a count: slow scanners, a busy page and every state of the sheets.
import type { CDPSession, Page } from '@playwright/test';
import fc from 'fast-check';
import { gtinCheckDigitValid } from '../../src/shared/domain/barcode.ts';
import { expect, test as base, type Pc } from '../support/office.ts';
import { patience } from '../support/slowness.ts';
import { whole } from '../support/whole.ts';

const seed = 17;
const runs = whole ? 5 : 2;

/** Any code, scanned at any speed, on a page that is busy before some of its keys. */
interface Scan {
	readonly code: string;
	readonly gap: number;
	readonly jitter: readonly number[];
	readonly end: 'Enter' | 'Tab';
	/** Key before which the page is busy, and for how many ms. */
	readonly pauses: readonly (readonly [key: number, ms: number])[];
}

const gtin = fc
	.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
	.map((digits) => {
		const text = digits.join('');
		return text + ([...'0123456789'].find((digit) => gtinCheckDigitValid(text + digit)) ?? '');
	});

const scans = (known: string): fc.Arbitrary<Scan> =>
	fc.record({
		code: fc.oneof(fc.constant(known), gtin),
		gap: fc.integer({ min: 1, max: 120 }),
		jitter: fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 16, maxLength: 16 }),
		end: fc.constantFrom('Enter', 'Tab'),
		pauses: fc.array(fc.tuple(fc.nat(13), fc.integer({ min: 50, max: 500 })), { maxLength: 2 }),
	});

/**
 * The times of all keys, in seconds. The test's own clock: a clock of the machine that is slow, or set while the test
 * runs, would join keys of different bursts.
 */
let now = Date.now() / 1000;
/** Longer than the pause that ends a burst. */
const pause = 1;

async function scanOn(page: Page, cdp: CDPSession, one: Scan): Promise<void> {
	const keys = [...one.code, one.end];
	const sent: Promise<unknown>[] = [];
	for (const [index, key] of keys.entries()) {
		now += Math.max(one.gap + (one.jitter[index] ?? 0), 0) / 1000;
		for (const [before, ms] of one.pauses) {
			if (before === index) sent.push(page.evaluate(busyFor, ms));
		}
		sent.push(pressAt(cdp, key, now));
	}
	await Promise.all(sent);
}

function busyFor(ms: number): void {
	const until = performance.now() + ms;
	while (performance.now() < until);
}

async function pressAt(cdp: CDPSession, key: string, timestamp: number): Promise<void> {
	const text = key === 'Enter' ? '\r' : key === 'Tab' ? '' : key;
	const down = {
		key,
		timestamp,
		...(key === 'Tab' ? { code: 'Tab', windowsVirtualKeyCode: 9 } : {}),
	};
	await Promise.all([
		cdp.send('Input.dispatchKeyEvent', {
			type: text === '' ? 'rawKeyDown' : 'keyDown',
			text,
			...down,
		}),
		cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...down }),
	]);
}

/** Every scan in this state, then the check; each scan may follow another one at once. */
async function scanEverything(
	page: Page,
	known: string,
	{ prepare, check }: { prepare: (cdp: CDPSession) => Promise<void>; check: () => Promise<void> },
): Promise<void> {
	const cdp = await page.context().newCDPSession(page);
	await fc.assert(
		fc.asyncProperty(scans(known), scans(known), fc.boolean(), async (one, other, twice) => {
			await prepare(cdp);
			now += pause;
			await scanOn(page, cdp, one);
			if (twice) await scanOn(page, cdp, other);
			await check();
		}),
		{ seed, numRuns: runs, endOnFailure: true },
	);
	await cdp.detach();
}

async function countOf(pc: Pc, locationId: string) {
	const plan = { scope: { kind: 'full' as const } };
	const intentId = crypto.randomUUID();
	const input = { locationId, name: 'Night count', plan, intentId };
	const { stocktakeId } = await pc.call('stocktake.open', input);
	const lines = async () => (await pc.call('stocktake.sheet', { stocktakeId })).lines;
	const [line] = (await lines()).toReversed();
	if (line === undefined) throw new Error('The count has no line.');
	const { barcodes } = await pc.call('item.get', { itemId: line.itemId, locationId });
	return { stocktakeId, lines, line, barcode: barcodes[0]?.barcode ?? '' };
}

/** The keys of the last scan have been handled: the page answers, and holds none. */
async function settled(page: Page): Promise<void> {
	await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), 350 * patience);
}

/** Texts of the page's boxes for numbers that hold more than a person typed. */
const longNumbers = (page: Page): Promise<string[]> =>
	page
		.locator('input[inputmode=decimal]')
		.evaluateAll((boxes) =>
			boxes.flatMap((box) =>
				box instanceof HTMLInputElement && /\d{3}/.test(box.value) ? [box.value] : [],
			),
		);

base(
	'no digit of a scan is counted, whatever the sheet shows @night',
	async ({ page, kitchen }) => {
		base.setTimeout(180_000);
		const { pc, locationId } = kitchen;
		const { stocktakeId, lines, barcode } = await countOf(pc, locationId);
		await pc.show(page, `/counts/${stocktakeId}`);
		await expect(page.getByRole('grid').locator('input:focus')).toBeVisible();
		const nothingCounted = async () => {
			await settled(page);
			expect((await lines()).filter(({ total }) => total !== null)).toEqual([]);
			expect(await longNumbers(page)).toEqual([]);
		};
		const toFirst = async () => {
			if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
			await page.keyboard.press('Control+F');
			await page.keyboard.press('Escape');
			await page.keyboard.press('Control+Home');
			await expect(page.getByRole('grid').locator(':focus')).toBeVisible();
		};

		await base.step('an empty box', () =>
			scanEverything(page, barcode, {
				prepare: toFirst,
				check: nothingCounted,
			}),
		);

		await base.step('a box with a digit that is not saved yet', () =>
			scanEverything(page, barcode, {
				async prepare(cdp) {
					await toFirst();
					await page.keyboard.press('End');
					await page.keyboard.press('Home');
					const box = page.getByRole('grid').locator('input:focus');
					await expect(box).toBeVisible();
					now += pause;
					await pressAt(cdp, '7', now);
					await expect(box).toHaveValue('7');
				},
				async check() {
					await settled(page);
					await expect
						.poll(async () =>
							(await lines()).flatMap(({ boxes }) => boxes.map(({ typed }) => typed)),
						)
						.toEqual(['7']);
					await page.keyboard.press('Control+Z');
					await expect
						.poll(async () => (await lines()).filter(({ total }) => total !== null).length)
						.toBe(0);
				},
			}),
		);

		await base.step('entry by line number', async () => {
			await pc.show(page, `/counts/${stocktakeId}/paper`);
			const number = page.getByLabel('Line number');
			await expect(number).toBeFocused();
			await scanEverything(page, barcode, {
				async prepare() {
					await number.focus();
					await page.keyboard.press('Control+A');
					await page.keyboard.type('1');
					await page.keyboard.press('Enter');
					await expect(page.locator('.boxes input:focus')).toBeVisible();
				},
				check: nothingCounted,
			});
		});
	},
);

base(
	'no digit of a scan is received, wasted or made of a dish @night',
	async ({ page, kitchen }) => {
		base.setTimeout(180_000);
		const { pc, locationId } = kitchen;
		const { documents } = await pc.call('transfer.list', { locationId });
		const arrival = documents.find(({ kind, move }) => kind === 'transferIn' && move === 'ours');
		if (arrival === undefined) throw new Error('Nothing is in transit.');
		const { documentId } = arrival;
		const received = async () => (await pc.call('transfer.get', { documentId })).lines;
		const known = (await received())[0]?.item.barcodes[0]?.barcode ?? '';

		await base.step('receiving', async () => {
			await pc.show(page, `/transfers/${documentId}`);
			await expect(page.getByRole('grid')).toBeVisible();
			await scanEverything(page, known, {
				async prepare() {
					await page.locator('[role=grid] input[inputmode=decimal]').first().focus();
				},
				async check() {
					await settled(page);
					expect((await received()).flatMap(({ entry }) => entry?.boxes ?? [])).toEqual([]);
					expect(await longNumbers(page)).toEqual([]);
				},
			});
		});

		await base.step('waste, in a box and in the search', async () => {
			await pc.show(page, '/waste/new');
			const adding = page.getByRole('combobox', { name: 'Add an item' });
			await expect(adding).toBeFocused();
			const cdp = await page.context().newCDPSession(page);
			await scanOn(page, cdp, {
				code: known,
				gap: 100,
				jitter: [],
				end: 'Enter',
				pauses: [[4, 300]],
			});
			const box = page.locator('[role=grid] input[inputmode=decimal]').first();
			await expect(page.locator('[role=grid] input:focus')).toBeVisible();
			await expect(adding).toHaveValue('');
			await scanEverything(page, known, {
				prepare: () => box.focus(),
				async check() {
					await settled(page);
					const { documents: drafts } = await pc.call('wastage.list', {
						locationId,
						filter: { state: 'draft' },
					});
					const [draft] = drafts;
					const { lines } = await pc.call('wastage.get', { documentId: draft?.documentId ?? '' });
					expect(lines.flatMap(({ boxes }) => boxes)).toEqual([]);
					expect(await longNumbers(page)).toEqual([]);
				},
			});
		});

		await base.step('the dialog of a dish', async () => {
			const { recipes } = await pc.call('recipe.search', { text: 'M-' });
			const dish = recipes.find(({ kind }) => kind === 'menu');
			await page.getByRole('combobox', { name: 'Add an item' }).fill(dish?.name ?? '');
			await page
				.getByRole('option', { name: dish?.name ?? '' })
				.first()
				.click();
			const portions = page.getByRole('dialog').getByLabel('Portions');
			await scanEverything(page, known, {
				prepare: () => portions.focus(),
				async check() {
					await expect(page.getByText(/^Barcode .* was not entered/)).toBeVisible();
					await expect(portions).toHaveValue('1');
				},
			});
		});
	},
);
