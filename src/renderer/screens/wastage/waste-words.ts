// A waste document's status and colour.
import type { ItemView } from '../../../shared/bridge/values.ts';
import type { WasteSummary } from '../../../shared/bridge/wastage.ts';
import type { Share } from '../../../shared/document/document-calls.ts';
import type { Format } from '../../messages/format.svelte.ts';
import type { Language } from '../../messages/language.svelte.ts';

export interface StateWord {
	readonly text: string;
	readonly tone: 'plain' | 'thyme' | 'amber' | 'rust' | 'sea';
}

const toneOfPhase = {
	draft: 'plain',
	submitted: 'sea',
	approved: 'thyme',
	rejected: 'rust',
	finalized: 'thyme',
	'in-transit': 'sea',
	'partly-received': 'sea',
	received: 'thyme',
	fulfilled: 'thyme',
	unknown: 'plain',
} satisfies Record<WasteSummary['phase'], StateWord['tone']>;

/** Local status first; then the phase, or the service's word for an unknown one. */
export function stateWord(
	{
		standing,
		phase,
		stateWord: word,
		edits,
	}: Pick<WasteSummary, 'standing' | 'phase' | 'stateWord' | 'edits'>,
	t: Language['t'],
): StateWord {
	switch (standing) {
		case 'draft':
			if (edits !== null) return stateOfEdit(phase, t);
			return { text: t('wastage.state-draft'), tone: 'plain' };
		case 'waiting':
			return { text: t('wastage.state-waiting'), tone: 'amber' };
		case 'needs-you':
			return { text: t('wastage.state-needs-you'), tone: 'rust' };
		case 'service': {
			const text = phase === 'unknown' ? word : t(`wastage.phase-${phase}`);
			return { text, tone: toneOfPhase[phase] };
		}
	}
}

/** For a service document being edited: its state there. */
const stateOfEdit = (phase: WasteSummary['phase'], t: Language['t']): StateWord =>
	phase === 'rejected'
		? { text: t('edit.state-rejected'), tone: 'rust' }
		: { text: t('edit.state-draft'), tone: 'plain' };

/** The document's number, or why it has none. */
export function numberWord(
	{ number, standing }: Pick<WasteSummary, 'number' | 'standing'>,
	t: Language['t'],
): string {
	if (number !== '') return number;
	return standing === 'draft' ? t('common.draft') : t('common.pendingNumber');
}

/** Its description, or else its items. */
export function whatWord(
	{ description, items, lines }: Pick<WasteSummary, 'description' | 'items' | 'lines'>,
	format: Pick<Format, 'list'>,
): string {
	if (description !== '') return description;
	return lines > items.length && items.length > 0 ? `${items.join(', ')} …` : format.list(items);
}

/** Name of a unit; its id if the item no longer has it. */
export const unitName = ({ units }: ItemView, wanted: string): string =>
	units.find(({ unitId }) => unitId === wanted)?.name ?? wanted;

/** Name of a totals row: a reason, category or item, or none. */
export function shareName(t: Language['t'], { key, name, parts }: Share): string {
	if (key === 'unsplit') return t('wastage.unsplit');
	if (key === 'others') return t('wastage.otherItems', { count: parts });
	return name === '' ? t('wastage.noName') : name;
}
