import { expect, it } from 'vitest';
import { openScreen, type Answers } from '../../../../test/support/screen.ts';
import { refusedUnderWay } from '../../../../test/support/under-way.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';

/** Answers can be replaced while it is open. */
async function open(state: object = {}) {
	const answers: Answers = {};
	const screen = await openScreen('/imports/upload', { answers, state });
	const give = async (content: BlobPart, name = 'items.csv') => {
		await screen.giveFiles('Choose a file', new File([content], name, { type: 'text/csv' }));
		return screen.shown().split('\n').slice(3, 5);
	};
	return { ...screen, answers, give };
}

it('uploads a file once the person has understood what is missing', async () => {
	const screen = await open();
	await screen.click('Upload');
	await screen.give('x'.repeat(300_001));
	await screen.give('Name\nButter');
	await screen.click('Upload');
	expect(screen.notices()).toEqual(['Choose a file first.', 'Tick the box first.']);
	await screen.click(/^I want to upload/, 'checkbox');
	screen.answers['import.upload'] = { state: 'applied' };
	await screen.click('Upload');
	expect(screen.asked('import.upload')).toMatchObject([
		{ name: 'items.csv', file: 'Name\nButter' },
	]);
	expect(screen.app.route.path).toBe('/imports');
	expect(screen.notices().at(-1)).toMatchInlineSnapshot(
		`"The service accepted items.csv. The items are being downloaded again."`,
	);
});

it('takes no file that the service could not read', async () => {
	const screen = await open();
	const said = [];
	for (const content of [
		'x'.repeat(300_001),
		'a\0b',
		'  \n',
		new Uint8Array([0xff, 0xfe, 0xe9]),
		'x'.repeat(1_200_001),
	])
		said.push((await screen.give(content))[0]);
	expect(said).toEqual([
		'The file has more than 300,000 characters. Split it into smaller files, or use the import with preview.',
		'This is not a text file in Unicode (UTF-8). Save the table as “CSV UTF-8” and choose that file.',
		'There are no rows under headings in this file. Add at least one row below the headings.',
		'This is not a text file in Unicode (UTF-8). Save the table as “CSV UTF-8” and choose that file.',
		'The file has more than 300,000 characters. Split it into smaller files, or use the import with preview.',
	]);
});

it('says what became of an upload', async () => {
	const screen = await open();
	await screen.give('Name\nButter');
	await screen.click(/^I want to upload/, 'checkbox');
	const ends = [
		() => succeed({ state: 'not-confirmed' as const }),
		() => fail('refused', 'No such column'),
		() => fail('not-possible-now', 'no'),
		() => fail('needs-network', 'no'),
	];
	await refusedUnderWay(screen, 'import.upload', 'Upload', 'An earlier upload is not confirmed.');
	const said = [];
	for (const end of ends) {
		screen.answers['import.upload'] = end;
		await screen.click('Upload');
		said.push(screen.shown().split('\n').slice(3, 5));
	}
	expect(said).toEqual([
		[
			'The service did not answer, so it is not clear whether it accepted the file. Check the items, then decide in the outbox. <Outbox #/outbox>',
			'No preview: the service changes and adds items at once, and you cannot see beforehand which ones.',
		],
		[
			'The service refused it: No such column',
			'No preview: the service changes and adds items at once, and you cannot see beforehand which ones.',
		],
		[
			'An earlier upload is not confirmed. Decide about it in the outbox first. <Outbox #/outbox>',
			'No preview: the service changes and adds items at once, and you cannot see beforehand which ones.',
		],
		[
			'This needs a connection to the service. Nothing was changed. Try again when the network is back.',
			'No preview: the service changes and adds items at once, and you cannot see beforehand which ones.',
		],
	]);
});

it('uploads nothing while the service is away', async () => {
	const screen = await open({
		network: { state: 'offline', lastAnswerAt: null, reason: null },
	});
	await screen.click('Upload');
	expect(screen.notices()).toEqual([
		'This needs a connection to the service. Nothing was changed. Try again when the network is back.',
	]);
});
