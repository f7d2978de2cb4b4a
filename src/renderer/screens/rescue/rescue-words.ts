// Texts for rescue records.
import type { RescueEntry } from '../../../shared/bridge/rescue.ts';
import type { Format } from '../../messages/format.svelte.ts';
import type { Language } from '../../messages/language.svelte.ts';

interface RescueWords {
	title: string;
	facts: string[];
	/** Path of a file, for support; empty if none. */
	path: string;
}

interface Amount {
	documents: number;
	drafts: number;
	counts: number;
	photos: number;
	kept: number;
}

/** Amount of work: waiting documents, drafts, open counts, and photos and kept entries if any. */
export const amountWords = (t: Language['t'], { photos, kept, ...work }: Amount): string =>
	[
		t('rescue.amount', work),
		photos > 0 ? t('rescue.photos', { count: photos }) : '',
		kept > 0 ? t('rescue.kept', { count: kept }) : '',
	]
		.filter((words) => words !== '')
		.join(' · ');

export function rescueWords(
	t: Language['t'],
	format: Pick<Format, 'dateTime'>,
	entry: RescueEntry,
): RescueWords {
	switch (entry.kind) {
		case 'damaged':
		case 'restored': {
			const { copyAt, broughtOver, whole, toAsk } = entry;
			const { steps, drafts, entries } = broughtOver;
			const facts: string[] = [];
			if (copyAt !== null) facts.push(t('rescue.fromCopy', { time: format.dateTime(copyAt) }));
			else if (entry.kind === 'damaged') facts.push(t('rescue.withoutCopy'));
			if (steps + drafts + entries > 0) facts.push(t('rescue.broughtOver', broughtOver));
			if (entry.kind === 'damaged' && !whole) facts.push(t('rescue.maybeMissing'));
			else if (entry.kind === 'damaged') facts.push(t('rescue.nothingMissing'));
			if (toAsk > 0) facts.push(t('rescue.toAsk', { count: toAsk }));
			return { title: t(`rescue.kind-${entry.kind}`), facts, path: entry.setAside };
		}
		case 'changes-missing': {
			const facts = [t('rescue.changesMissing', { count: entry.changes })];
			if (entry.toAsk > 0) facts.push(t('rescue.toAsk', { count: entry.toAsk }));
			return { title: t('rescue.kind-changes-missing'), facts, path: '' };
		}
		case 'exported':
			return {
				title: t(`rescue.kind-exported-${entry.mode}`),
				facts: [amountWords(t, entry)],
				path: entry.file,
			};
		case 'imported':
			return {
				title: t(`rescue.kind-imported-${entry.mode}`),
				facts: [
					t('rescue.importWorkFrom', {
						name: entry.from === '' ? t('common.notKnown') : entry.from,
						time: format.dateTime(entry.writtenAt),
					}),
					amountWords(t, entry),
				],
				path: entry.file,
			};
	}
}
