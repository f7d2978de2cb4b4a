// The tables of ordering, which the service does not have: par levels, delivery days, terms of a supplier, standing
// orders. They are kept on this PC. Calls, grid, paste and files are made from these declarations.

export interface OrderingCell {
	readonly as:
		'item' | 'supplier' | 'weekday' | 'unit' | 'quantity' | 'money' | 'whole' | 'time' | 'choice';
	/** Of a choice. */
	readonly options?: readonly string[];
	/** A row without it has no effect. */
	readonly needed?: boolean;
}

interface OrderingTable {
	/** Identify a row; they cannot be changed. */
	readonly key: readonly string[];
	/** In the order of the columns. */
	readonly cells: Readonly<Record<string, OrderingCell>>;
}

export const roundings = ['up', 'nearest', 'down'] as const;
export type Rounding = (typeof roundings)[number];

const quantity = { as: 'quantity' } as const;
const needed = { needed: true } as const;

export const orderingTables = {
	par: {
		key: ['itemId'],
		cells: {
			itemId: { as: 'item' },
			/** The stock to fill up to, in the unit of the row. */
			par: quantity,
			/** The least that should be left. Without a par level it is added to the usage. */
			minimum: quantity,
			unitId: { as: 'unit' },
			/** Ordered in multiples of this many of the order's unit. */
			multiple: { as: 'quantity' },
		},
	},
	delivery: {
		key: ['supplierId', 'weekday'],
		cells: {
			supplierId: { as: 'supplier' },
			weekday: { as: 'weekday' },
			/** Days from the cut-off to the delivery. */
			advanceDays: { as: 'whole', ...needed },
			/** In the time zone of the location. */
			cutOff: { as: 'time', ...needed },
		},
	},
	terms: {
		key: ['supplierId'],
		cells: {
			supplierId: { as: 'supplier' },
			minimumAmount: { as: 'money' },
			/** The sum over the lines, each in the unit of its order. */
			minimumQuantity: { as: 'quantity' },
			rounding: { as: 'choice', options: roundings },
		},
	},
	standing: {
		key: ['supplierId', 'weekday', 'itemId'],
		cells: {
			supplierId: { as: 'supplier' },
			weekday: { as: 'weekday' },
			itemId: { as: 'item' },
			quantity: { ...quantity, ...needed },
			unitId: { as: 'unit' },
		},
	},
} as const satisfies Readonly<Record<string, OrderingTable>>;

export type OrderingTableName = keyof typeof orderingTables;
export const orderingTableNames = Object.keys(orderingTables) as OrderingTableName[];

export const orderingTable = (name: OrderingTableName): OrderingTable => orderingTables[name];

type CellsOf<Name extends OrderingTableName> = (typeof orderingTables)[Name]['cells'];
type KeyOf<Name extends OrderingTableName> = (typeof orderingTables)[Name]['key'][number];

/** Ids, exact decimals, `HH:MM`, 1 (Monday) to 7; null if blank. */
export type OrderingRow<Name extends OrderingTableName> = {
	readonly [Field in keyof CellsOf<Name>]: Field extends KeyOf<Name> ? string : string | null;
};

export type AnyOrderingRow = Readonly<Record<string, string | null>>;

export const isKeyOf = (name: OrderingTableName, field: string): boolean =>
	orderingTable(name).key.includes(field);

/** The same at every PC. */
export const orderingKey = (name: OrderingTableName, row: AnyOrderingRow): string =>
	JSON.stringify(orderingTable(name).key.map((field) => row[field] ?? ''));
