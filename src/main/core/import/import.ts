// Imports and what else changes many records, behind the bridge.
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { ImportSummary } from '../../../shared/bridge/import.ts';
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import { exportRows, exportSheets } from '../../../shared/record/preview-export.ts';
import { connected } from '../connected.ts';
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

export function importCapability(
	context: CoreContext,
	parts: RecordParts,
	runs: ImportRuns,
): Handlers<'import'> {
	const previews = new Previews(context, parts);

	/** A call about an open preview. */
	const about =
		<Input extends { previewId: string }, Value>(
			answer: (preview: Preview, input: Input) => Reply<Value> | Promise<Reply<Value>>,
		) =>
		(account: ActiveAccount, input: Input): Reply<Value> | Promise<Reply<Value>> => {
			const preview = previews.get(account, input.previewId);
			return preview instanceof Preview ? answer(preview, input) : preview;
		};

	const propose = async (
		account: ActiveAccount,
		asked: CallArguments<'import.propose'>,
	): Promise<Reply<ImportSummary>> => {
		const copies = new Copies(parts, account.accountId);
		const planned = plannedBy(asked, { account, parts, copies, runs });
		if ('ok' in planned) return planned;
		const preview = new Preview(
			{
				previewId: context.ports.newId(),
				accountId: account.accountId,
				source: asked.source,
				title: titleOf(account, asked),
				undoes: asked.source === 'undo' ? asked.runId : null,
			},
			[],
		);
		previews.add(preview);
		await previews.take(preview, copies, await inTurns(planned, context.ports.clock));
		return succeed(previews.summary(preview));
	};

	/** What is replaced or undone, by its name. */
	const titleOf = (account: ActiveAccount, asked: CallArguments<'import.propose'>): string => {
		if (asked.source === 'undo') {
			const run = runs.get(account, { runId: asked.runId, from: 0, limit: 0 });
			return run.ok ? run.value.run.title : '';
		}
		if (asked.source !== 'replace') return '';
		const found = parts.shown.get(account.accountId, asked.type, asked.id);
		return found === null ? '' : parts.records.titleOf(inUse(asked.type), found.record);
	};

	return {
		'import.open': connected(context, (account, { source, title, sheets }) => {
			const preview = new Preview(
				{
					previewId: context.ports.newId(),
					accountId: account.accountId,
					source,
					title,
					undoes: null,
				},
				sheets.map(({ type, headings, above }) => ({
					type: inUse(type),
					headings,
					above,
					rows: [],
					columns: [],
				})),
			);
			previews.add(preview);
			const remembered = sheets.map(({ headings }) => {
				const kept = runs.columnsFor(account.accountId, headings);
				return kept === null ? null : keptOr(keptColumns, kept, null);
			});
			return succeed({ previewId: preview.previewId, remembered });
		}),
		'import.add': connected(
			context,
			about((preview, { sheet, rows }) => previews.addRows(preview, sheet, rows)),
		),
		'import.read': connected(
			context,
			about((preview, { columns, ...given }) => previews.read(preview, columns, given)),
		),
		'import.propose': connected(context, propose),
		'import.rows': connected(
			context,
			about((preview, asked) => succeed(previews.rows(preview, asked))),
		),
		'import.fix': connected(
			context,
			about((preview, asked) => previews.fix(preview, asked)),
		),
		'import.leave': connected(
			context,
			about((preview, { rows, out }) => succeed(previews.leave(preview, rows, out))),
		),
		'import.send': connected(
			context,
			about((preview) => begin(preview, runs)),
		),
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
