// Who may approve a count, for the field that asks for the approver.
import type { Review } from '../../../shared/bridge/count-review.ts';
import type { App } from '../../app.svelte.ts';

export function approversOf(
	{ t, format, settings }: App,
	{ plan: { approval, approver }, entered }: Review,
): { staff: readonly string[]; exclude: readonly string[]; hint: string } {
	const counted = (entered?.people ?? []).filter((person) => person !== '');
	const exclude = approval === 'another' ? counted : [];
	if (approver !== '') {
		return { staff: [approver], exclude, hint: t('plan.approveBy', { person: approver }) };
	}
	const hint =
		exclude.length === 0
			? t('posting.approveHint')
			: t('posting.approveHintOther', { people: format.list(exclude) });
	return { staff: settings.staff, exclude, hint };
}
