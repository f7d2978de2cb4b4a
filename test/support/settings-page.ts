// The page of the settings, a card at a time.
import { openScreen } from './screen.ts';

type Opening = Parameters<typeof openScreen>[1];

/** Its answers can be replaced while it is open. */
export async function openSettings(opening: Opening = {}) {
	const answers: NonNullable<Opening['answers']> = { ...opening.answers };
	const screen = await openScreen('/settings', { ...opening, answers });
	const cardOf = (title: string) =>
		[...document.querySelectorAll('.card')].find(
			(each) => each.querySelector('h2')?.textContent.trim() === title,
		);
	return {
		...screen,
		answers,
		card: (title: string) => screen.shown(cardOf(title) ?? null),
		/** Types into a box instead of what is there, and leaves it. */
		async fill(name: string, text: string) {
			const box = screen.page.getByRole('textbox', { name });
			await screen.user.clear(box);
			await screen.user.click(box);
			await screen.user.keyboard(`${text}{Tab}`);
			await screen.settle();
		},
	};
}
