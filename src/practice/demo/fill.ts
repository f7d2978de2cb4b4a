// A restaurant group in the middle of its week. The same seed and instant give the same rows.
import type { DataSet } from '../../shared/bridge/practice.ts';
import { defaultProfile } from '../../shared/service/profile.ts';
import type { ServiceProfile } from '../../shared/service/profile.ts';
import type { Practice } from '../operations/handler.ts';
import { Ledger } from '../store/ledger.ts';
import type { Sqlite } from '../store/open.ts';
import { Records } from '../store/records.ts';
import { Tokens } from '../store/tokens.ts';
import { addBusiness, addItemsTwice, addLast, addPlainRecords } from './business.ts';
import { addHistory } from './history.ts';
import type { HistorySize } from './history.ts';
import { makeItems } from './items.ts';
import { addPlaces, staplesOf } from './places.ts';
import { createChance } from './random.ts';

interface DataSetSize {
	readonly items: number;
	readonly locations: number;
	readonly alsoKept: number;
	readonly history: HistorySize;
}

const sizes: Readonly<Record<DataSet, DataSetSize>> = {
	demo: {
		items: 1200,
		locations: 3,
		alsoKept: 0.55,
		history: {
			days: 90,
			deliveryEvery: 3,
			productionEvery: 3,
			salesEvery: 1,
			wasteEvery: 2,
			countEvery: 7,
			transfers: 6,
			inTransit: 2,
			open: 14,
			late: true,
		},
	},
	small: {
		items: 60,
		locations: 2,
		alsoKept: 0.4,
		history: {
			days: 28,
			deliveryEvery: 14,
			productionEvery: 28,
			salesEvery: 14,
			wasteEvery: 28,
			countEvery: Infinity,
			transfers: 1,
			inTransit: 1,
			open: 3,
			late: false,
		},
	},
	large: {
		items: 100_000,
		locations: 40,
		alsoKept: 0.015,
		history: {
			days: 7,
			deliveryEvery: 3,
			productionEvery: 3,
			salesEvery: 1,
			wasteEvery: 3,
			countEvery: 7,
			transfers: 1,
			inTransit: 1,
			open: 40,
			late: false,
		},
	},
};

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

export interface FillOptions {
	readonly seed: number;
	readonly dataSet: DataSet;
	/** Epoch ms; the history ends there. */
	readonly now: number;
	readonly profile?: ServiceProfile;
	readonly size?: Partial<DataSetSize>;
}

export function fillWithDemo(db: Sqlite, options: FillOptions): void {
	const size = { ...sizes[options.dataSet], ...options.size };
	const begin = options.now - size.history.days * DAY;
	const chance = createChance(options.seed);
	let clock = begin - DAY;
	const records = new Records(db);
	const profile = options.profile ?? defaultProfile;
	const practice: Practice = {
		records,
		ledger: new Ledger(db),
		tokens: new Tokens(db, 0),
		credentials: { clientId: '', clientSecret: '' },
		profile,
		now: () => clock,
		newId: profile.ids === 'integer' ? () => records.nextWhole('id') : () => chance.uuid(),
	};

	addPlainRecords(practice);
	const items = makeItems(size.items, chance, practice, new Date(clock).toISOString());
	for (const { record } of items) practice.records.insert('item', record);
	const places = addPlaces(items, size, practice, chance);
	const staples = staplesOf(places);
	addBusiness(staples, practice);
	addHistory({ places, staples, practice, chance }, size.history, {
		from: begin,
		to: options.now,
		setClock: (now) => (clock = now),
	});
	addLast(practice);
	if (options.dataSet === 'demo') addItemsTwice(practice);
}
