// Logging waste on a screen, in a kitchen with two reasons.
import { wasteAt } from './documents.ts';
import { openStockedKitchen, type Kitchen } from './kitchen.ts';
import type { openScreen } from './screen.ts';

type Screen = Awaited<ReturnType<typeof openScreen>>;

export const openWasteKitchen = (): Promise<Kitchen> =>
	openStockedKitchen({
		lists: {
			'wasteReason.list': [
				{ id: 'R-1', name: 'Spoiled' },
				{ id: 'R-2', name: 'Dropped' },
			],
		},
	});

/** From the search for an item on, without the row of photos and of keys. */
export const below = ({ shown }: Screen) =>
	shown()
		.split('\n')
		.slice(5)
		.filter((line) => !/^(\[Add photos|Reason: Alt)/.test(line))
		.join('\n');

/** Chooses the first item that is found. */
export const add = async (screen: Screen, text: string) => {
	await screen.user.click(screen.page.getByRole('combobox', { name: 'Add an item' }));
	await screen.user.keyboard(text);
	await screen.settle();
	await screen.keys('{Enter}');
};

/** What is saved: item, boxes, reason and note. */
export const savedIn = (kitchen: Kitchen): string[] =>
	wasteAt(kitchen).flatMap(({ documentId }) =>
		kitchen
			.call('wastage.get', { documentId })
			.lines.map(({ item, boxes, reasonName, label, note }) => {
				const amount = boxes.map(({ typed, unitId }) => `${typed} of ${unitId}`).join();
				return [item.name, amount, label || reasonName, note].filter(Boolean).join(', ');
			}),
	);
