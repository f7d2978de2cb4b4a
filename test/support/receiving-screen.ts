// The sheet for receiving an order, on a screen at 9:00 on the day that it is due.
import { computeAccessibleName } from 'dom-accessibility-api';
import type { Kitchen } from './kitchen.ts';
import { documentId } from './receiving-desk.ts';
import { openScreen, type Answers } from './screen.ts';

export async function openDelivery(kitchen: Kitchen, answers: Answers = {}, id = documentId) {
	kitchen.clock.setWallClock(Date.UTC(2026, 10, 20, 9));
	const path = `/deliveries/${encodeURIComponent(id)}`;
	const screen = await openScreen(path, {
		kitchen,
		answers,
		can: ['print', 'save-file'],
		settings: { scanner: { prefix: '', suffix: 'enter', sound: false } },
	});
	const box = (name: string | RegExp) =>
		screen.page.getByRole<HTMLInputElement>('textbox', { name });
	return {
		...screen,
		box,
		/** Types into a box and goes on. */
		async type(name: string | RegExp, typed: string): Promise<void> {
			await screen.user.clear(box(name));
			await screen.keys(`${typed}{Tab}`);
		},
		undo: () => screen.keys('{Control>}z{/Control}'),
		redo: () => screen.keys('{Control>}{Shift>}z{/Shift}{/Control}'),
		/** What has the focus. */
		focus: (): string => computeAccessibleName(document.activeElement ?? document.body),
		/** The lines of the sheet, with their head. */
		lines: (): string => screen.shown(screen.page.getByRole('grid')),
		/** What is above the lines. */
		above: (): string => screen.shown().split('\n{Find')[0] ?? '',
	};
}
