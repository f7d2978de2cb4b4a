// Random transfers in the real program, compared with transfer-oracle.ts: sent and received in parts, short and over,
// settled, undone, corrected, drafts changed and discarded; with odd units.
import { seededRandom } from '../../src/practice/demo/random.ts';
import type { TransferDocument } from '../../src/shared/bridge/transfer.ts';
import { itemRecord, openKitchen, stockUp, valueOf, type Kitchen } from '../support/kitchen.ts';
import { Difference } from './compare.ts';
import { checkTransfer } from './transfer-check.ts';
import { discardDraft, draftOf, saveDraft } from './transfer-drafts.ts';
import { times } from './oracle.ts';
import { LineBook, read, total } from './transfer-oracle.ts';
import {
	baseUnit,
	bigUnit,
	costOf,
	decimal,
	isDue,
	items,
	recordsOf,
	same,
	type History,
	type Line,
} from './transfer-service.ts';

export async function reckonTransfers(asked: { histories: number; seed: number }): Promise<void> {
	const kitchen = openKitchen({
		profile: {
			transfer: {
				receiveIn: ['in-transit', 'partly-received'],
				fulfillIn: ['finalized'],
				overReceiptPercent: null,
			},
		},
	});
	// Only figures matter here and no power is cut: do not wait for the disk.
	kitchen.store.durable.pragma('synchronous = OFF');
	try {
		await new Books(kitchen, asked.seed).keep(asked.histories);
	} finally {
		await kitchen.end();
	}
}

class Books {
	readonly #kitchen: Kitchen;
	readonly #chance: () => number;
	#histories: History[] = [];
	#intents = 0;

	constructor(kitchen: Kitchen, seed: number) {
		this.#kitchen = kitchen;
		this.#call = kitchen.call;
		this.#chance = seededRandom(seed);
	}

	#number = (most: number): number => Math.floor(this.#chance() * (most + 1));
	#one = <Each>(of: readonly Each[]): Each => of[this.#number(of.length - 1)]!;

	async keep(histories: number): Promise<void> {
		this.#histories = Array.from({ length: histories }, (_, at) => this.#begin(String(at + 1)));
		stockUp(this.#kitchen);
		this.#kitchen.service.lists['inventoryItem.list'] = items.map(
			({ itemId, cost, big, places }) => {
				const { unitCost: _none, ...record } = itemRecord(itemId, `Item ${itemId}`, {
					units: [
						{ uomId: 3, name: 'case', type: 'case', conversionFactor: big, decimals: 0 },
						{ uomId: 1, name: 'each', type: 'each', conversionFactor: '1', decimals: places },
					],
				});
				return { ...record, ...(cost === null ? {} : { unitCost: cost }) };
			},
		);
		this.#kitchen.service.lists['inventoryItem.currentStock'] = [];
		await this.#show('Finalized');
		await this.#each(
			({ sends }) => sends,
			(history) => this.#sendOff(history),
			(history) => this.#checkSentOff(history),
		);
		for (let round = 1; round <= 3; round += 1) {
			await this.#show();
			await this.#each(
				isDue,
				(history) => this.#receive(history),
				(history) => this.#checkPhase(history),
			);
		}
		await this.#show();
		await this.#each(
			(history) => !isDue(history),
			(history) => this.#settle(history),
			(history) => checkTransfer(this.#kitchen, history),
		);
	}

	/** Continues some histories after a failure; then sends everything. */
	async #each(
		which: (history: History) => boolean,
		go: (history: History) => void,
		check: (history: History) => void,
	): Promise<void> {
		const going = this.#histories.filter(which);
		for (const history of going) this.#telling(history, () => go(history));
		for (let pass = 0; pass < 20 && this.#kitchen.outbox.counts().waiting > 0; pass += 1)
			await this.#kitchen.send();
		for (const history of going) this.#telling(history, () => check(history));
	}

	#telling(history: History, go: () => void): void {
		try {
			go();
		} catch (error) {
			const lines = history.lines.map(
				({ item, asked, sent }) => `item ${item.itemId}: ${asked}, sent ${sent}`,
			);
			throw new Error(
				`${String(error)}\nhistory ${history.name}\n${[...lines, ...history.told].join('\n')}`,
				{ cause: error },
			);
		}
	}

	#begin(name: string): History {
		const sends = this.#chance() < 0.3;
		const chosen = items.filter(() => this.#chance() < 0.45);
		const lines = (chosen.length > 0 ? chosen : [items[0]]).map((item): Line => {
			const asked = decimal(
				total([read(String(2 + this.#number(40))), read(this.#chance() < 0.3 ? item.odd : '0')]),
			);
			const at = this.#chance() < 0.15 ? 2 : 1;
			const sent = at === 1 && this.#chance() < 0.3 ? '1' : asked;
			const book = new LineBook(read(sent), costOf(item));
			return { lineId: `${name}-${item.itemId}`, item, asked, at, sent, book, boxes: {} };
		});
		return { name, lines, sends, told: [] };
	}

	/** The service's current view. @param before the view before the program sends it off */
	async #show(before?: string): Promise<void> {
		const records = this.#histories.map((history) => recordsOf(history, before));
		this.#kitchen.service.lists['transferOut.list'] = records.map(({ out }) => out);
		this.#kitchen.service.lists['transferIn.list'] = records.flatMap(({ into }) => into ?? []);
		await this.#kitchen.pull();
		if (before === undefined)
			for (const history of this.#histories)
				this.#telling(history, () => checkTransfer(this.#kitchen, history));
	}

	readonly #call: Kitchen['call'];
	#get = (documentId: string): TransferDocument => this.#call('transfer.get', { documentId });
	#intent = (): string => `intent-${String((this.#intents += 1)).padStart(6, '0')}`;

	#sendOff({ name, lines }: History): void {
		const documentId = `service:transferOut:O-${name}`;
		for (const { lineId, asked, at, sent } of lines) {
			if (asked === sent || at === 2) continue;
			const typed = { unitId: baseUnit, typed: sent, locale: 'en-GB' };
			this.#call('transferOut.enter', { documentId, lineId: `o-${lineId}-0`, ...typed });
		}
		this.#call('transferOut.enterAllAsDue', { documentId });
		this.#call('transferOut.fulfill', { documentId, intentId: this.#intent() });
	}

	#enter({ name, told }: History, line: Line, { big, base }: { big: string; base: string }): void {
		const filled =
			this.#get(`service:transferIn:T-${name}`).lines.find(({ lineId }) => lineId === line.lineId)
				?.entry?.boxes ?? [];
		line.boxes = Object.fromEntries(filled.map(({ unitId, typed }) => [unitId, typed]));
		for (const [unitId, typed] of [
			[baseUnit, base],
			...(big === '0' && line.boxes[bigUnit] === undefined ? [] : [[bigUnit, big]]),
		] as const) {
			const documentId = `service:transferIn:T-${name}`;
			const entered = {
				documentId,
				lineId: line.lineId,
				unitId,
				typed,
				locale: 'en-GB',
			};
			this.#call('transferIn.enter', entered);
			line.boxes[unitId] = typed!;
			line.book.enter(
				total([
					read(line.boxes[baseUnit] ?? '0'),
					times(read(line.boxes[bigUnit] ?? '0'), read(line.item.big)),
				]),
			);
		}
		told.push(`${line.lineId}: typed ${base} and ${big} of ${line.item.big}`);
	}

	#enterSome(history: History, line: Line): void {
		const documentId = `service:transferIn:T-${history.name}`;
		const most = Math.ceil(Number(line.sent)) + 3;
		const times = this.#one([1, 1, 2, 3]);
		for (let time = 0; time < times; time += 1) {
			const fine = line.item.places > 0 && this.#chance() < 0.3 ? line.item.odd.slice(1) : '';
			this.#enter(history, line, {
				base: `${String(this.#number(most))}${fine}`,
				big: this.#one(line.item.big === '12' ? ['0', '0', '1', '1/3'] : ['0', '0', '0', '1']),
			});
			if (this.#chance() < 0.6) {
				const settlement = this.#one(['none', 'return', 'waste'] as const);
				this.#call('transferIn.settle', { documentId, lineId: line.lineId, settlement });
				line.book.choose(settlement);
				history.told.push(`${line.lineId}: ${settlement}`);
			}
		}
	}

	#receive(history: History): void {
		const { name, lines, told } = history;
		const documentId = `service:transferIn:T-${name}`;
		let entered: Line[] = [];
		const go = (): void => {
			for (const line of lines) if (this.#chance() < 0.75) this.#enterSome(history, line);
			const blank = this.#get(documentId).lines;
			this.#call('transferIn.enterAllAsDue', { documentId });
			for (const line of lines) {
				const entry = blank.find(({ lineId }) => lineId === line.lineId)?.entry;
				if (entry?.boxes.length === 0 && line.book.due.n > 0n) line.book.enter(line.book.due);
			}
			checkTransfer(this.#kitchen, history);
			for (const { lineId, entry } of this.#get(documentId).lines) {
				if (entry !== null && !['0', null].includes(entry.difference))
					this.#call('transferIn.explain', { documentId, lineId, reason: 'Spoiled' });
			}
			entered = lines.filter(({ book }) => book.stated().difference !== null);
			this.#call('transferIn.receive', { documentId, intentId: this.#intent() });
			told.push('received');
			const step = this.#kitchen.outbox.stepsOf('transferIn', documentId).at(-1)!;
			const sent = step.body['items'] as {
				transferItemId: string;
				quantity: string;
				quantities: { uomId: number; quantity: string }[];
			}[];
			for (const line of entered) {
				const taken = line.book.receive();
				const told = sent.find(({ transferItemId }) => transferItemId === line.lineId);
				same('received', told?.quantity, taken);
				const boxes = (told?.quantities ?? []).map(({ uomId, quantity }) =>
					times(read(quantity), read(uomId === 3 ? line.item.big : '1')),
				);
				same('received in boxes', decimal(total(boxes)), taken);
			}
			checkTransfer(this.#kitchen, history);
			if (this.#chance() < 0.3) this.#redraft(history);
		};
		go();
		while (this.#chance() < 0.35) {
			const step = this.#kitchen.outbox.stepsOf('transferIn', documentId).at(-1)!;
			valueOf(this.#kitchen.outbox.cancel(step, 'Noor'));
			told.push('taken back');
			for (const { book } of entered) book.takeBack();
			checkTransfer(this.#kitchen, history);
			go();
		}
		for (const line of lines) line.boxes = {};
	}

	/** After the receipt, before the copy shows it. */
	#checkPhase(history: History): void {
		const { phase } = this.#get(`service:transferIn:T-${history.name}`);
		const wanted = isDue(history) ? 'partly-received' : 'received';
		if (phase !== wanted) throw new Difference(`${phase}, not ${wanted}`);
	}

	#checkSentOff({ name, lines }: History): void {
		const [step] = this.#kitchen.outbox.stepsOf('transferOut', `service:transferOut:O-${name}`);
		const sent = step?.body['items'] as { itemId: string; quantity: string }[];
		for (const { item, sent: wanted } of lines) {
			const left = sent.filter(({ itemId }) => itemId === item.itemId);
			same('sent off', decimal(total(left.map(({ quantity }) => read(quantity)))), read(wanted));
		}
	}

	#settle(history: History): void {
		const documentId = `service:transferIn:T-${history.name}`;
		for (const line of history.lines) {
			if (line.book.open.n === 0n || this.#chance() < 0.2) continue;
			const how = this.#one(['return', 'waste', 'keep'] as const);
			const said = { documentId, lineId: line.lineId, how, reason: 'Spoiled' };
			this.#call('transferIn.settleExcess', said);
			line.book.settle(how);
			history.told.push(`${line.lineId}: open, then ${how}`);
			checkTransfer(this.#kitchen, history);
		}
		if (this.#chance() < 0.5) this.#redraft(history);
		checkTransfer(this.#kitchen, history);
	}

	#redraft(history: History): void {
		const { lines } = this.#get(`service:transferIn:T-${history.name}`);
		const drafted = lines.flatMap(({ lineId, settled }) =>
			settled.flatMap(({ how, documentId }) =>
				documentId === null || how === 'keep' ? [] : [{ lineId, how, documentId }],
			),
		);
		if (drafted.length === 0) return;
		const { how, documentId } = this.#one(drafted);
		const on = drafted.filter((each) => each.documentId === documentId);
		// One claim per draft, so that we know which one the draft is for.
		if (
			on.some(
				({ lineId }) =>
					drafted.filter((each) => each.lineId === lineId && each.how === how).length > 1,
			)
		)
			return;
		const draft = draftOf(this.#kitchen, how, documentId);
		const gone = this.#chance() < 0.4;
		const lowered = gone ? [] : draft.filter((line) => Number(line.quantity) > 1);
		const [lower] = lowered;
		const removed = gone ? draft : draft.slice(lower === undefined ? 1 : 2);
		const kept = draft.filter((line) => !removed.includes(line));
		history.told.push(
			`${how} draft: ${gone ? 'discarded' : `${String(removed.length)} removed, ${lower?.item ?? 'none'} lowered`}`,
		);
		if (gone || kept.length === 0) discardDraft(this.#kitchen, how, documentId);
		else saveDraft(this.#kitchen, how, documentId, kept, lower?.lineId, this.#intent());
		for (const line of history.lines) {
			if (!on.some(({ lineId }) => lineId === line.lineId)) continue;
			if (removed.some(({ item }) => item === line.item.itemId)) line.book.redraft(how, null);
			else if (lower?.item === line.item.itemId) line.book.redraft(how, read('1'));
		}
		checkTransfer(this.#kitchen, history);
	}
}
