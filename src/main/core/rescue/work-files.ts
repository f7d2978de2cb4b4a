// Bridge calls that export work to a file for another PC, and import such a file.
import { join } from 'node:path';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { byKeptTable } from '../store/durable-tables.ts';
import { photoFiles } from '../store/photos.ts';
import { readWorkFile } from '../store/work-files.ts';
import { workTables, type OpenCount } from '../store/work-tables.ts';
import { GivenFile } from './given-file.ts';
import type { ChooseDraft } from './import-draft.ts';
import { travellingPhotos } from './travelling-photos.ts';
import { amountOf, WorkExport } from './work-export.ts';

export interface WorkFileParts {
	dataFolder: string;
	secrets(): readonly string[];
	/** Runs the work while nothing is in flight, and announces it afterwards. */
	paused<Result>(work: () => Result): Promise<Result>;
	changed(): void;
}

type WorkFileCalls = Pick<
	Handlers<'rescue'>,
	| 'rescue.waiting'
	| 'rescue.exportWork'
	| 'rescue.exportCount'
	| 'rescue.continueCount'
	| 'rescue.file'
	| 'rescue.giveFile'
	| 'rescue.lookAtFile'
	| 'rescue.importWork'
>;

export function workFileCalls(
	context: CoreContext,
	{ dataFolder, secrets, paused, changed }: WorkFileParts,
): WorkFileCalls {
	const { store, account, emit, appChanged } = context;
	const unsent = workTables(store.durable);
	const photos = travellingPhotos(store.durable, photoFiles(join(dataFolder, 'photos')));
	const exporting = new WorkExport(context, { dataFolder, secrets, photos });
	const given = new GivenFile(context, photos);

	const countChanged = (stocktakeId: string): void => {
		emit('stocktake.changed', { stocktakeId, line: null });
		emit('documents.changed', { area: 'stocktake' });
		appChanged();
	};

	/** Null if the account in use has no such count. */
	const countOf = (stocktakeId: string): OpenCount['stocktake'] | null => {
		const of = account();
		const count = unsent.count(stocktakeId);
		return of === null || count?.stocktake['account_id'] !== of.accountId ? null : count.stocktake;
	};

	return {
		'rescue.waiting'() {
			const of = account();
			if (of === null) {
				return succeed({ documents: 0, drafts: 0, counts: 0, photos: 0, kept: 0, photosLeft: 0 });
			}
			const work = unsent.waiting(of.accountId);
			return succeed({ ...amountOf(work), ...photos.amount(of.accountId, work) });
		},

		'rescue.exportWork': connected(context, async (of, { mode }) => {
			const all = () => exporting.export(of, mode, unsent.waiting(of.accountId));
			const reply = mode === 'move' ? await paused(all) : all();
			changed();
			return reply;
		}),

		'rescue.exportCount': connected(context, (of, { stocktakeId, mode }) => {
			const count = countOf(stocktakeId);
			if (count === null) return notHere();
			if (count['state'] !== 'open' || count['recount_of'] !== null) {
				return fail('not-possible-now', 'This is not an open count.');
			}
			const counts = unsent.countWithRecounts(stocktakeId);
			const reply = exporting.export(of, mode, {
				documents: [],
				drafts: [],
				counts,
				kept: byKeptTable(() => []),
			});
			changed();
			if (mode === 'move') countChanged(stocktakeId);
			return reply;
		}),

		'rescue.continueCount'({ stocktakeId }) {
			const count = countOf(stocktakeId);
			if (count === null) return notHere();
			if (count['moved_at'] === null) {
				return fail('not-possible-now', 'This count was not moved to another PC.');
			}
			store.durable
				.transaction(() => {
					for (const { stocktake } of unsent.countWithRecounts(stocktakeId)) {
						if (stocktake['moved_at'] === null) continue;
						const { stocktake_id } = stocktake;
						unsent.changeCount({ stocktake_id, state: 'open', moved_at: null, closed_why: '' });
					}
				})
				.immediate();
			countChanged(stocktakeId);
			return succeed({});
		},

		'rescue.file'({ file }) {
			const text = readWorkFile(dataFolder, file);
			return text === null ? fail('not-found', 'This file is no longer here.') : succeed({ text });
		},

		'rescue.giveFile': ({ file, first, text }) => given.add(file, first, text),

		async 'rescue.lookAtFile'() {
			const read = await given.read();
			const rules = { together: null, choose: () => null, sameService: false };
			return read.ok ? given.import(read.value, false, rules) : read;
		},

		async 'rescue.importWork'({ drafts, parts, ...rules }) {
			const chosen = new Map(
				parts.map(({ draftId, part, stays }) => [`${draftId} ${part}`, stays]),
			);
			const choose: ChooseDraft = (draftId, part) => chosen.get(`${draftId} ${part}`) ?? drafts;
			const read = await given.read();
			const reply = read.ok
				? await paused(() => given.import(read.value, true, { ...rules, choose }))
				: read;
			if (reply.ok) given.forget();
			changed();
			return reply;
		},
	};
}

const notHere = () => fail('not-found', 'This count is not here.');
