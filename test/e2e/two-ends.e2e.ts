// A transfer at both ends: two programs on one service, the sender's by keyboard. Every step, a partial handover, a
// shortage, and both ends agree.
import { join } from 'node:path';
import { transferRecord } from '../../src/shared/service/transfer.ts';
import { drained, expect, openPc, settleIn, test, twoItems } from '../support/office.ts';
import { openRow, pressOn, tabTo } from './keyboard.ts';

test('request, approval, partial handover and short receipt, with both ends agreeing @night', async ({
	page,
	kitchen,
	folder,
}) => {
	test.setTimeout(120_000);
	const { pc, service, locationId } = kitchen;
	const [first, second] = await twoItems(pc, locationId);
	const { locations } = await pc.call('location.list', {});
	const there = locations.find(({ name }) => name === 'Mill Street Grill');
	if (there === undefined) throw new Error('There is no other end.');
	const lines = [first, second].map((item) => ({
		lineId: item.itemId,
		itemId: item.itemId,
		boxes: [
			{
				unitId: item.units.find(({ name }) => name === item.baseUnitName)?.unitId ?? '',
				typed: '2',
			},
		],
		note: '',
	}));
	const { documentId } = await pc.call('transferOut.save', {
		documentId: null,
		revision: 0,
		locationId,
		otherLocationId: there.locationId,
		description: 'Both ends',
		lines,
		locale: 'en-GB',
	});
	await pc.call('transferOut.submit', { documentId, intentId: crypto.randomUUID() });
	await pc.until(drained);

	await test.step('approved and finalised by the sender', async () => {
		await pc.show(page, `/transfers/${documentId}`);
		await pressOn(page, page.getByRole('button', { name: 'Approve' }));
		await expect(page.getByText('Approved. Will be sent automatically.')).toBeVisible();
		await pressOn(page, page.getByRole('button', { name: 'Finalise' }));
		await expect(page.getByText('Finalised. Will be sent automatically.')).toBeVisible();
		// Its button is gone: the heading has the focus, or the first box of what comes next.
		await expect(page.locator('#page h1:focus, #page input:focus')).toHaveCount(1);
	});

	await test.step('one line leaves, nothing of the other yet', async () => {
		await expect(
			page.getByRole('heading', { name: 'Send goods to Mill Street Grill' }),
		).toBeVisible();
		await tabTo(page, page.getByRole('textbox', { name: first.name }).last());
		await page.keyboard.type('2');
		await page.keyboard.press('Enter');
		await pressOn(page, page.getByRole('button', { name: 'Confirm 1 blank as zero' }));
		const question = page.getByRole('alertdialog');
		await pressOn(page, question.getByRole('button', { name: 'Confirm 1 blank as zero' }));
		await expect(question).toBeHidden();
		await page.keyboard.press('Control+Enter');
		await expect(page.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible();
		await pc.until(drained);
	});

	const other = await openPc(join(folder, 'other-end'));
	try {
		await other.start();
		await settleIn(other, service);
		await other.call('settings.set', { locationId: there.locationId });
		const arrival =
			await test.step('at the other end it is in transit, and arrives short', async () => {
				const { documents } = await other.call('transfer.list', { locationId: there.locationId });
				const [found] = await Promise.all(
					documents
						.filter(({ kind }) => kind === 'transferIn')
						.map(async (each) => other.call('transfer.get', { documentId: each.documentId })),
				).then((all) => all.filter(({ description }) => description.includes('Both ends')));
				if (found === undefined) throw new Error('Nothing is on its way.');
				expect(found).toMatchObject({ phase: 'in-transit', receiving: 'receipt', move: 'ours' });
				const [line] = found.lines;
				if (line === undefined) throw new Error('The arrival has no line.');
				expect([line.requested, line.sent, line.received]).toEqual(['2', '2', null]);
				const at = { documentId: found.documentId, lineId: line.lineId };
				const unitId = lines[0]?.boxes[0]?.unitId ?? '';
				await other.call('transferIn.enter', { ...at, unitId, typed: '1', locale: 'en-GB' });
				await other.call('transferIn.explain', { ...at, reason: 'Damaged' });
				await other.call('transferIn.receive', {
					documentId: found.documentId,
					intentId: crypto.randomUUID(),
				});
				await other.until(drained);
				return found;
			});

		await test.step('stock at both ends and in transit adds up', async () => {
			const snapshot = await service.snapshot();
			const [departures, arrivals] = [snapshot.transferOut, snapshot.transferIn].map((all) =>
				transferRecord.array().parse(all),
			);
			const left = departures?.find(({ description }) => description?.includes('Both ends'));
			const came = arrivals?.find(({ counterpartId }) => counterpartId === left?.id);
			expect(
				came?.items?.map(({ quantity, quantityReceived }) => [quantity, quantityReceived]),
			).toEqual([['2', '1']]);
			expect(left?.items?.map(({ quantityFulfilled }) => quantityFulfilled)).toEqual(['2', '0']);
			expect(arrival.number).toBe(came?.number);
		});

		await test.step('the sender sees what arrived, and what must still leave', async () => {
			await pc.call('sync.pull', {});
			await pc.until(({ sync }) => !sync.running);
			const { number } = await pc.call('transfer.get', { documentId });
			await openRow(page, number);
			await expect(
				page.getByRole('heading', { name: 'Send goods to Mill Street Grill' }),
			).toBeVisible();
			const { lines: now } = await pc.call('transfer.get', { documentId });
			expect(now.map(({ sent, received, entry }) => [sent, received, entry?.due])).toEqual([
				['2', '1', '0'],
				['0', null, '2'],
			]);
		});
	} finally {
		await other.stop();
	}
});
