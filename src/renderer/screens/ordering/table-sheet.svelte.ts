// One ordering table in a grid: its rows, and saving a cell when it is left.
import { tick } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { App } from '../../app.svelte.ts';
import type { OrderingRowShown } from '../../../shared/bridge/ordering.ts';
import { rowsWithWords, searchText } from '../../../shared/domain/words.ts';
import { isKeyOf, orderingTable, type OrderingTableName } from '../../../shared/ordering/tables.ts';
import { failureMessage } from '../../messages/message.ts';
import type { CommitReply, GridColumn, GridEntry } from '../../ui/grid/grid-types.ts';
import { GridState } from '../../ui/grid/grid.svelte.ts';
import { cellText, columnWord, problemMessage, typedCell } from './ordering-words.ts';

export class TableSheet {
	readonly table: OrderingTableName;
	readonly grid: GridState<OrderingRowShown>;
	text = $state('');
	loaded = $state(false);
	readonly #app: App;
	readonly #rows = new SvelteMap<string, OrderingRowShown>();
	#working: Promise<unknown> = Promise.resolve();
	#keys = $state.raw<readonly string[]>([]);
	readonly #entries = $derived.by(() => {
		const found = new Set(
			this.text.trim() === ''
				? this.#keys
				: rowsWithWords(this.text, this.#keys, (key) =>
						searchText(Object.values(this.#rows.get(key)?.names ?? {})),
					),
		);
		return this.#keys.filter((key) => found.has(key)).flatMap((key) => this.#entry(key));
	});

	constructor(
		app: App,
		table: OrderingTableName,
		columns: () => readonly GridColumn<OrderingRowShown>[],
	) {
		this.#app = app;
		this.table = table;
		this.grid = new GridState<OrderingRowShown>({
			document: `ordering ${table}`,
			entries: () => this.#entries,
			columns,
			commit: (row, field, typed) => this.#inTurn(() => this.#commit(row, field, typed)),
			problem: (row) => this.#incomplete(row),
		});
	}

	get rows(): readonly OrderingRowShown[] {
		return this.#keys.flatMap((key) => this.#rows.get(key) ?? []);
	}

	get locationId(): string {
		return this.#app.settings.locationId ?? '';
	}

	/** The cells that can be filled in. */
	boxColumns(): GridColumn<OrderingRowShown>[] {
		return Object.entries(orderingTable(this.table).cells).flatMap(([field, cell]) =>
			isKeyOf(this.table, field)
				? []
				: [
						{
							key: field,
							label: columnWord(this.#app, field),
							width: cell.as === 'choice' || cell.as === 'unit' ? '150px' : '130px',
							align:
								cell.as === 'choice' || cell.as === 'unit' ? ('start' as const) : ('end' as const),
							box: (row: OrderingRowShown) => ({
								typed: cellText(this.#app, row, field, cell),
								blank: '–',
							}),
						},
					],
		);
	}

	/** One call after the other: an answer brings whole rows, and none may be older than what it replaces. */
	#inTurn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
		const done = this.#working.then(call);
		this.#working = done.catch(() => undefined);
		return done;
	}

	load = (): Promise<void> => this.#inTurn(() => this.#load());

	async #load(): Promise<void> {
		const { table, locationId } = this;
		if (locationId === '') return;
		const reply = await this.#app.call('ordering.list', { locationId, table });
		if (this.#app.failed(reply)) return;
		this.#rows.clear();
		for (const row of reply.value.rows) this.#rows.set(row.key, row);
		this.#keys = reply.value.rows.map(({ key }) => key);
		this.loaded = true;
	}

	/**
	 * Adds a row and goes to its first box.
	 * @param start what the row begins with, if it is new
	 */
	async add(
		cells: Readonly<Record<string, string>>,
		start: Readonly<Record<string, string>> = {},
	): Promise<void> {
		const { table, locationId } = this;
		const { locale } = this.#app.language;
		const reply = await this.#app.call('ordering.check', {
			locationId,
			table,
			locale,
			rows: [cells],
		});
		const [row] = reply.ok ? reply.value.rows : [];
		const key = row?.key ?? null;
		if (row === undefined || key === null) return;
		if (!this.#rows.has(key)) {
			const writing = { locationId, table, locale, rows: [{ ...cells, ...start }] };
			const begun = row.before === null ? await this.#app.call('ordering.save', writing) : null;
			const [saved = row] = begun?.ok === true ? begun.value.rows : [];
			this.#rows.set(key, { key, cells: saved.cells, names: saved.names });
			this.#keys = [...this.#keys, key];
		}
		this.text = '';
		// The first row brings the grid with it.
		await tick();
		const [first] = this.boxColumns();
		if (first !== undefined) this.grid.focusRow(key, first.key);
	}

	#entry(key: string): GridEntry<OrderingRowShown>[] {
		const found = this.#rows.get(key);
		if (found === undefined) return [];
		const rows = this.#rows;
		return [
			{
				kind: 'line',
				key,
				get line() {
					return rows.get(key) ?? found;
				},
			},
		];
	}

	async #commit(row: OrderingRowShown, field: string, typed: string): Promise<CommitReply> {
		const { table, locationId } = this;
		const { cells, key: keys } = orderingTable(table);
		const cell = cells[field];
		if (cell === undefined) throw new Error(`There is no cell ${field}.`);
		const given = Object.fromEntries(keys.map((name) => [name, row.cells[name] ?? '']));
		const { locale } = this.#app.language;
		const reply = await this.#app.call('ordering.save', {
			locationId,
			table,
			locale,
			rows: [{ ...given, [field]: typedCell(this.#app, cell, typed) }],
		});
		if (!reply.ok) return { ok: false, message: failureMessage(reply) };
		const [saved] = reply.value.rows;
		const [problem] = saved?.problems ?? [];
		if (problem !== undefined) return { ok: false, message: problemMessage(problem) };
		if (saved !== undefined) {
			this.#rows.set(row.key, { key: row.key, cells: saved.cells, names: saved.names });
		}
		return { ok: true };
	}

	#incomplete({ cells }: OrderingRowShown) {
		const declared = Object.entries(orderingTable(this.table).cells);
		const needed = declared.filter(([, cell]) => cell.needed === true).map(([field]) => field);
		const blank = needed.filter((field) => (cells[field] ?? null) === null);
		const [first] = blank;
		if (first === undefined || blank.length === needed.length) return null;
		return { words: this.#app.t('ordering.incomplete'), column: first };
	}
}
