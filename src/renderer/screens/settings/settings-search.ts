// Finds a setting on the page by its name, and goes there. Reads the page, so that no list of the settings goes stale.
import { rankedBy } from '../../shell/find-rank.ts';

interface Setting {
	/** Its own label; a card's is its heading. */
	readonly label: string;
	/** The heading of its card; empty for the card itself. */
	readonly note: string;
	readonly value: string;
	readonly control: HTMLElement;
}

/** A radio group is one setting, found by its chosen option. */
const controls =
	'input:not([type="radio"]:not(:checked)), select, textarea, button, [tabindex="0"], a[href]';

/** Cards, then everything in them that can be set or pressed. */
function settingsOnPage(): readonly Setting[] {
	const cards = [...document.querySelectorAll<HTMLElement>('.card')].map((card) => {
		const inCard = [...card.querySelectorAll<HTMLElement>(controls)];
		return { heading: card.querySelector('h2')?.textContent.trim() ?? '', inCard };
	});
	const found = [
		...cards.flatMap(({ heading: label, inCard: [control] }) =>
			control === undefined ? [] : [{ label, note: '', control }],
		),
		...cards.flatMap(({ heading, inCard }) =>
			inCard.map((control) => ({ label: nameOf(control), note: heading, control })),
		),
	];
	return found
		.filter(({ label, note }) => label !== '' && label !== note)
		.map((setting, at) => ({ ...setting, value: String(at) }));
}

function nameOf(control: HTMLElement): string {
	const group = control.closest('[role="radiogroup"]');
	const named = (group ?? control).getAttribute('aria-label');
	if (named !== null) return named;
	const isField =
		control instanceof HTMLInputElement ||
		control instanceof HTMLSelectElement ||
		control instanceof HTMLTextAreaElement;
	return ((isField ? control.labels?.[0] : control)?.textContent ?? '').trim();
}

/** Settings for a search box; all cards if nothing is typed. */
export function settingsNamed(typed: string): readonly Setting[] {
	const all = settingsOnPage();
	return typed.trim() === '' ? all.filter(({ note }) => note === '') : rankedBy(typed, all);
}

export function goToSetting(control: HTMLElement): void {
	control.closest('.card')?.scrollIntoView({ block: 'start' });
	control.scrollIntoView({ block: 'nearest' });
	control.focus({ preventScroll: true });
}

/** Goes to the card with this heading, as the palette asks. */
export function showCard(heading: string): void {
	const card = settingsOnPage().find(({ note, label }) => note === '' && label === heading);
	if (card !== undefined) goToSetting(card.control);
}
