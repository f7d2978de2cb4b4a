// Goes to one card of the settings, as the palette asks for.

/** Scrolls to the card with this heading, and focuses its first control. */
export function showCard(heading: string): void {
	const cards = [...document.querySelectorAll<HTMLElement>('.card')];
	const card = cards.find((each) => each.querySelector('h2')?.textContent.trim() === heading);
	if (card === undefined) return;
	card.scrollIntoView({ block: 'start' });
	card
		.querySelector<HTMLElement>('input:not(:disabled), select, button, [tabindex="0"], a[href]')
		?.focus({ preventScroll: true });
}
