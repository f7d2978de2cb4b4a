// Decisions about transfers, by their calls.
import type { App } from '../../app.svelte.ts';
import type { Decide } from '../../decision/decide.ts';

export const decideTransfer =
	({ call }: Pick<App, 'call'>): Decide =>
	(verb, decision) => {
		switch (verb) {
			case 'approve':
				return call('transfer.approve', decision);
			case 'reject':
				return call('transfer.reject', decision);
			case 'finalize':
				return call('transfer.finalize', decision);
		}
	};
