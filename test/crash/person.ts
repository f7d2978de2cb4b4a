// A person in the crash test: enters and submits until the program is gone, comes back, and repeats unanswered clicks.
// Records what the program acknowledged, outside the killed process.
import Big from 'big.js';
import type { CallInput, CallName, CallOutput } from '../../src/shared/bridge/contract.ts';
import type { Failure, Problem } from '../../src/shared/bridge/reply.ts';
import type { ItemView } from '../../src/shared/bridge/values.ts';
import type { Chance } from '../../src/practice/demo/random.ts';
import { typedInvoice } from '../support/invoice.ts';
import type { BridgeClient } from '../support/bridge-client.ts';
import type { Snapshot } from '../support/practice.ts';
import { hasDifferences, isSubmitted, isWhole, shownFor, type Entry } from './entry.ts';
import { serverIdOf } from '../../src/main/core/document/document-id.ts';

/** The program ended before it answered. */
export class Gone extends Error {
	override readonly name = 'Gone';
}

/** The program refused. */
class Refused extends Error {
	override readonly name = 'Refused';
	readonly details: readonly Problem[];
	constructor(call: string, { code, message, details = [] }: Failure) {
		super(`${call}: ${code}: ${message} ${JSON.stringify(details)}`);
		this.details = details;
	}
}

export interface Wrong {
	lost: string[];
	doubled: string[];
}

export interface Place {
	locationId: string;
	otherId: string;
	items: readonly ItemView[];
	reasonId: string | null;
	areaId: string;
	supplierId: string;
}

export class Person {
	readonly #name: string;
	readonly #place: Place;
	readonly #chance: Chance;
	readonly #entries: Entry[] = [];
	#received = false;
	#made = 0;

	/** @param name distinguishes this person's entries. */
	constructor(name: string, place: Place, chance: Chance) {
		this.#name = name;
		this.#place = place;
		this.#chance = chance;
	}

	/** The kinds of what was acknowledged as sent. */
	acknowledged(): Entry['kind'][] {
		return this.#entries.flatMap(({ submit, kind }) => (submit === 'acknowledged' ? [kind] : []));
	}

	async clickAgain(bridge: BridgeClient): Promise<void> {
		for (const entry of this.#entries)
			if (entry.submit === 'asked') await this.#submit(bridge, entry);
	}

	async act(bridge: BridgeClient): Promise<void> {
		if (!this.#received && this.#chance.happens(0.2)) return this.#receive(bridge);
		const what = this.#chance.whole(0, 9);
		if (what < 2) return this.#count(bridge);
		if (what === 2) return this.#receiveOrder(bridge);
		if (what === 3) return this.#receiveFree(bridge);
		return this.#write(bridge, what < 7 ? 'waste' : 'transfer');
	}

	/** Answers questions like a careful person: looks at the service first. */
	async decide(bridge: BridgeClient, shown: Snapshot): Promise<number> {
		const { lanes } = await answerOf(bridge, 'outbox.list', { filter: 'needs-you', limit: 1000 });
		for (const { documentId, steps } of lanes) {
			const step = steps.find(({ state }) => state === 'attention');
			const alike = steps.filter(({ operation }) => operation === step?.operation);
			const madeFor = await this.#orders(bridge);
			const made = madeFor.get(documentId) ?? documentId;
			const own = this.#entries.filter((each) => each.documentId === made);
			const entry = own[own.length > 1 && step ? alike.indexOf(step) : 0];
			if (!step || !entry || step.attention?.startsWith('not-confirmed') !== true) {
				throw new Error(`${documentId} needs a person: ${JSON.stringify(steps)}`);
			}
			const target = { actionId: step.actionId, revision: step.revision };
			const [found] = shownFor(entry, shown, step.verb);
			if (found && (step.verb !== 'submit' || isSubmitted(found))) {
				const serverId = step.verb === 'create' ? found.id : null;
				await answerOf(bridge, 'outbox.markDone', { ...target, serverId });
			} else await answerOf(bridge, 'outbox.sendAgain', target);
		}
		return lanes.length;
	}

	/** Compares what was acknowledged with the program and the service at the end. */
	async compare(bridge: BridgeClient, shown: Snapshot): Promise<Wrong> {
		const wrong: Wrong = { lost: [], doubled: [] };
		for (const entry of this.#entries) {
			const what = `${entry.kind} ${entry.marker}`;
			const found = shownFor(entry, shown);
			if (found.length > 1) wrong.doubled.push(`${what} is ${String(found.length)} times there`);
			if (shownFor(entry, shown, 'create').length > 1) wrong.doubled.push(`the order of ${what}`);
			if (entry.submit === 'no') {
				if (found.length > 0) wrong.doubled.push(`${what} was never submitted, and is there`);
				else if (!(await isKept(bridge, entry))) wrong.lost.push(`${what} is not kept as saved`);
			} else if (found[0] === undefined) {
				if (entry.kind !== 'count' || hasDifferences(entry)) wrong.lost.push(what);
			} else if (!isWhole(entry, found[0])) wrong.lost.push(`${what} is not whole`);
		}
		return wrong;
	}

	/** The orders that were made for goods without one, with their entries. */
	async #orders(bridge: BridgeClient): Promise<ReadonlyMap<string, string>> {
		const orders = new Map<string, string>();
		for (const { kind, documentId } of this.#entries) {
			if (kind !== 'free') continue;
			const { orderId } = await answerOf(bridge, 'delivery.get', { documentId });
			if (orderId !== null) orders.set(orderId, documentId);
		}
		return orders;
	}

	#newEntry(kind: Entry['kind'], documentId: string, marker: string): Entry {
		const entry: Entry = {
			kind,
			marker,
			documentId,
			acknowledged: [],
			submit: 'no',
			intentId: crypto.randomUUID(),
			differences: new Map(),
		};
		this.#entries.push(entry);
		return entry;
	}

	#newMarker(): string {
		return `${this.#name}-${String((this.#made += 1)).padStart(5, '0')}.`;
	}

	#lines() {
		return this.#chance.some(this.#place.items, 2).map((item) => ({
			lineId: crypto.randomUUID(),
			itemId: item.itemId,
			boxes: [{ unitId: item.units.at(-1)?.unitId ?? '', typed: String(this.#chance.whole(1, 9)) }],
			note: '',
		}));
	}

	#save(
		bridge: BridgeClient,
		kind: 'waste' | 'transfer',
		description: string,
		document: { documentId: string | null; revision: number },
	) {
		const { locationId, otherId, reasonId } = this.#place;
		const entered = { ...document, locationId, description, locale: 'en-GB' };
		const lines = this.#lines();
		return kind === 'waste'
			? answerOf(bridge, 'wastage.save', {
					...entered,
					lines: lines.map((line) => ({ ...line, reasonId })),
				})
			: answerOf(bridge, 'transferOut.save', {
					...entered,
					lines,
					otherLocationId: otherId,
				});
	}

	async #write(bridge: BridgeClient, kind: 'waste' | 'transfer'): Promise<void> {
		const marker = this.#newMarker();
		const { documentId, revision } = await this.#save(bridge, kind, marker, {
			documentId: null,
			revision: 0,
		});
		const entry = this.#newEntry(kind, documentId, marker);
		entry.acknowledged = [marker];
		if (this.#chance.happens(0.4)) {
			const changed = `${marker} changed`;
			entry.acknowledged.push(changed);
			await this.#save(bridge, kind, changed, { documentId, revision });
			entry.acknowledged = [changed];
		}
		if (this.#chance.happens(0.8)) await this.#submit(bridge, entry);
	}

	async #count(bridge: BridgeClient): Promise<void> {
		const marker = this.#newMarker();
		const { stocktakeId } = await answerOf(bridge, 'stocktake.open', {
			locationId: this.#place.locationId,
			name: marker,
			plan: { scope: { kind: 'areas', areaIds: [this.#place.areaId] } },
			intentId: crypto.randomUUID(),
		});
		const entry = this.#newEntry('count', stocktakeId, marker);
		const sheet = await answerOf(bridge, 'stocktake.sheet', { stocktakeId });
		const known = sheet.lines.filter(({ expected }) => expected !== null);
		const counted = new Map<string, string>();
		for (const line of this.#chance.some(known, 2)) {
			const unit = line.units.find(({ factor }) => factor.numerator === factor.denominator);
			if (!unit) throw new Error(`${line.name} has no base unit.`);
			const typed = String(1_000 + this.#made);
			counted.set(line.itemId, typed);
			await answerOf(bridge, 'stocktake.enter', {
				stocktakeId,
				lineNo: line.lineNo,
				unitId: unit.unitId,
				typed,
				locale: 'en-GB',
			});
			entry.acknowledged.push(`${String(line.lineNo)}=${typed}`);
		}
		// Stock may have been refreshed since the sheet: the book is that of the counting moment.
		const review = await answerOf(bridge, 'stocktake.review', { stocktakeId });
		for (const { itemId, book } of review.lines) {
			const typed = counted.get(itemId);
			if (typed === undefined || book === null) continue;
			entry.differences.set(itemId, new Big(typed).minus(book).toFixed());
		}
		if (this.#chance.happens(0.8)) await this.#submit(bridge, entry);
	}

	async #receive(bridge: BridgeClient): Promise<void> {
		const { documents } = await answerOf(bridge, 'transfer.list', {
			locationId: this.#place.locationId,
		});
		const arrival = documents.find(
			(each) => each.kind === 'transferIn' && each.move === 'ours' && each.standing === 'service',
		);
		if (!arrival) return;
		const { documentId } = arrival;
		await answerOf(bridge, 'transferIn.enterAllAsDue', { documentId });
		this.#received = true;
		await this.#submit(
			bridge,
			this.#newEntry('receipt', documentId, serverIdOf('transferIn', documentId) ?? ''),
		);
	}

	/** All that is expected of an order, or a piece of one line. A person goes on with what was begun. */
	async #receiveOrder(bridge: BridgeClient): Promise<void> {
		const { locationId } = this.#place;
		const { deliveries } = await answerOf(bridge, 'delivery.list', { locationId });
		const [expected] = deliveries.filter(
			({ due, isOrderedAfterwards }) => due > 0 && !isOrderedAfterwards,
		);
		if (!expected) return;
		const { documentId } = expected;
		const { lines } = await answerOf(bridge, 'delivery.get', { documentId });
		const first = lines.find(({ entry }) => entry !== null && entry.due !== '0');
		const unit = first?.item.units.find(({ factor }) => factor.numerator === factor.denominator);
		if (first && unit && this.#chance.happens(0.5)) {
			const { lineId } = first;
			const piece = { unitId: unit.unitId, typed: '1', locale: 'en-GB' };
			await answerOf(bridge, 'delivery.enter', { documentId, lineId, ...piece });
			await answerOf(bridge, 'delivery.confirmBlanksAsZero', { documentId });
		} else await answerOf(bridge, 'delivery.enterAllAsDue', { documentId });
		const marker = this.#newMarker();
		const { lines: entered } = await this.#invoice(bridge, documentId, marker);
		const differ = entered.filter(({ entry }) => !new Big(entry?.difference ?? '0').eq(0));
		for (const { lineId } of differ) {
			await answerOf(bridge, 'delivery.explain', { documentId, lineId, reason: 'Comes later' });
		}
		const entry = this.#newEntry('delivery', documentId, marker);
		for (const { lineId, entry: each } of entered) {
			const came = each?.total ?? '0';
			if (!new Big(came).eq(0)) entry.differences.set(lineId, came);
		}
		await this.#submit(bridge, entry);
	}

	/** Two items of which nobody made an order. */
	async #receiveFree(bridge: BridgeClient): Promise<void> {
		const { locationId, supplierId } = this.#place;
		const intentId = crypto.randomUUID();
		const begun = { locationId, supplierId, intentId };
		const { documentId } = await answerOf(bridge, 'delivery.begin', begun);
		const came = new Map<string, string>();
		for (const { itemId, boxes } of this.#lines()) {
			for (const { unitId, typed } of boxes) {
				const item = { documentId, itemId, unitId, instead: null };
				const { lines } = await answerOf(bridge, 'delivery.add', item);
				const lineId = lines.find((line) => line.item.itemId === itemId)?.lineId ?? '';
				const box = { documentId, lineId, locale: 'en-GB' };
				await answerOf(bridge, 'delivery.enter', { ...box, unitId, typed });
				await answerOf(bridge, 'delivery.price', { ...box, typed: '2' });
				came.set(itemId, typed);
			}
		}
		const marker = this.#newMarker();
		await this.#invoice(bridge, documentId, marker);
		const entry = this.#newEntry('free', documentId, marker);
		entry.differences = came;
		await this.#submit(bridge, entry);
	}

	#invoice(bridge: BridgeClient, documentId: string, number: string) {
		const invoice = typedInvoice(number);
		return answerOf(bridge, 'delivery.invoice', { documentId, invoice, locale: 'en-GB' });
	}

	async #submit(bridge: BridgeClient, entry: Entry): Promise<void> {
		entry.submit = 'asked';
		const { documentId, intentId } = entry;
		if (entry.kind === 'waste') await answerOf(bridge, 'wastage.submit', { documentId, intentId });
		else if (entry.kind === 'transfer')
			await answerOf(bridge, 'transferOut.submit', { documentId, intentId });
		else if (entry.kind === 'receipt')
			await answerOf(bridge, 'transferIn.receive', { documentId, intentId });
		else if (entry.kind === 'free')
			await answerOf(bridge, 'delivery.receive', { documentId, intentId });
		else if (entry.kind === 'delivery') {
			// Without an answer, a person sees whether the sheet is still there, or the next one.
			const { invoice } = await answerOf(bridge, 'delivery.get', { documentId });
			if (invoice.number === entry.marker)
				await answerOf(bridge, 'delivery.receive', { documentId, intentId });
		} else {
			// Waiting work continues meanwhile, so another document may be open by the submit.
			while (!(await this.#submitCount(bridge, documentId, intentId)));
		}
		entry.submit = 'acknowledged';
	}

	/** @returns false if a document opened that was not acknowledged yet. */
	async #submitCount(
		bridge: BridgeClient,
		stocktakeId: string,
		intentId: string,
	): Promise<boolean> {
		const { documents } = await answerOf(bridge, 'cutOff.get', { stocktakeId });
		const keys = documents.flatMap(({ key, acknowledged }) => (acknowledged === null ? [key] : []));
		if (keys.length > 0) await answerOf(bridge, 'cutOff.acknowledge', { stocktakeId, keys });
		try {
			await answerOf(bridge, 'stocktake.submit', { stocktakeId, intentId });
			return true;
		} catch (error) {
			if (error instanceof Refused && error.details.some(({ path }) => path === 'cut-off'))
				return false;
			throw error;
		}
	}
}

/** A draft has the last acknowledged text; an open count every line. */
async function isKept(bridge: BridgeClient, entry: Entry): Promise<boolean> {
	const { documentId, acknowledged } = entry;
	switch (entry.kind) {
		case 'waste':
			return acknowledged.includes(
				(await answerOf(bridge, 'wastage.get', { documentId })).description,
			);
		case 'transfer':
			return acknowledged.includes(
				(await answerOf(bridge, 'transfer.get', { documentId })).description,
			);
		case 'count': {
			const { lines } = await answerOf(bridge, 'stocktake.sheet', { stocktakeId: documentId });
			const totals = lines.map(({ lineNo, total }) => `${String(lineNo)}=${total ?? ''}`);
			return acknowledged.every((each) => totals.includes(each));
		}
		case 'receipt':
		case 'delivery':
		case 'free':
			return true;
	}
}

/** @throws Gone if the program ends before answering, Refused if it refuses. */
export async function answerOf<Name extends CallName>(
	bridge: BridgeClient,
	name: Name,
	input: CallInput<Name>,
): Promise<CallOutput<Name>> {
	let reply;
	try {
		reply = await bridge.call(name, input);
	} catch {
		// No connection, a broken one, or half an answer.
		throw new Gone();
	}
	if (reply.ok) return reply.value;
	throw new Refused(name, reply);
}
