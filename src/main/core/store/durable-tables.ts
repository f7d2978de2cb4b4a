// Every table of stillroom.db for merging: the identity of a row, and which of two is newer. For salvage, going back
// to a copy, moving and importing. A test compares this list with the schema.

export type Row = Record<string, unknown>;

export interface DurableTable {
	readonly name: string;
	/** `row`: may change. `log`: append-only. `list`: the rows of one parent, replaced as a whole. `made`: derived. */
	readonly kind: 'row' | 'log' | 'list' | 'made';
	/** Identifies a row on every PC; in a list, its position. */
	readonly identity: readonly string[];
	readonly counter?: string;
	/** Number of changes: the higher version is newer. Without it, the row of the newer file is. */
	readonly version?: (row: Row) => number;
	/** Merges a row changed on both PCs, if the newer one would lose information. */
	readonly both?: (there: Row, here: Row) => Row;
	readonly json?: readonly string[];
}

const changed = ({ changed: number }: Row): number => Number(number ?? 0);
const row = (
	name: string,
	identity: readonly string[],
	more: Partial<Omit<DurableTable, 'name' | 'kind' | 'identity'>> = {},
): DurableTable => ({ name, kind: 'row', identity, ...more });
const list = (name: string, ...identity: readonly string[]): DurableTable => ({
	name,
	kind: 'list',
	identity,
});
const log = (
	name: string,
	counter: string,
	more: Pick<DurableTable, 'json'> = {},
): DurableTable => ({ name, kind: 'log', identity: [], counter, ...more });
const made = (name: string): DurableTable => ({ name, kind: 'made', identity: [] });

/** A code scanned on both PCs: the higher count, and the notes of both; the newer note wins. */
function bothUnknownCodes(there: Row, here: Row): Row {
	const [newer, older] = changed(there) > changed(here) ? [there, here] : [here, there];
	const said = (name: string) => (newer[name] === '' ? older[name] : newer[name]);
	return {
		...newer,
		times: Math.max(Number(there['times']), Number(here['times'])),
		typed: said('typed'),
		note: said('note'),
		line_no: newer['line_no'] ?? older['line_no'],
	};
}

export const durableTables: readonly DurableTable[] = [
	row('setting', ['name']),
	row('account', ['account_id'], { json: ['profile'] }),
	row('service_check', ['account_id'], { version: ({ at }) => Number(at) }),
	row('capability_flag', ['account_id', 'flag', 'document'], {
		version: ({ learned_at }) => Number(learned_at),
	}),
	row('lane', ['lane_id'], { version: changed, json: ['label'] }),
	row('action', ['action_id'], {
		counter: 'seq',
		version: changed,
		json: ['payload', 'base', 'baseline', 'settings'],
	}),
	row('action_revision', ['action_id', 'revision'], { json: ['payload', 'base'] }),
	row('attempt', ['action_id', 'number'], {
		counter: 'attempt_id',
		version: ({ verdict }) => (verdict === null ? 0 : 1),
	}),
	log('action_event', 'event_id', { json: ['args', 'lookup'] }),
	row('record_told', ['action_id'], { json: ['told'] }),
	row('observed_text', ['account_id', 'document', 'field'], {
		version: ({ kept_units }) => Number(kept_units),
	}),
	row('observed_list', ['account_id', 'document'], { version: ({ delay_ms }) => Number(delay_ms) }),
	row('counter_example', ['account_id', 'document', 'flag']),
	row('possible_twin', ['twin_id'], { json: ['ours', 'other'] }),
	row('twin_decision', ['twin_id']),
	row('twin_watch', ['action_id'], {
		version: ({ ended_at, left_ms }) => (ended_at === null ? -Number(left_ms) : 1),
	}),
	row('stocktake', ['stocktake_id'], { version: changed, json: ['plan', 'tolerances'] }),
	list('stocktake_area', 'stocktake_id', 'position'),
	row('stocktake_line', ['stocktake_id', 'line_no'], { version: changed, json: ['item'] }),
	row('count_entry', ['stocktake_id', 'entry_id'], { json: ['before'] }),
	row('count_box', ['stocktake_id', 'line_no', 'unit_id', 'by'], {
		version: ({ entry_id }) => Number(entry_id),
	}),
	log('count_event', 'event_id', { json: ['detail'] }),
	row('count_unknown_code', ['stocktake_id', 'code', 'area_id'], {
		counter: 'code_id',
		version: changed,
		both: bothUnknownCodes,
	}),
	row('count_cut_off', ['stocktake_id', 'key'], {
		version: ({ acknowledged_at }) => Number(acknowledged_at),
	}),
	row('closed_book', ['stocktake_id'], { json: ['by_line'] }),
	row('counted_total', ['stocktake_id', 'item_id', 'area_id'], { json: ['unit_ids'] }),
	row('count_template', ['template_id'], { version: changed, json: ['plan'] }),
	list('walk_area', 'account_id', 'location_id', 'position'),
	list('walk_place', 'account_id', 'location_id', 'position'),
	row('draft', ['draft_id'], {
		version: ({ versions }) => total(versionsOf(versions)),
		json: ['body', 'versions', 'moved_as', 'parts'],
	}),
	row('draft_intent', ['account_id', 'intent_id']),
	row('photo', ['photo_id']),
	row('document_unknown_code', ['scan_id']),
	row('kept_field', ['account_id', 'document_id', 'line_id', 'field'], { version: changed }),
	row('ordering_row', ['account_id', 'location_id', 'table_name', 'key'], {
		version: changed,
		json: ['cells'],
	}),
	// Rows of credit tables never change, so no version is needed.
	row('credit', ['credit_id'], { json: ['lines'] }),
	row('credit_step', ['step_id']),
	row('import_run', ['run_id'], { version: changed, json: ['columns'] }),
	row('import_row', ['run_id', 'number'], { version: changed, json: ['changes'] }),
	row('follow_up', ['account_id', 'receipt_id', 'line_id', 'kind'], { version: changed }),
	row('waste_template', ['template_id'], { version: changed, json: ['lines'] }),
	list('waste_label', 'account_id', 'location_id', 'position'),
	row('also_elsewhere', ['document_id']),
	log('rescue', 'rescue_id', { json: ['facts'] }),
	made('tombstone'),
	made('saved'),
	made('lane_count'),
	made('last_count'),
	made('lane_text_data'),
	made('lane_text_idx'),
	made('lane_text_docsize'),
	made('lane_text_config'),
];

/** What the service has no place for. All rows of an account go into a work file, and stay here. */
export const keptTables = [
	'kept_field',
	'ordering_row',
	'credit',
	'credit_step',
	'follow_up',
] as const;
type KeptTable = (typeof keptTables)[number];
export type KeptRows = Readonly<Record<KeptTable, readonly Row[]>>;

export const byKeptTable = <Value>(make: (table: KeptTable) => Value) =>
	Object.fromEntries(keptTables.map((name) => [name, make(name)])) as Record<KeptTable, Value>;

export const identityOf = ({ identity }: DurableTable, row: Row): string =>
	JSON.stringify(identity.map((name) => row[name]));

export type Versions = Readonly<Record<string, number>>;

/** Unreadable versions count as unchanged. */
export function versionsOf(text: unknown): Versions {
	try {
		const json: unknown = JSON.parse(String(text));
		if (typeof json !== 'object' || json === null) return {};
		return Object.fromEntries(
			Object.entries(json).filter((each): each is [string, number] => Number.isInteger(each[1])),
		);
	} catch {
		return {};
	}
}

const total = (versions: Versions): number =>
	Object.values(versions).reduce((sum, each) => sum + each, 0);

/** How `there` relates to `here`: the same, newer, older, or changed on both sides. */
export function compareVersions(
	there: Versions,
	here: Versions,
): 'same' | 'newer' | 'older' | 'both' {
	const pcs = Object.keys({ ...there, ...here });
	const ahead = pcs.some((pc) => (there[pc] ?? 0) > (here[pc] ?? 0));
	const behind = pcs.some((pc) => (there[pc] ?? 0) < (here[pc] ?? 0));
	if (ahead && behind) return 'both';
	return ahead ? 'newer' : behind ? 'older' : 'same';
}

export const joined = (a: Versions, b: Versions): Versions =>
	Object.fromEntries(
		Object.keys({ ...a, ...b }).map((pc) => [pc, Math.max(a[pc] ?? 0, b[pc] ?? 0)]),
	);
