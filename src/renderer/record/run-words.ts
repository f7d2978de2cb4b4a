// What changed many records at once, in words.
import type { ImportRun } from '../../shared/bridge/import.ts';
import type { App } from '../app.svelte.ts';

/** Types that are named one by one. */
const mostTypes = 3;

/** What a preview or a run is from, with the kinds of its records: `Bulk edit · Suppliers`. */
export function sourceWord(
	{ t, format }: Pick<App, 't' | 'format'>,
	{ source, title, types }: Pick<ImportRun, 'source' | 'title' | 'types'>,
): string {
	const kinds =
		types.length > mostTypes ? '' : format.list(types.map((name) => t(`recordTypes.${name}`)));
	const word = t(`import.source-${source}`, { title: title === '' ? kinds : title });
	const isNamed = kinds === '' || source === 'replace' || source === 'undo';
	return isNamed ? word : `${word} · ${kinds}`;
}
