// A count that leaves for another PC as a file, and comes from one.
import { expect, it } from 'vitest';
import { openCountScreen } from '../../../../test/support/count-screen.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';

it('leaves this PC with its file', async () => {
	const screen = await openCountScreen('/counts/ID', {
		typed: { 1: '3*4' },
		answers: {
			'rescue.exportCount': ({ mode }) => succeed({ file: `${mode}.json`, text: 'count' }),
		},
	});
	await screen.more('Move or copy to a file…');
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Save this count to a file
		Includes all lines, every entry, and who made it.
		Purpose
		{Backup copy The work stays on this PC and is sent from here.: yes} Backup copy The work stays on this PC and is sent from here. {Move to another PC The work leaves this PC and continues where the file is imported. Until then none of it is sent.: no} Move to another PC The work leaves this PC and continues where the file is imported. Until then none of it is sent.
		Anyone with the file can read it. It contains no password, secret or token.
		[Cancel] [Save copy]"
	`);
	await screen.confirm(/^Move/, 'radio');
	await screen.confirm('Move work');
	expect(screen.asked('rescue.exportCount')).toEqual([
		{ stocktakeId: screen.stocktakeId, mode: 'move' },
	]);
	expect(screen.saved.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)])).toEqual([
		['move.json', 'count'],
	]);
});

it('is imported from the list of counts', async () => {
	const screen = await openCountScreen('/counts', {
		answers: {
			'rescue.giveFile': {},
			'rescue.lookAtFile': () => fail('not-a-rescue-file', 'no'),
		},
	});
	await screen.user.upload(
		document.querySelector<HTMLInputElement>('input[type=file]')!,
		new File(['{}'], 'count.json', { type: 'application/json' }),
	);
	await screen.settle();
	expect(screen.asked('rescue.giveFile')).toEqual([
		{ file: 'count.json', first: true, text: '{}' },
	]);
	expect(screen.page.getByRole('alert').textContent).toContain('not a Stillroom work file');
});
