// Compares everything the program shows of a transfer with the bookkeeper.
import type { Kitchen } from '../support/kitchen.ts';
import { Difference } from './compare.ts';
import { draftOf } from './transfer-drafts.ts';
import { money, read, total } from './transfer-oracle.ts';
import { costById, costOf, decimal, same, type History } from './transfer-service.ts';

/** At both ends. */
export function checkTransfer(kitchen: Kitchen, { name, lines, told }: History): void {
	const get = (documentId: string) => kitchen.call('transfer.get', { documentId });
	const into = get(`service:transferIn:T-${name}`);
	if (into.lines.length === 0) return;
	for (const { lineId, book, item } of lines) {
		const shown = into.lines.find((each) => each.lineId === lineId)!;
		const stated = book.stated();
		same('sent', shown.sent, book.sent);
		if (shown.theirSent !== null)
			throw new Difference(`${lineId}: the ends differ: ${shown.theirSent}`);
		same('cost', shown.cost, stated.cost);
		if (typeof shown.entry?.total === 'string' && into.receiving !== null) {
			same('due', shown.entry.due, stated.due);
			same('difference', shown.entry.difference, stated.difference ?? read('0'));
			if (stated.difference !== null && shown.entry.settlement !== stated.how)
				throw new Difference(`${lineId}: ${shown.entry.settlement}, not ${stated.how}`);
		}
		for (const how of ['return', 'waste', 'keep'] as const) {
			const standing = shown.settled.filter(
				(each) => each.how === how && (how === 'keep' || each.documentId !== null),
			);
			if (into.receiving !== null && told.at(-1) === 'taken back') continue;
			const wanted = how === 'keep' ? stated.kept : stated.drafted[how];
			same(
				`${lineId} ${how}`,
				decimal(total(standing.map(({ quantity }) => read(quantity)))),
				wanted,
			);
			if (how === 'keep') continue;
			for (const { documentId, quantity } of standing) {
				const line = draftOf(kitchen, how, documentId!).find(
					(each) => each.item === item.itemId && each.quantity === quantity,
				);
				same(`${lineId} on the draft`, line?.quantity, read(quantity));
				same(`${lineId} on the draft, its cost`, line?.cost, money(read(quantity), costOf(item)));
			}
		}
		if (shown.excess !== null) {
			same('open', shown.excess, stated.open);
			same('received − sent', shown.difference, stated.over);
			same(
				'received = good + settled + open',
				shown.received,
				total([
					stated.good,
					stated.drafted.return,
					stated.drafted.waste,
					stated.kept,
					read(shown.excess),
				]),
			);
		}
	}
	const out = get(`service:transferOut:O-${name}`);
	if (out.lines.every(({ sent }) => sent === null)) return;
	const costs = out.lines.map((line) => money(read(line.sent ?? '0'), costById(line.item.itemId)));
	const known = costs.flatMap((cost) => cost ?? []);
	same('cost at the sender', out.cost, known.length === 0 ? null : total(known));
	if (out.costsUnknown !== costs.length - known.length)
		throw new Difference(`${String(out.costsUnknown)} costs are unknown at the sender`);
	for (const { item, sent } of lines) {
		const shown = out.lines.filter((line) => line.item.itemId === item.itemId);
		same(
			'sent, at the sender',
			decimal(total(shown.map((line) => read(line.sent ?? '0')))),
			read(sent),
		);
	}
}
