// Random histories of a person who receives or sends goods, undoes, redoes and loses answers. What is saved must be
// everything entered and not undone.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrival, departure } from '../../../test/support/documents.ts';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { typedInvoice } from '../../../test/support/invoice.ts';
import { caller, openStockedKitchen } from '../../../test/support/kitchen.ts';
import { openReceivingKitchen } from '../../../test/support/receiving-desk.ts';
import { whole } from '../../../test/support/whole.ts';
import { contract } from '../../shared/bridge/contract.ts';
import { fail, type Reply } from '../../shared/bridge/reply.ts';
import type { App } from '../app.svelte.ts';
import type { Turned, Which } from '../ui/grid/turn.ts';
import { Loaded } from '../ui/loaded.svelte.ts';
import { ReceivingEntries } from './receiving-entries.ts';
import type { ReceivingDocument } from './receiving-sheet.ts';

const kitchen = eachKitchen(openReceivingKitchen);

const sheets = {
	'order-receipt': { calls: 'delivery', get: 'delivery.get', id: 'purchaseOrder:O-1' },
	receipt: { calls: 'transferIn', get: 'transfer.get', id: 'transferIn:T-1' },
	fulfilment: { calls: 'transferOut', get: 'transfer.get', id: 'transferOut:T-1' },
} as const;
type Sheet = keyof typeof sheets;

const open = (name: Sheet) => {
	if (name === 'order-receipt') return openReceivingKitchen();
	const asked = departure({ id: 'T-1', status: 'Finalized', sentDate: undefined });
	const record = name === 'receipt' ? arrival() : asked;
	return openStockedKitchen({ lists: { [`${sheets[name].calls}.list`]: [record] } });
};

const doing = fc.record({
	what: fc.constantFrom(
		...(['enter', 'enter', 'enter', 'price', 'explain', 'enterAllAsDue'] as const),
		...(['confirmBlanksAsZero', 'invoice', 'add', 'remove'] as const),
		...(['undo', 'undo', 'undo', 'redo', 'redo'] as const),
	),
	at: fc.nat(5),
	value: fc.constantFrom('', '5', '24', '10'),
	/** Whether the call is lost, or its answer. */
	loses: fc.constantFrom('nothing', 'nothing', 'nothing', 'call', 'answer'),
	/** Whether the page can read again what is saved. */
	reads: fc.boolean(),
});
type Doing = typeof doing extends fc.Arbitrary<infer Each> ? Each : never;

const lost = fail('unreachable', 'The program does not answer.');

class Person {
	readonly #name: Sheet;
	readonly #documentId: string;
	readonly #entries: ReceivingEntries<ReceivingDocument>;
	#how: Pick<Doing, 'loses' | 'reads'> = { loses: 'nothing', reads: true };
	/** What was saved before and after each entry, last one last. */
	readonly #acts: Record<Which, { before: string; after: string }[]> = { undo: [], redo: [] };

	constructor(name: Sheet) {
		this.#name = name;
		this.#documentId = `service:${sheets[name].id}`;
		const app = {
			call: (call: string, input: object) => this.#call(call, input),
			t: (key: string) => key,
			explain: ({ code }: { code: string }) => code,
		} as unknown as App;
		const get = () => this.#call(sheets[name].get, { documentId: this.#documentId });
		const loaded = new Loaded(get as () => Promise<Reply<ReceivingDocument>>);
		this.#entries = new ReceivingEntries(app, () => name, this.#documentId, loaded);
	}

	async does(doing: Doing): Promise<void> {
		const { what } = doing;
		const before = this.#saved();
		this.#how = doing;
		if (what === 'undo' || what === 'redo') return this.#turns(what, doing, before);
		const input = this.#inputOf(doing);
		if (!(`${sheets[this.#name].calls}.${what}` in contract)) return;
		await this.#entries.ask(what, input);
		const after = this.#saved();
		if (after !== before) this.#acts.undo.push({ before, after });
		if (after !== before || doing.loses !== 'nothing') this.#acts.redo.length = 0;
	}

	async #turns(which: Which, { loses }: Doing, before: string): Promise<void> {
		const act = this.#acts[which].at(-1);
		const turned: Turned | null = await this.#entries.turn(which, () => undefined);
		const after = this.#saved();
		const aim = which === 'undo' ? act?.before : act?.after;
		if (loses !== 'nothing') {
			// It may have arrived. The person does it again.
			expect([before, aim]).toContain(after);
			this.#how = { loses: 'nothing', reads: true };
			await this.#turns(which, { loses: 'nothing' } as Doing, after);
			return;
		}
		expect(turned?.ok).toBe(act === undefined ? undefined : true);
		expect(after).toBe(aim ?? before);
		if (act === undefined) return;
		this.#acts[which].pop();
		this.#acts[which === 'undo' ? 'redo' : 'undo'].push(act);
	}

	#inputOf({ what, at, value }: Doing): Record<string, unknown> {
		const { lines } = this.#get();
		const lineId = lines[at % lines.length]!.lineId;
		switch (what) {
			case 'enter':
				return { lineId, unitId: '1', typed: value, locale: 'en-GB' };
			case 'price':
				return { lineId, typed: value, locale: 'en-GB' };
			case 'explain':
				return { lineId, reason: value, cause: '' };
			case 'invoice':
				return { invoice: typedInvoice(value), locale: 'en-GB' };
			case 'add':
				return { itemId: '3', unitId: null, instead: null };
			default:
				return { lineId };
		}
	}

	async #call(name: string, input: object): Promise<Reply<unknown>> {
		const { loses, reads } = this.#how;
		if (name === sheets[this.#name].get) return reads ? ask(name, input) : lost;
		if (loses === 'call') return lost;
		const reply = ask(name, input);
		return loses === 'answer' ? lost : reply;
	}

	#get(): ReceivingDocument {
		return kitchen.call(sheets[this.#name].get as 'delivery.get', {
			documentId: this.#documentId,
		});
	}

	#saved(): string {
		const { lines, invoice } = this.#get();
		const inOrder = lines.toSorted((a, b) => a.lineId.localeCompare(b.lineId));
		const entered = inOrder.map(({ lineId, entry, extra }) => {
			const boxes = entry?.boxes.map(({ unitId, typed }) => `${typed} ${unitId}`).sort();
			return [lineId, extra ?? null, boxes, entry?.reason, entry?.price];
		});
		return JSON.stringify([entered, invoice]);
	}
}

function ask(name: string, input: object): Reply<unknown> {
	const calls = kitchen.calls as unknown as Record<
		string,
		(input: object, by: object) => Reply<unknown>
	>;
	return calls[name]?.(structuredClone(input), caller) ?? lost;
}

test.each(['order-receipt', 'receipt', 'fulfilment'] as const)(
	'an entry is undone exactly, whatever answers are lost: %s',
	async (name) => {
		await fc.assert(
			fc.asyncProperty(fc.array(doing, { maxLength: 20 }), async (history) => {
				await kitchen.replace(() => open(name));
				const person = new Person(name);
				for (const each of history) await person.does(each);
			}),
			{ numRuns: whole ? 200 : 10 },
		);
	},
	whole ? 600_000 : 20_000,
);
