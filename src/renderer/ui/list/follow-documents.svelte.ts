// Keeps an open document list up to date.
import { untrack } from 'svelte';
import type { DocumentArea } from '../../../shared/document/kinds.ts';
import type { App } from '../../app.svelte.ts';

/**
 * Another location or day (which may change "this week") makes another list. Another language does not, and keeps the
 * selection, although its week may start on another day.
 * @param load restarts for another list; not called before location and day are known.
 */
export function followDocuments(
	app: App,
	area: DocumentArea,
	load: (restart: boolean) => void,
): void {
	let shown = { list: '', locale: '' };
	const again = () => {
		if (shown.list !== '') load(false);
	};
	$effect(() => {
		const { locationId } = app.settings;
		const today = app.location?.today;
		const { locale } = app.language;
		if (!locationId || !today) return;
		const list = `${locationId} ${today}`;
		const another = list !== shown.list;
		if (!another && locale === shown.locale) return;
		shown = { list, locale };
		untrack(() => {
			load(another);
		});
	});
	$effect(() => app.again(again, { area }));
}
