// Keeps a list of documents as it is now, for as long as its screen is open.
import { untrack } from 'svelte';
import type { App } from '../../app.svelte.ts';

/**
 * Another location is another list, and so is another day, on which "this week" may be the next one. In another language it
 * is the same list, and what is chosen in it stays, though its weeks may begin on another day.
 * @param load begins anew where it is another list; is not called before the location and its day are known.
 */
export function followDocuments(
	app: App,
	area: 'wastage' | 'transfer',
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
	$effect(() =>
		app.bridge.on('documents.changed', (changed) => {
			if (changed.area === area) again();
		}),
	);
	$effect(() => app.bridge.onReconnect(again));
}
