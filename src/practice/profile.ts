// The service profile of the practice service. Its delays are short enough to watch a verification.
import type { z } from 'zod';
import type { serviceProfile } from '../shared/service/profile.ts';

/** In profile file form: JSON, for `readProfile`. */
export const practiceProfile = {
	name: 'practice',
	lists: { rows: 'items', total: 'totalCount', count: 'count' },
	rejection: {
		wastage: 'rejectReason',
		transferOut: 'rejectReason',
		transferIn: 'rejectReason',
		production: 'rejectReason',
		purchaseRequest: 'rejectReason',
		purchaseOrder: 'rejectReason',
		returnOrder: 'rejectReason',
	},
	behaviour: {
		keepsReferences: true,
		listsAreCurrent: true,
		refusesRepeatedTransition: true,
		refusalsDoNothing: true,
		emptyAnswersMeanDone: true,
	},
	/** The service keeps texts of any length; these are the entry limits, with our reference. */
	textLimits: {
		wastage: 2_000,
		transferOut: 2_000,
		transferIn: 2_000,
		production: 2_000,
		purchaseRequest: 2_000,
		purchaseOrder: 2_000,
		returnOrder: 2_000,
	},
	rights: {
		1: 'Count stock',
		2: 'Enter waste',
		3: 'Transfer goods',
		10: 'Approve documents',
		20: 'Order from suppliers',
		21: 'Request goods',
		22: 'Receive deliveries',
	},
	timeouts: { readMs: 5_000, writeMs: 5_000 },
	pauses: {
		beforeProbeMs: 1_500,
		beforeProbeMostMs: 1_500,
		betweenProbesMs: 1_000,
		retryFirstMs: 300,
		retryMostMs: 3_000,
		offlinePingMs: 1_500,
		offlinePingMostMs: 3_000,
		onlinePingMs: 5_000,
	},
} as const satisfies z.input<typeof serviceProfile>;
