// Previews and runs of a kitchen with three suppliers, one call after the other.
import { randomUUID } from 'node:crypto';
import type { CallArguments, CallInput, CallOutput } from '../../src/shared/bridge/contract.ts';
import { rowsAtOnce, type ImportRun, type ImportSummary } from '../../src/shared/bridge/import.ts';
import type { Reply } from '../../src/shared/bridge/reply.ts';
import type { RecordTypeName } from '../../src/shared/record/records.ts';
import { caller, openKitchen, openStockedKitchen, type Kitchen } from './kitchen.ts';

export const dairy = {
	id: 'P-1',
	name: 'Riverside Dairy',
	code: '007',
	paymentDays: 30,
	rating: 4,
};
export const farm = { id: 'P-2', name: 'Green Hill Farm', code: 'GH', phone: '12 34' };
export const bakery = { id: 'P-3', name: 'Abbey Bakery', code: '7' };

export class Importing {
	kitchen: Kitchen;

	private constructor(kitchen: Kitchen) {
		this.kitchen = kitchen;
		this.#keepWrites();
	}

	static async open(lists: Record<string, object[]> = {}): Promise<Importing> {
		const kitchen = await openStockedKitchen({
			lists: { 'supplier.list': [dairy, farm, bakery], ...lists },
			profile: { importsPerMinute: 6000 },
		});
		return new Importing(kitchen);
	}

	/** The program ends and starts again. */
	async restart(profile: { importsPerMinute: number }): Promise<void> {
		const { folder, service } = this.kitchen;
		await this.kitchen.close();
		this.kitchen = openKitchen({ folder, profile });
		Object.assign(this.kitchen.service, { lists: service.lists, writes: service.writes });
		this.#keepWrites();
	}

	/** The service replaces a record whole. */
	#keepWrites(): void {
		const { service } = this.kitchen;
		service.onWrite = (name) => {
			const list = `${name.split('.')[0]!}.list`;
			const { body } = service.writes.at(-1)!;
			if (!name.endsWith('.update')) return;
			service.lists[list] = service.lists[list]!.map((each) =>
				(each as { id: string }).id === body['id'] ? body : each,
			);
		};
	}

	/** An answer that takes turns. */
	async answered<Value>(reply: Reply<Value> | Promise<Reply<Value>>): Promise<Value> {
		const answer = { isThere: false };
		const waiting = Promise.resolve(reply).finally(() => (answer.isThere = true));
		for (let turn = 0; turn < 500 && !answer.isThere; turn += 1) await this.kitchen.clock.settle();
		const value = await waiting;
		if (!value.ok) throw new Error(`${value.code}: ${value.message}`);
		return value.value;
	}

	/** A pasted table, read. @param paths of its columns, all of which may overwrite */
	async read(
		rows: (string | number)[][],
		paths: string[],
		{ type = 'supplier', above = 0 }: { type?: RecordTypeName; above?: number } = {},
	) {
		const { previewId, remembered } = this.kitchen.call('import.open', {
			source: 'paste',
			title: 'Prices',
			sheets: [{ type, headings: paths, above }],
		});
		for (let from = 0; from < rows.length; from += rowsAtOnce)
			this.kitchen.call('import.add', {
				previewId,
				sheet: 0,
				rows: rows.slice(from, from + rowsAtOnce),
			});
		const columns = paths.map((path) => ({ heading: path, path, mayOverwrite: true }));
		const summary = await this.readColumns({ previewId, columns: [columns] });
		return { previewId, summary, remembered };
	}

	/** A pasted table of the payment days of suppliers, by their ids. */
	readDays(days: Readonly<Record<string, string | number>>) {
		return this.read(Object.entries(days), ['id', 'paymentDays']);
	}

	readColumns(
		asked: Pick<CallInput<'import.read'>, 'previewId' | 'columns'>,
	): Promise<ImportSummary> {
		const read = this.kitchen.calls['import.read'];
		return this.answered(read({ ...asked, decimalSign: null, dayOrder: null }, caller));
	}

	fix(asked: CallArguments<'import.fix'>): Promise<ImportSummary> {
		return this.answered(this.kitchen.calls['import.fix'](asked, caller));
	}

	propose(asked: CallArguments<'import.propose'>): Promise<ImportSummary> {
		return this.answered(this.kitchen.calls['import.propose'](asked, caller));
	}

	stop(runId: string): Promise<ImportRun> {
		return this.answered(this.kitchen.calls['import.stop']({ runId }, caller));
	}

	rows(previewId: string): CallOutput<'import.rows'>['rows'] {
		return this.kitchen.call('import.rows', { previewId }).rows;
	}

	problems(previewId: string): (readonly [string | null, string, string])[][] {
		return this.rows(previewId).map((row) =>
			row.problems.map(({ at, code, text }) => [at, code, text] as const),
		);
	}

	async begin(previewId: string): Promise<string> {
		const asked = { previewId, intentId: randomUUID() };
		const { runId } = await this.answered(this.kitchen.calls['import.send'](asked, caller));
		return runId;
	}

	async send(previewId: string): Promise<CallOutput<'import.run'>> {
		const runId = await this.begin(previewId);
		await this.kitchen.clock.pass(5_000);
		await this.kitchen.send();
		return this.kitchen.call('import.run', { runId });
	}

	supplier(id: string): unknown {
		return this.kitchen.service.lists['supplier.list']!.find(
			(each) => (each as { id: string }).id === id,
		);
	}

	writes() {
		return this.kitchen.service.writes.filter(({ name }) => name.startsWith('supplier.'));
	}
}
