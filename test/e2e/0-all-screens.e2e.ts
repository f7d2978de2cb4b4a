// Every screen in light, and every night in dark and Arabic: no axe findings (WCAG 2.2 AA), no overflow, and a picture in
// test-results/screens. `npm run pictures` makes the README's from them.
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Settings } from '../../src/shared/bridge/app.ts';
import {
	expect,
	openPc,
	openService,
	settleIn,
	test as base,
	type Pc,
	type Service,
} from '../support/office.ts';
import { practiceProfile } from '../../src/practice/profile.ts';
import { livedIn, receiveTooMuch, type LivedIn } from '../support/lived-in.ts';
import { whole } from '../support/whole.ts';
import { axeFaults } from './axe.ts';
import { unlistedColours } from './colours.ts';
import { callsOf, isStill, newLooksOf } from './looks.ts';

interface WorkerFixtures {
	/** A kitchen in mid-service, the same in every picture. */
	day: { pc: Pc; service: Service; places: LivedIn };
	/** A small kitchen with an outbox that needs attention. */
	asked: Pc;
	/** A program without a connection. */
	fresh: Pc;
}

const test = base.extend<object, WorkerFixtures>({
	day: [
		async ({ stocked }, use) => {
			const folder = await mkdtemp(join(tmpdir(), 'stillroom-screens-'));
			const file = join(folder, 'service.db');
			await copyFile(await stocked('demo'), file);
			const { service, close } = await openService(file);
			const pc = await openPc(join(folder, 'data'));
			await pc.start();
			const locationId = await settleIn(pc, service);
			const places = await livedIn(pc, service, locationId);
			await use({ pc, service, places });
			await pc.stop();
			await close();
			await rm(folder, { recursive: true, force: true });
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	asked: [
		async ({ stocked }, use) => {
			const folder = await mkdtemp(join(tmpdir(), 'stillroom-asked-'));
			const file = join(folder, 'service.db');
			await copyFile(await stocked('small'), file);
			const { service, close } = await openService(file);
			const pc = await openPc(join(folder, 'data'));
			await pc.start();
			const profile = { ...practiceProfile, transfer: { overReceiptPercent: null } };
			await receiveTooMuch(pc, await settleIn(pc, service, profile));
			await pc.until(({ outbox }) => outbox.needYou === 1);
			await use(pc);
			await pc.stop();
			await close();
			await rm(folder, { recursive: true, force: true });
		},
		{ scope: 'worker', timeout: 60_000 },
	],
	fresh: [
		async ({}, use) => {
			const folder = await mkdtemp(join(tmpdir(), 'stillroom-fresh-'));
			const pc = await openPc(folder);
			await pc.start();
			await use(pc);
			await pc.stop();
			await rm(folder, { recursive: true, force: true });
		},
		{ scope: 'worker' },
	],
});

const looks = {
	light: { language: 'en', locale: 'en-GB', theme: 'light' },
	dark: { language: 'en', locale: 'en-GB', theme: 'dark' },
	arabic: { language: 'ar', locale: 'ar-AE', theme: 'light' },
} as const satisfies Record<string, Partial<Settings>>;

const screensOf = ({
	count,
	counted,
	draft,
	waste,
	sending,
	arrival,
	waiting,
	claim,
	imported,
}: LivedIn) => ({
	'count-list': '/counts',
	'count-new': '/counts/new',
	'count-due': '/counts/new/due/Weekly',
	count: `/counts/${count}`,
	'count-review': `/counts/${count}/review`,
	'count-submitted': `/counts/${counted}/review`,
	'count-paper': `/counts/${count}/paper`,
	'count-history': '/counts/history',
	'count-compare': `/counts/${counted}/compare/${count}`,
	'waste-list': '/waste',
	'waste-totals': '/waste/totals',
	'waste-draft': `/waste/${draft}`,
	waste: `/waste/${waste}`,
	'transfer-list': '/transfers',
	'transfer-send': `/transfers/${sending}`,
	'transfer-receive': `/transfers/${arrival}`,
	'transfer-report': '/transfers/report',
	deliveries: '/deliveries',
	requests: '/requests',
	orders: '/orders',
	ordering: '/ordering',
	prices: '/prices',
	'follow-ups': '/follow-ups',
	credits: '/credits',
	'credit-totals': '/credits/totals',
	claim: `/credits/${claim.creditId}`,
	'credit-letter': `/credits/letter/${claim.supplierId}`,
	'ordering-par': '/ordering/tables/par',
	returns: '/returns',
	'return-new': '/returns/new',
	suppliers: '/supplier',
	'supplier-new': '/supplier/new/0b6d8a52-4f43-4c36-8b54-3a2c9e1f7d10',
	'waste-reasons': '/wasteReason',
	imports: '/imports',
	'import-new': '/imports/new',
	'import-upload': '/imports/upload',
	'import-preview': `/imports/preview/${imported.previewId}`,
	'import-run': `/imports/run/${imported.runId}`,
	outbox: `/outbox/${waiting}`,
	reports: '/report',
	'control-tower': '/report/tower',
	dashboard: '/report/dashboard',
	'business-tree': '/organisation',
	duplicates: '/duplicates',
	marketplace: '/marketplace',
	access: '/access',
	'access-rights': '/access?view=rights',
	'access-roles': '/access?view=roles',
	'access-approvals': '/access?view=approvals',
	'access-checks': '/access?view=checks',
	settings: '/settings',
	'service-check': '/settings/service-check',
	rescue: '/settings/rescue',
});

/** The same components as another screen, with other columns: axe checks them only at night. */
const repeats: ReadonlySet<string> = new Set([
	'count-submitted',
	'requests',
	'orders',
	'returns',
	'credit-totals',
	'waste-reasons',
	'access-roles',
	'access-approvals',
]);

/** Screens that load their lines after the page. */
const withRows: ReadonlySet<string> = new Set([
	'count',
	'count-review',
	'count-compare',
	'waste-list',
	'waste-draft',
	'transfer-list',
	'transfer-send',
	'transfer-receive',
	'deliveries',
	'requests',
	'orders',
	'ordering',
	'prices',
	'follow-ups',
	'credits',
	'ordering-par',
	'returns',
	'return-new',
	'suppliers',
	'supplier-new',
	'waste-reasons',
	'import-preview',
	'import-run',
]);

/** Shows a screen and waits until it is stable. */
async function open(page: Page, pc: Pc, path: string): Promise<void> {
	// Only the hash changes, so the previous screen would pass for the new one.
	await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-before', ''));
	await pc.show(page, path);
	await expect(page.locator('h1:not([data-before])')).toBeVisible();
	await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
	await expect(page.getByText('جارٍ التحميل', { exact: true })).toHaveCount(0);
	await page.evaluate(() => document.fonts.ready);
}

/** Waste and transfer dialogs: their pages, and how to open them. */
const dialogsOf = ({ waste, draft, arrival }: LivedIn) => ({
	'waste-reject': {
		path: `/waste/${waste}`,
		ask: (page: Page) => page.getByRole('button', { name: 'Reject' }).click(),
	},
	'waste-several': {
		path: '/waste',
		async ask(page: Page) {
			await page.locator('[role=grid] tr[tabindex="0"]').focus();
			await page.keyboard.press('Control+A');
			await page.getByRole('button', { name: /^Reject / }).click();
		},
	},
	'waste-templates': {
		path: `/waste/${draft}`,
		async ask(page: Page) {
			await expect(page.getByRole('combobox', { name: 'Add an item' })).toBeVisible();
			await page.keyboard.press('F4');
		},
	},
	'waste-dish': {
		path: '/waste/new',
		async ask(page: Page) {
			await page.getByRole('combobox', { name: 'Add an item' }).fill('M-');
			await page.getByRole('option', { name: /M-/ }).first().click();
			await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
		},
	},
	'transfer-blanks': {
		path: `/transfers/${arrival}`,
		ask: (page: Page) => page.getByRole('button', { name: /as zero$/ }).click(),
	},
});

/** The same on every screen: by day only the first is checked with it. */
const shell = ['nav.rail', 'header.bar'];

/**
 * Checks the page. In light, its colours are compared with the list of pairs; axe checks contrast only at night. Takes a
 * picture at night and for `npm run pictures`, or if something is wrong.
 */
async function inspect(page: Page, name: string, without: string[] = []): Promise<void> {
	const listed = name.endsWith('-light');
	const faults = await axeFaults(page, without, listed && !whole);
	if (whole || faults.length > 0)
		await page.screenshot({ path: `test-results/screens/${name}.png`, animations: 'disabled' });
	expect.soft(faults, name).toEqual([]);
	if (listed) expect.soft(await unlistedColours(page), name).toEqual([]);
	const overflow = await page.evaluate(() => {
		const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
		return Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight);
	});
	expect.soft(overflow, `${name} is no larger than the window`).toBeLessThanOrEqual(0);
}

/** 640 wide is a narrow window; 683 × 384 is 1366 × 768 at 200 %. */
const sizes = [
	[1366, 768],
	[1280, 720],
	[683, 384],
	[640, 768],
] as const;

const narrowed: ReadonlySet<string> = new Set([
	'count-list',
	'count',
	'count-review',
	'waste-draft',
	'transfer-list',
	'transfer-receive',
	'deliveries',
	'requests',
	'orders',
	'returns',
	'follow-ups',
	'credits',
	'suppliers',
	'supplier-new',
	'outbox',
	'settings',
]);

/** What is wider than the window or its own box: the page, and text in headings, buttons and cells of numbers. */
const cutOff = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		const wide = scrollWidth > clientWidth ? [`page ${String(scrollWidth - clientWidth)} px`] : [];
		const watched =
			'h1, h2, h3, button, .button, .pill, td.num, td.end, th, td [inputmode=decimal], .rail .name, td .label';
		const cut = [...document.querySelectorAll<HTMLElement>(watched)].filter((element) => {
			const inside = element instanceof HTMLInputElement ? 0 : 1;
			return (
				element.checkVisibility() &&
				element.scrollWidth > element.clientWidth + inside &&
				element.clientWidth > 1
			);
		});
		return [
			...wide,
			...cut.map((element) => {
				const text = element instanceof HTMLInputElement ? element.value : element.textContent;
				return `${element.localName}.${element.className} ${text.trim().slice(0, 40)}`;
			}),
		];
	});

async function expectNotCutOff(page: Page, screen: string): Promise<void> {
	for (const [width, height] of sizes) {
		await page.setViewportSize({ width, height });
		const cut = await cutOff(page);
		expect.soft(cut, `${screen} at ${String(width)} × ${String(height)}`).toEqual([]);
	}
	await page.setViewportSize({ width: 1366, height: 768 });
}

// One worker builds the kitchen once, and takes longer than for any other file: the name of this one starts it first.
test.describe.configure({ mode: 'default' });
test.beforeAll(() => mkdir('test-results/screens', { recursive: true }));

test('axe finds nothing in the waste and transfer dialogs @night', async ({ page, day }) => {
	const { pc, places } = day;
	await pc.call('settings.set', looks.dark);
	let shown = '';
	for (const [dialog, { path, ask }] of Object.entries(dialogsOf(places))) {
		await test.step(dialog, async () => {
			if (path !== shown) await open(page, pc, path);
			shown = path;
			await ask(page);
			await expect(page.locator('[role=dialog], [role=alertdialog]')).toBeVisible();
			await inspect(page, `dialog-${dialog}`);
			await page.keyboard.press('Escape');
			await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0);
		});
	}
});

for (const [look, settings] of Object.entries(looks)) {
	const when = look === 'light' ? '' : ' @night';

	test(`axe finds nothing on the screens in ${look}${when}`, async ({ page, day }) => {
		test.setTimeout(300_000);
		const { pc, places } = day;
		await pc.call('settings.set', settings);
		const looks: string[] = [];
		const underWay = callsOf(page);
		const note = async (where: string): Promise<void> => {
			await expect.poll(async () => isStill(page, underWay)).toBe(true);
			const lines = new Set(await newLooksOf(page));
			if (lines.size > 0) looks.push(where, ...[...lines].map((line) => `\t${line}`));
		};
		const isChecked = (screen: string): boolean => whole || !repeats.has(screen);
		const paths = screensOf(places);
		const screens = Object.entries(paths).filter(
			([screen]) => isChecked(screen) || narrowed.has(screen),
		);
		for (const [index, [screen, path]] of screens.entries()) {
			await test.step(screen, async () => {
				await open(page, pc, path);
				if (withRows.has(screen)) {
					await expect(page.locator('main tr[aria-rowindex="2"]')).toBeVisible();
				}
				if (isChecked(screen))
					await inspect(page, `${screen}-${look}`, whole || index === 0 ? [] : shell);
				if (look !== 'light') return;
				await note(screen);
				if (narrowed.has(screen)) await expectNotCutOff(page, screen);
			});
		}
		await test.step('menu', async () => {
			await open(page, pc, `/counts/${places.count}`);
			await page.getByRole('main').locator('.menu-button').first().click();
			await expect(page.getByRole('menuitem').first()).toBeVisible();
			await inspect(page, `menu-${look}`, whole ? [] : shell);
			await page.keyboard.press('Escape');
			await expect(page.getByRole('menuitem')).toHaveCount(0);
		});
		await test.step('search', async () => {
			await page.keyboard.press('Control+K');
			await expect(page.getByRole('dialog')).toBeVisible();
			await page.keyboard.type('tom');
			await expect(page.getByRole('dialog').getByRole('option').nth(3)).toBeVisible();
			await inspect(page, `search-${look}`, whole ? [] : shell);
			await note('search');
			await page.keyboard.press('Escape');
		});
		if (look !== 'light') return;
		for (const [dialog, { path, ask }] of Object.entries(dialogsOf(places))) {
			await test.step(dialog, async () => {
				await open(page, pc, path);
				await ask(page);
				await expect(page.locator('[role=dialog], [role=alertdialog]')).toBeVisible();
				await note(dialog);
				await page.keyboard.press('Escape');
				await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0);
			});
		}
		await test.step('a refused entry', async () => {
			await open(page, pc, paths.count);
			await page.locator('main td input').first().fill('x');
			await page.keyboard.press('Enter');
			await page.keyboard.press('F8');
			await expect(page.locator('main td .message')).toBeVisible();
			await note('refused');
			await page.keyboard.press('Escape');
		});
		// After a change that was meant: `npm run test:e2e -- 0-all-screens --update-snapshots`.
		expect(`${looks.join('\n')}\n`).toMatchSnapshot('looks.txt');
	});

	test(`axe finds nothing in the first run and a dialog in ${look}${when}`, async ({
		page,
		fresh,
		asked,
	}) => {
		await fresh.call('settings.set', settings);
		await open(page, fresh, '/connect');
		await inspect(page, `connect-${look}`);
		await asked.call('settings.set', settings);
		await open(page, asked, '/outbox');
		await inspect(page, `outbox-needs-you-${look}`);
	});
}

test('no screen is cut off in touch density, or wider than the window in Arabic', async ({
	page,
	day: { pc, places },
}) => {
	const paths = screensOf(places);
	await pc.call('settings.set', { ...looks.light, density: 'touch' });
	const { locationId } = (await pc.call('app.state', {})).settings;
	const { deliveries } = await pc.call('delivery.list', { locationId: locationId ?? '' });
	const due = deliveries.find((each) => each.waiting === 0 && !each.isOrderedAfterwards)!;
	const withDelivery = {
		...paths,
		delivery: `/deliveries/${encodeURIComponent(due.documentId)}`,
	};
	const screens = ['count', 'count-review', 'transfer-receive', 'waste-draft', 'delivery'] as const;
	for (const screen of screens) {
		await open(page, pc, withDelivery[screen]);
		await expect(page.locator('html')).toHaveAttribute('data-density', 'touch');
		await expect(page.locator('main tr[aria-rowindex="2"]')).toBeVisible();
		expect.soft(await cutOff(page), `${screen} in touch density`).toEqual([]);
	}
	await pc.call('settings.set', { ...looks.arabic, density: 'default' });
	for (const screen of ['count', 'waste-list', 'settings'] as const) {
		await open(page, pc, paths[screen]);
		await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
		expect.soft(await cutOff(page), `${screen} in Arabic`).toEqual([]);
	}
});
