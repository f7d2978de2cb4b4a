// One ordering table in a grid: its rows, and saving a cell when it is left.
import { tick } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { App } from '../../app.svelte.ts';
import type { OrderingRowRead, OrderingRowShown } from '../../../shared/bridge/ordering.ts';
import { isUnanswered, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import { rowsWithWords, searchText } from '../../../shared/domain/words.ts';
import { isKeyOf, orderingTable, type OrderingTableName } from '../../../shared/ordering/tables.ts';
import { EditHistory, type Act, type Step } from '../../document/edit-history.ts';
import { failureMessage } from '../../messages/message.ts';
import type { CommitReply, GridColumn, GridEntry } from '../../ui/grid/grid-types.ts';
import { GridState } from '../../ui/grid/grid.svelte.ts';
import { liveLine } from '../../ui/grid/live-line.ts';
import { turn, type Turned, type Which } from '../../ui/grid/turn.ts';
import { cellText, columnWord, problemMessage, typedCell } from './ordering-words.ts';

/** The cells that an entry changed. */
type Cells = OrderingRowShown['cells'];

interface Place {
	readonly row: OrderingRowShown;
	readonly field: string;
}

export class TableSheet {
	readonly table: OrderingTableName;
	readonly locationId: string;
	readonly grid: GridState<OrderingRowShown>;
	text = $state('');
	loaded = $state(false);
	readonly #app: App;
	readonly #rows = new SvelteMap<string, OrderingRowShown>();
	/** Calls run one after the other: an answer brings whole rows, and none may be older than what it replaces. */
	readonly #history = new EditHistory<Cells, Place>(() => this.#load());
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
		locationId: string,
		columns: () => readonly GridColumn<OrderingRowShown>[],
	) {
		this.#app = app;
		this.table = table;
		this.locationId = locationId;
		const { accountId = '' } = app.state.account ?? {};
		this.grid = new GridState<OrderingRowShown>({
			document: `ordering ${accountId} ${locationId} ${table}`,
			entries: () => this.#entries,
			columns,
			commit: (row, field, typed) => this.#history.inTurn(() => this.#commit(row, field, typed)),
			problem: (row) => this.#incomplete(row),
		});
	}

	get rows(): readonly OrderingRowShown[] {
		return this.#keys.flatMap((key) => this.#rows.get(key) ?? []);
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

	load = (): Promise<Failure | null> => this.#history.inTurn(() => this.#history.load());

	/** @returns why it failed; the person was told */
	async #load(): Promise<Failure | null> {
		const { table, locationId } = this;
		if (locationId === '') return null;
		const reply = await this.#app.call('ordering.list', { locationId, table });
		if (this.#app.failed(reply)) return reply;
		this.#rows.clear();
		for (const row of reply.value.rows) this.#rows.set(row.key, row);
		this.#keys = reply.value.rows.map(({ key }) => key);
		this.loaded = true;
		return null;
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
			const begun = { key, cells: row.cells, names: row.names };
			this.#rows.set(key, begun);
			this.#keys = [...this.#keys, key];
			if (row.before === null && Object.keys(start).length > 0)
				await this.#history.inTurn(() => this.#enter(begun, { field: '', typed: '' }, start));
		}
		this.text = '';
		// The first row brings the grid with it.
		await tick();
		const [first] = this.boxColumns();
		if (first !== undefined) this.grid.focusRow(key, first.key);
	}

	#entry(key: string): GridEntry<OrderingRowShown>[] {
		const found = this.#rows.get(key);
		return found === undefined ? [] : [liveLine(this.#rows, key, found)];
	}

	#commit(row: OrderingRowShown, field: string, typed: string): Promise<CommitReply> {
		const cell = orderingTable(this.table).cells[field];
		if (cell === undefined) throw new Error(`There is no cell ${field}.`);
		return this.#enter(row, { field, typed }, { [field]: typedCell(this.#app, cell, typed) });
	}

	async #enter(
		row: OrderingRowShown,
		{ field, typed }: { readonly field: string; readonly typed: string },
		texts: Readonly<Record<string, string>>,
	): Promise<CommitReply> {
		// An entry without an answer comes before this one.
		const failure = await this.#history.findLost();
		if (failure !== null) return { ok: false, message: failureMessage(failure) };
		const { cells: before } = this.#rows.get(row.key) ?? row;
		const actOf = (was: Cells | null, after: Cells): Act<Cells, Place> | null => {
			const changed = Object.keys(after).filter(
				(name) => !isKeyOf(this.table, name) && after[name] !== (was?.[name] ?? null),
			);
			const only = (cells: Cells | null): Cells =>
				Object.fromEntries(changed.map((name) => [name, cells?.[name] ?? null]));
			if (changed.length === 0) return null;
			return { before: only(was), after: only(after), at: { row, field } };
		};
		const { locale } = this.#app.language;
		const reply = await this.#save(row, texts, locale);
		if (isUnanswered(reply)) {
			const isSaved = await this.#history.lose(async () => {
				const reply = await this.#write('ordering.check', row, texts, locale);
				const found = reply.ok ? reply.value : undefined;
				if (found?.problems.length !== 0 || found.changed.length !== 0) return undefined;
				this.grid.commits.forgetText({ key: row.key, column: field }, typed);
				return actOf(before, found.cells);
			});
			if (isSaved) return { ok: true };
		}
		if (!reply.ok) return { ok: false, message: failureMessage(reply) };
		const [problem] = reply.value?.problems ?? [];
		if (problem !== undefined) return { ok: false, message: problemMessage(problem) };
		const act = reply.value === undefined ? null : actOf(reply.value.before, reply.value.cells);
		if (act !== null) this.#history.add(act);
		return { ok: true };
	}

	/** Saves it, or only asks what it comes to. */
	async #write(
		call: 'ordering.save' | 'ordering.check',
		{ cells }: OrderingRowShown,
		typed: Readonly<Record<string, string>>,
		locale: string,
	): Promise<Reply<OrderingRowRead | undefined>> {
		const { table, locationId } = this;
		const row: Record<string, string> = { ...typed };
		for (const name of orderingTable(table).key) row[name] = cells[name] ?? '';
		const reply = await this.#app.call(call, { locationId, table, locale, rows: [row] });
		return reply.ok ? succeed(reply.value.rows[0]) : reply;
	}

	async #save(
		row: OrderingRowShown,
		typed: Readonly<Record<string, string>>,
		locale: string,
	): Promise<Reply<OrderingRowRead | undefined>> {
		const { key } = row;
		const reply = await this.#write('ordering.save', row, typed, locale);
		if (reply.ok && reply.value?.problems.length === 0)
			this.#rows.set(key, { key, cells: reply.value.cells, names: reply.value.names });
		return reply;
	}

	/** Many rows were saved at once, which is not undone here. */
	async replaced(): Promise<void> {
		this.#history.clear();
		await this.load();
	}

	/** Undoes or redoes the last entry, unless its cells were changed elsewhere since. */
	turn(which: Which): Promise<void> {
		const history = this.#history;
		return turn(this.#app, this.grid, which, () =>
			history.inTurn(async () => {
				if ((await history.findLost()) !== null) return 'told';
				return history.stepBy(which, (step) => this.#turn(step));
			}),
		);
	}

	async #turn({ from, to, at: { row, field } }: Step<Cells, Place>): Promise<Turned> {
		const go = () => this.grid.focusRow(row.key, field === '' ? undefined : field);
		const texts: Record<string, string> = {};
		for (const [name, value] of Object.entries(to)) texts[name] = value ?? '';
		// As they are kept: decimal points, and ids.
		const now = await this.#write('ordering.check', row, texts, 'en');
		if (!now.ok) return { ok: false, message: this.#app.explain(now) };
		const isAs = (other: Cells) =>
			Object.entries(other).every(([name, value]) => (now.value?.before?.[name] ?? null) === value);
		const left = orderingTable(this.table).key.flatMap((name) => row.names[name] ?? []);
		if (!isAs(from) && !isAs(to)) {
			await this.#load();
			return { ok: true, go, left };
		}
		const reply = await this.#save(row, texts, 'en');
		if (isUnanswered(reply)) await this.#history.lose(() => null);
		if (!reply.ok) return { ok: false, message: this.#app.explain(reply) };
		return reply.value?.problems.length === 0 ? { ok: true, go } : { ok: true, go, left };
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
