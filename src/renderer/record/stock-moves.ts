// What can be done about the stock of an item that is made inactive: a draft with it, to finish in its own screen.
import type { CallOutput } from '../../shared/bridge/contract.ts';
import { compare } from '../../shared/domain/decimal.ts';
import type { Plain } from '../../shared/record/record-kit.ts';
import type { App } from '../app.svelte.ts';
import { pathOf } from '../shell/route.svelte.ts';
import { boxText, writingOf } from './box-values.ts';
import { plainText } from './record-words.ts';

type Stock = CallOutput<'record.dependents'>['stock'][number];
const stockMoves = ['waste', 'transfer', 'count'] as const;
type StockMove = (typeof stockMoves)[number];

/** Less than nothing can only be counted. */
export const movesOf = ({ quantity }: Stock): readonly StockMove[] =>
	compare(quantity, '0') > 0 ? stockMoves : ['count'];

export interface MovedItem {
	readonly id: string;
	readonly record: Plain;
}

/** Makes the draft or the count, and opens it. */
export async function moveStock(
	app: App,
	move: StockMove,
	{ id, record }: MovedItem,
	{ locationId, quantity }: Stock,
): Promise<void> {
	const writing = writingOf(app);
	const { locale } = writing;
	const from = app.route.path;
	const intentId = crypto.randomUUID();
	const typed = boxText({ kind: 'decimal' }, quantity, writing);
	const line = {
		lineId: crypto.randomUUID(),
		itemId: id,
		boxes: [{ unitId: plainText(record['baseUomId']), typed }],
	};
	const draft = { documentId: null, revision: 0, intentId, locationId, locale } as const;
	const open = (area: 'counts' | 'waste' | 'transfers', documentId: string) => {
		app.route.go(pathOf(area, documentId), { from });
	};
	if (move === 'count') {
		const reply = await app.call('stocktake.open', {
			locationId,
			name: plainText(record['name']).slice(0, 120),
			plan: { scope: { kind: 'items', itemIds: [id] } },
			intentId,
		});
		if (reply.ok) open('counts', reply.value.stocktakeId);
		else app.notices.show(app.explain(reply), 'rust');
		return;
	}
	const reply =
		move === 'waste'
			? await app.call('wastage.save', { ...draft, lines: [{ ...line, reasonId: null }] })
			: await app.call('transferOut.save', { ...draft, otherLocationId: null, lines: [line] });
	if (reply.ok) open(move === 'waste' ? 'waste' : 'transfers', reply.value.documentId);
	else app.notices.show(app.explain(reply), 'rust');
}
