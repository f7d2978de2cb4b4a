// Small scenes explored completely: one document with two actions each.
import { serverId, type NewAction, type NewLane } from '../../src/main/core/outbox/outbox.ts';
import { simulatedService } from '../simulation/service.ts';
import { defaultProfile } from '../../src/shared/service/profile.ts';
import type { Scene } from './beginning.ts';

const today = '2026-11-20T09:00:00.000Z';
const byId = { path: { id: serverId } };

const lane = (documentId: string, server: NewLane['server']): NewLane => ({
	document: 'wastage',
	documentId,
	server,
	label: { locationId: 'L1', title: 'Bread', lines: 1, cost: null, currency: 'EUR' },
});

const create: NewAction = {
	intentId: 'create',
	operation: 'wastage.create',
	payload: {
		body: {
			locationId: 'L1',
			date: today,
			description: 'Bread',
			items: [{ itemId: 'I1', uomId: 1, quantity: '1.25' }],
		},
	},
};
const submit: NewAction = { intentId: 'submit', operation: 'wastage.submit', payload: byId };

const known = { refusesRepeatedTransition: true, refusalsDoNothing: true, listsAreCurrent: true };

/** A new document at a service that keeps our reference. */
export const createAndSubmit: Scene = {
	lane: lane('draft', null),
	actions: [create, submit],
	profile: { behaviour: { ...known, keepsReferences: true }, textLimits: { wastage: 500 } },
};

/** The same at a service that keeps none, and accepts a repeated transition. */
export const createAndSubmitCarefully: Scene = {
	...createAndSubmit,
	profile: {
		reference: { wastage: null },
		behaviour: { ...known, keepsReferences: false, refusesRepeatedTransition: false },
	},
};

const others = simulatedService(defaultProfile, () => 0).wastage.get('others-1');

/** A transition that judges what a person saw, then a stock movement. */
export const approveAndMoveStock: Scene = {
	lane: lane('service:wastage:others-1', { id: 'others-1', number: '' }),
	actions: [
		{ intentId: 'approve', operation: 'wastage.approve', payload: byId, base: others },
		{
			intentId: 'stock',
			operation: 'inventoryItem.changeStock',
			payload: {
				body: {
					locationId: 'L1',
					date: today,
					description: 'Count',
					items: [{ itemId: 'I1', storageAreaId: 'S1', quantity: '-1.25' }],
				},
			},
		},
	],
	profile: { behaviour: { ...known, keepsReferences: true }, textLimits: { wastage: 500 } },
};
