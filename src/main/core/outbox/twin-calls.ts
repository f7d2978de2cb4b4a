// Bridge calls for possible duplicates: shows both documents side by side, from the copies.
import { z } from 'zod';
import type { HistoryEntry, PossibleTwin } from '../../../shared/bridge/outbox.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import { kinds } from '../../../shared/document/kinds.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { dayOf, instantOf } from '../document/dates.ts';
import { itemViews } from '../document/item-view.ts';
import type { Location } from '../store/locations.ts';
import type { TwinRow } from '../store/twins.ts';
import type { OutboxEngine } from './engine.ts';
import { program } from './moving.ts';
import { keptAs, keptOr, readable } from '../store/kept-json.ts';

const line = z.looseObject({
	itemId: z.string(),
	uomId: z.number().optional(),
	quantity: z.string().optional(),
	quantities: z.array(z.object({ uomId: z.number(), quantity: z.string() })).optional(),
});
const copy = z.looseObject({
	id: z.string().default(''),
	number: z.string().optional(),
	date: z.string().default(''),
	createdDate: z.string().optional(),
	status: z.string().default(''),
	description: z.string().default(''),
	items: z.array(line).default([]),
});
type Copy = z.output<typeof copy>;

export function twinCalls(
	context: CoreContext,
	engine: OutboxEngine,
): Pick<Handlers<'outbox'>, 'outbox.twins' | 'outbox.decideTwin'> {
	const { tables, twins } = engine;
	const items = itemViews(context.store);
	const { locations } = context.store;
	const accountId = () => context.account()?.accountId ?? '';

	const documentView = (serverId: string, { locationId }: Location, record: Copy) => {
		const made = instantOf([record.createdDate], Number.NaN);
		return {
			serverId,
			number: record.number ?? serverId,
			createdAt: Number.isNaN(made) ? null : made,
			stateWord: record.status,
			description: record.description,
			lines: record.items.flatMap((each) => {
				const item = items.get(accountId(), each.itemId, locationId);
				const parts = each.quantities ?? [
					{ uomId: each.uomId ?? 0, quantity: each.quantity ?? '0' },
				];
				return parts.map(({ uomId, quantity }) => ({
					name: item?.name ?? each.itemId,
					quantity,
					unitName: item?.units.find(({ unitId }) => unitId === String(uomId))?.name ?? '',
				}));
			}),
		};
	};

	const view = (row: TwinRow): PossibleTwin => {
		const action = tables.byId(row.action_id);
		const [ours, other] = [row.ours, row.other].map((json) => keptAs(copy, json));
		if (!action || !ours || !other) throw new Error('A possible duplicate without its entry.');
		const place = ours[kinds[row.kind].place];
		const location = locations.get(accountId(), typeof place === 'string' ? place : '');
		return {
			twinId: row.twin_id,
			laneId: row.lane_id,
			document: row.kind,
			locationName: location.name,
			businessDate: dayOf(location, [other.date], row.found_at),
			confirmedBy: action.confirmed_by,
			attempts: tables.attempts(row.action_id),
			ours: documentView(row.our_server_id, location, ours),
			other: documentView(row.server_id, location, other),
		};
	};

	return {
		'outbox.twins': () => succeed({ twins: readable(twins.undecided(accountId()), view) }),
		'outbox.decideTwin': (asked) => engine.decideTwin(asked, context.settings().person),
	};
}

export function twinHistory(
	{ twins }: Pick<OutboxEngine, 'twins'>,
	laneId: string,
): HistoryEntry[] {
	return twins.ofLane(laneId).flatMap((row) => {
		const number = keptOr(copy, row.other, null)?.number ?? row.server_id;
		const entry = (at: number, by: string, why: HistoryEntry['why']): HistoryEntry => ({
			at,
			by,
			why,
			actionId: row.action_id,
			from: 'confirmed',
			to: 'confirmed',
		});
		const found = entry(row.found_at, program, {
			code: 'possible-twin',
			args: { number },
			said: '',
		});
		if (row.says === null) return [found];
		const code = row.says === 'two' ? 'twins-are-two' : 'twins-are-one';
		const args = { number, reason: row.reason };
		return [found, entry(row.at, row.by, { code, args, said: '' })];
	});
}
