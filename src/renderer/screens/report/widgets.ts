// The parts of the dashboard while they are edited.
import type { Widget } from '../../../shared/bridge/report.ts';

/** Days as typed: null for none, undefined if it is no number of days. */
export function daysOf(text: string): number | null | undefined {
	const typed = text.trim();
	if (typed === '') return null;
	const days = Number(typed);
	return /^\d{1,4}$/.test(typed) && days >= 1 && days <= 3660 ? days : undefined;
}

export function movedBy(widgets: readonly Widget[], at: number, by: 1 | -1): readonly Widget[] {
	const moved = [...widgets];
	const [one] = moved.splice(at, 1);
	if (one !== undefined) moved.splice(at + by, 0, one);
	return moved;
}

/**
 * All parts in their new order, the changed ones first, because the first proves the request; empty if none changed.
 * @param typed days by part
 */
export function sentWidgets(
	known: readonly Widget[],
	shown: readonly Widget[],
	typed: Readonly<Record<string, string>>,
): readonly Widget[] {
	const isMoved = shown.some(({ widgetType }, at) => known[at]?.widgetType !== widgetType);
	const all = shown.map((widget, at) => ({
		...widget,
		sequence: isMoved ? at + 1 : widget.sequence,
		days: daysOf(typed[widget.widgetType] ?? String(widget.days ?? '')) ?? null,
	}));
	const isChanged = ({ widgetType, isVisible, sequence, days }: Widget) => {
		const before = known.find((each) => each.widgetType === widgetType);
		return (
			before === undefined ||
			before.isVisible !== isVisible ||
			before.sequence !== sequence ||
			before.days !== days
		);
	};
	const changed = all.filter(isChanged);
	return changed.length === 0 ? [] : [...changed, ...all.filter((each) => !isChanged(each))];
}
