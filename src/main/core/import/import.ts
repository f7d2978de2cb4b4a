// Imports and what else changes many records, behind the bridge.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { exportRows, exportSheets } from '../../../shared/record/preview-export.ts';
import { connected, type Answer, type LaterAnswer } from '../connected.ts';
import type { ActiveAccount, CoreContext, Handlers } from '../context.ts';
import { inUse, type RecordParts } from '../record/record.ts';
import { keptColumns } from '../store/import-runs.ts';
import { keptOr } from '../store/kept-json.ts';
import { inTurns } from '../turns.ts';
import { plannedBy } from './acts.ts';
import { Copies } from './copies.ts';
import { Preview, Previews } from './preview.ts';
import type { ImportRuns } from './runs.ts';
import { uploadItems } from './upload.ts';

class Imports {
	readonly #context: CoreContext;
	readonly #parts: RecordParts;
	readonly #runs: ImportRuns;
	readonly previews: Previews;

	constructor(context: CoreContext, parts: RecordParts, runs: ImportRuns) {
		this.#context = context;
		this.#parts = parts;
		this.#runs = runs;
		this.previews = new Previews(context, parts);
	}

	/** A call about an open preview. */
	about<Input extends { previewId: string }, Value>(
		answer: (preview: Preview, input: Input) => Reply<Value> | Promise<Reply<Value>>,
	) {
		return connected(this.#context, (account: ActiveAccount, input: Input) => {
			const preview = this.previews.get(account, input.previewId);
			return preview instanceof Preview ? answer(preview, input) : preview;
		});
	}

	readonly open: Answer<'import.open'> = ({ accountId }, { source, title, sheets }) => {
		const preview = new Preview(
			{ previewId: this.#context.ports.newId(), accountId, source, title, undoes: null },
			sheets.map(({ type, headings, above }) => ({
				type: inUse(type),
				headings,
				above,
				rows: [],
				columns: [],
			})),
		);
		this.previews.add(preview);
		const remembered = sheets.map(({ headings }) => {
			const kept = this.#runs.columnsFor(accountId, headings);
			return kept === null ? null : keptOr(keptColumns, kept, null);
		});
		return succeed({ previewId: preview.previewId, remembered });
	};

	readonly propose: LaterAnswer<'import.propose'> = async (account, asked) => {
		const { ports } = this.#context;
		const parts = this.#parts;
		const copies = new Copies(parts, account.accountId);
		const planned = plannedBy(asked, { account, parts, copies, runs: this.#runs });
		if ('ok' in planned) return planned;
		const preview = new Preview(
			{
				previewId: ports.newId(),
				accountId: account.accountId,
				source: asked.source,
				title: this.#titleOf(account, asked),
				undoes: asked.source === 'undo' ? asked.runId : null,
			},
			[],
		);
		this.previews.add(preview);
		await this.previews.take(preview, copies, await inTurns(planned, ports.clock));
		return succeed(this.previews.summary(preview));
	};

	/** What is replaced or undone, by its name. */
	#titleOf(account: ActiveAccount, asked: CallArguments<'import.propose'>): string {
		if (asked.source === 'undo') {
			const run = this.#runs.get(account, { runId: asked.runId, from: 0, limit: 0 });
			return run.ok ? run.value.run.title : '';
		}
		if (asked.source !== 'replace') return '';
		const { shown, records } = this.#parts;
		const found = shown.get(account.accountId, asked.type, asked.id);
		return found === null ? '' : records.titleOf(inUse(asked.type), found.record);
	}
}

export function importCapability(
	context: CoreContext,
	parts: RecordParts,
	runs: ImportRuns,
): Handlers<'import'> {
	const imports = new Imports(context, parts, runs);
	const { previews } = imports;
	return {
		'import.open': connected(context, imports.open),
		'import.add': imports.about((preview, { sheet, rows }) =>
			previews.addRows(preview, sheet, rows),
		),
		'import.read': imports.about((preview, { columns, ...given }) =>
			previews.read(preview, columns, given),
		),
		'import.propose': connected(context, imports.propose),
		'import.rows': imports.about((preview, asked) => succeed(previews.rows(preview, asked))),
		'import.fix': imports.about((preview, asked) => previews.fix(preview, asked)),
		'import.leave': imports.about((preview, { rows, out }) =>
			succeed(previews.leave(preview, rows, out)),
		),
		'import.send': imports.about((preview) => begin(preview, runs)),
		'import.runs': connected(context, (account, { limit }) =>
			succeed({ runs: [...runs.all(account, limit)] }),
		),
		'import.run': connected(context, (account, asked) => runs.get(account, asked)),
		'import.stop': connected(context, (account, { runId }) => runs.stopRun(account, runId)),
		'import.resume': connected(context, (account, { runId }) => runs.resume(account, runId)),
		'import.upload': connected(context, (_account, asked) => uploadItems(context, asked)),
		'import.export': connected(context, (account, asked) =>
			succeed(exported(parts, account, asked)),
		),
	};
}

/** A second press finds the run of the first. */
async function begin(preview: Preview, runs: ImportRuns): Promise<Reply<{ runId: string }>> {
	const planned = preview.run === null ? preview.toSend() : [];
	if (preview.run === null && planned.length === 0) {
		return fail('incomplete', 'There is nothing to send.');
	}
	preview.run ??= runs.add(preview, planned);
	try {
		return succeed({ runId: await preview.run });
	} catch (error) {
		preview.run = null;
		throw error;
	}
}

function exported(
	parts: RecordParts,
	{ accountId }: ActiveAccount,
	{ type: name, from, limit }: CallArguments<'import.export'>,
): CallOutput<'import.export'> {
	const type = inUse(name);
	const { index } = new Copies(parts, accountId);
	const known = parts.shown.all(accountId, name).filter(({ serverId }) => serverId !== null);
	const records = known.slice(from, from + limit).flatMap(({ id }) => {
		const record = index.whole(name, id);
		return record === null ? [] : [{ id, record }];
	});
	return {
		total: known.length,
		sheets: exportSheets(type).map((sheet) => ({
			lines: sheet.lines,
			paths: [...sheet.paths],
			rows: records.flatMap((each) =>
				exportRows(type, sheet, each, index).map((row) => row.map(String)),
			),
		})),
	};
}
