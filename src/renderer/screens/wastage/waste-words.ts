// Where a waste document stands, in words and a colour.
import type { ItemView } from '../../../shared/bridge/values.ts';
import type { WasteShare, WasteSummary } from '../../../shared/bridge/wastage.ts';
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

/** What waits here comes first; then the phase, or for one that nobody taught us the service's own word. */
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

/** A document of the service that is being changed here: where it stands there. */
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
	return standing === 'draft' ? t('wastage.draftNumber') : t('wastage.pendingNumber');
}

/** What was wasted, in a few words: as it was described, or else by its items. */
export function whatWord(
	{ description, items, lines }: Pick<WasteSummary, 'description' | 'items' | 'lines'>,
	format: Pick<Format, 'list'>,
): string {
	if (description !== '') return description;
	return lines > items.length && items.length > 0 ? `${items.join(', ')} …` : format.list(items);
}

/** The name of a unit; its id where the item has it no more. */
export const unitName = ({ units }: ItemView, wanted: string): string =>
	units.find(({ unitId }) => unitId === wanted)?.name ?? wanted;

/** A row of the totals: a reason, category or item, or what belongs to none of them. */
export function shareName(t: Language['t'], { key, name, parts }: WasteShare): string {
	if (key === 'unsplit') return t('wastage.unsplit');
	if (key === 'others') return t('wastage.otherItems', { count: parts });
	return name === '' ? t('wastage.noName') : name;
}
