// The outbox with a document of each end: done, refused, and lost.
import type { WriteVerdict } from '../../src/main/core/api/verdict.ts';
import { wasteLine, wasteToSave } from './documents.ts';
import { openStockedKitchen } from './kitchen.ts';
import { openScreen, type Answers } from './screen.ts';
import { noReply, refused } from './verdicts.ts';

const twoLines = [
	wasteLine(),
	wasteLine({ lineId: 'line-2', itemId: '2', boxes: [{ unitId: '3', typed: '1' }] }),
];

/** Waste at 9:00 that was done, at 9:15 that was refused, and at 9:30 of which the answer was lost. */
async function threeEnds() {
	const kitchen = await openStockedKitchen();
	const submit = async (description: string, ...next: WriteVerdict[]) => {
		const { documentId } = kitchen.call('wastage.save', wasteToSave(twoLines, { description }));
		kitchen.service.next = next;
		kitchen.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
		await kitchen.send();
		await kitchen.clock.pass(899_000);
	};
	await submit('Fine');
	await submit('Refused', refused);
	await submit('Lost', noReply);
	return kitchen;
}

/** Answers can be replaced while it is open. */
export async function openOutbox(path = '/outbox?show=all') {
	const kitchen = await threeEnds();
	const answers: Answers = {};
	const screen = await openScreen(path, { kitchen, answers });
	const changed = async () => {
		screen.core.emit('outbox.changed', {});
		await screen.settle();
	};
	const press = async (name: string) => {
		await screen.user.click(screen.page.getAllByRole('button', { name }).at(-1)!);
		await screen.settle();
	};
	return {
		...screen,
		kitchen,
		answers,
		changed,
		press,
		/** Without the ids of documents, which differ. */
		lines: () =>
			screen
				.shown()
				.replaceAll(/[\d-]{36}/g, 'D')
				.split('\n'),
		steps: () => screen.shown(screen.page.getByRole('list', { name: 'Steps' })),
	};
}
