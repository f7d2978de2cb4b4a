// Bridge calls of Rescue: state, copies, restoring one, unreadable rows.
import type { RescueState } from '../../../shared/bridge/rescue.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { copyFile, listCopies } from '../store/copies.ts';
import { rescueRecords } from '../store/rescue-records.ts';
import type { Wish } from '../store/recovery.ts';
import type { Checking } from './file-check.ts';
import { compareWithCopy } from './compare.ts';
import type { DailyCopies } from './daily-copies.ts';
import { workFileCalls, type WorkFileParts } from './work-files.ts';
import { unreadableRows } from './unreadable.ts';

interface RescueParts extends Omit<WorkFileParts, 'changed'> {
	copies: DailyCopies;
	checking: Checking;
	reopen(wish: Wish): Promise<void>;
}

export interface RescueCapability {
	readonly handlers: Handlers<'rescue'>;
	changed(): void;
}

export function rescueCapability(context: CoreContext, parts: RescueParts): RescueCapability {
	const { store, ports, settings, emit } = context;
	const { dataFolder, copies, checking, reopen } = parts;
	const records = rescueRecords(store.durable);

	const state = (): RescueState => ({
		copies: listCopies(dataFolder),
		copyProblem: copies.problem(),
		dataFolder,
		records: records.list(),
	});
	const changed = () => emit('rescue.changed', state());
	const findWhole = async (name: string) => {
		const copy = listCopies(dataFolder).find((each) => each.name === name);
		if (copy === undefined) return null;
		const whole = await checking.copy(copyFile(dataFolder, copy), copy.bytes);
		return whole && store.durable.open ? copy : null;
	};

	const handlers: Handlers<'rescue'> = {
		...workFileCalls(context, { ...parts, changed }),

		'rescue.state': () => succeed(state()),

		'rescue.unreadable': () => succeed({ rows: unreadableRows(store.durable) }),

		async 'rescue.makeCopy'() {
			const made = await copies.make();
			if (made === 'disk-full') return fail('disk-full', 'There is no room for a copy.');
			if (made === 'failed') return fail('not-possible-now', 'No copy could be made.');
			return succeed(made);
		},

		async 'rescue.lookInto'({ name }) {
			const copy = await findWhole(name);
			if (copy === null) return fail('not-found', 'This copy is not here, or cannot be read.');
			return succeed({ copy, ...compareWithCopy(store.durable, copyFile(dataFolder, copy)) });
		},

		async 'rescue.restore'({ name }) {
			const copy = await findWhole(name);
			if (copy === null) return fail('not-found', 'This copy is not here, or cannot be read.');
			await reopen({ kind: 'restore', copy, by: settings().person });
			return succeed({});
		},

		'rescue.read'({ rescueId }) {
			records.markRead(rescueId, ports.clock.now());
			changed();
			return succeed({});
		},
	};
	return { handlers, changed };
}
