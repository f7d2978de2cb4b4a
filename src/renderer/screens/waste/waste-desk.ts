// Waste at the screens of all kinds.
import { wastage } from '../../../shared/document/wastage.ts';
import type { Desk } from '../../document/desk.ts';
import { callsOf, type KindCalls } from '../../document/kind-calls.ts';

export const wasteDesk: Desk<typeof wastage, KindCalls> = {
	kind: wastage,
	area: 'waste',
	file: 'waste',
	calls: (app) => callsOf(app, wastage),
	lineTexts: {
		// The location's own words stand in for the name of the reason.
		reasonId: ({ label, reasonName }) => String(label === '' ? reasonName : label),
		label: null,
	},
};
