import { expect, it, vi } from 'vitest';
import { openCountScreen } from '../../../test/support/count-screen.ts';
import { fail } from '../../shared/bridge/reply.ts';
import type { Answers } from '../../../test/support/screen.ts';
import { typeAsScanner } from '../../../test/support/screen-acts.ts';

const milk = '036000291452';
const unknown = '96385074';
const open = (answers: Answers = {}, suffix: 'enter' | 'none' = 'enter') =>
	openCountScreen('/waste/new', {
		settings: { scanner: { prefix: '', suffix, sound: false } },
		answers,
	});

it('goes to the line of a scanned item, and keeps a code that nobody knows', async () => {
	const screen = await open();
	await screen.scan(milk);
	expect(screen.shown()).toContain('[Remove Whole milk]');
	await screen.scan(milk);
	expect(document.activeElement?.getAttribute('aria-label')).toBe('Each / weight, Whole milk');
	await screen.scan(unknown);
	expect(screen.notices()).toEqual([
		'Barcode 96385074 not recognised. It is kept with this document.',
	]);
	expect(screen.asked('scan.keep').map(({ code }) => code)).toEqual([unknown]);
	await screen.scan(unknown);
	expect(screen.part('group', 'Unrecognised barcodes')).toMatchInlineSnapshot(
		`
		"Unrecognised barcodes
		96385074 × 2 [Remove 96385074]"
	`,
	);
	await screen.click('Remove 96385074');
	expect(screen.asked('scan.forget').map(({ code }) => code)).toEqual([unknown]);
	expect(screen.page.queryByRole('group', { name: 'Unrecognised barcodes' })).toBeNull();
});

it('says why a code was not looked up or kept', async () => {
	let problem = fail('not-possible-now', 'no');
	const screen = await open({
		'item.byBarcode': () => problem,
		'scan.keep': () => fail('not-possible-now', 'no'),
	});
	await screen.scan(milk);
	problem = fail('not-found', 'no');
	await screen.scan(milk);
	expect(screen.notices()).toEqual([
		'This is not possible now.',
		'Barcode 036000291452 was not saved: This is not possible now.',
	]);
});

it('takes the code of a scanner that ends it with no key', async () => {
	const screen = await open({}, 'none');
	typeAsScanner([...unknown]);

	await vi.waitFor(() => expect(screen.notices()).toHaveLength(1));
	expect(screen.asked('scan.keep').map(({ code }) => code)).toEqual([unknown]);
});

it('types nothing of a code that is scanned while another one is looked up', async () => {
	const found = Promise.withResolvers<null>();
	const screen = await open({ 'item.byBarcode': () => found.promise });
	typeAsScanner([...milk, 'Enter']);
	await screen.scan(milk);
	found.resolve(null);
	const each = () =>
		screen.page.findByRole<HTMLInputElement>('textbox', { name: 'Each / weight, Whole milk' });
	await vi.waitFor(async () => expect(document.activeElement).toBe(await each()));
	await screen.settle();
	expect((await each()).value).toBe('');
	expect(screen.notices()).toEqual([]);
});
