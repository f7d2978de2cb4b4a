// The rail: areas in order, with headings.
import type { MessageKey } from '../messages/catalogue.ts';
import type { IconName } from '../ui/icons.ts';
import type { Area } from './route.svelte.ts';

interface AreaEntry {
	readonly area: Area;
	readonly path: string;
	readonly title: MessageKey;
	readonly icon: IconName;
}

interface AreaGroup {
	/** None for the first: daily work needs no heading. */
	readonly heading: MessageKey | null;
	readonly areas: readonly AreaEntry[];
}

export const areaGroups: readonly AreaGroup[] = [
	{
		heading: null,
		areas: [
			{ area: 'stocktake', path: '/stocktake', title: 'stocktake.title', icon: 'clipboard' },
			{ area: 'wastage', path: '/wastage', title: 'wastage.title', icon: 'bin' },
			{ area: 'transfers', path: '/transfers', title: 'transfers.title', icon: 'transfer' },
		],
	},
	{
		heading: 'common.thisPc',
		areas: [
			{ area: 'outbox', path: '/outbox', title: 'outbox.title', icon: 'outbox' },
			{ area: 'settings', path: '/settings', title: 'settings.title', icon: 'sliders' },
		],
	},
];
