// Random histories of a person who types into a draft, undoes, redoes, loses answers, leaves and reopens the page, and
// restarts the program. What is shown and saved must be everything typed and not undone, in one draft.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachKitchen } from '../../../test/support/each-kitchen.ts';
import { milk, unit } from '../../../test/support/items.ts';
import { caller } from '../../../test/support/kitchen.ts';
import { whole } from '../../../test/support/whole.ts';
import { fail, type Reply } from '../../shared/bridge/reply.ts';
import { kinds } from '../../shared/document/kinds.ts';
import { isTyped, type Field } from '../../shared/document/kit.ts';
import type { App } from '../app.svelte.ts';
import type { Desk } from './desk.ts';
import { draftCalls, savedDraft } from './draft-calls.ts';
import { shapeOf, type DraftContent, type FieldValues } from './draft-lines.ts';
import type { UnsavedDraft } from './kept-draft.ts';
import { callsOf, type ShownDocument } from './kind-calls.ts';
import { WrittenDraft } from './written-draft.svelte.ts';

const kitchen = eachKitchen();
const written = [
	'wastage',
	'transferOut',
	'purchaseOrder',
	'returnOrder',
	'purchaseRequest',
] as const;
type Written = (typeof written)[number];

const doing = fc.record({
	what: fc.constantFrom(
		...(['field', 'field', 'add', 'fill', 'fill', 'fill', 'remove'] as const),
		...(['undo', 'undo', 'redo', 'reopen', 'restart'] as const),
	),
	/** Which field or line. */
	at: fc.nat(5),
	value: fc.nat(3),
	/** Whether the saves until the next one are lost, or their answers. */
	loses: fc.constantFrom('nothing', 'nothing', 'save', 'answer'),
	/** Whether the person waits until it is saved. */
	waits: fc.boolean(),
});
type Doing = typeof doing extends fc.Arbitrary<infer Each> ? Each : never;

/** As the kitchen has it: in pieces. */
const goods = (value: number) =>
	milk({ itemId: String((value % 3) + 1), units: [{ ...unit('each'), unitId: '1' }] });

/** What a person sees. */
const seen = ({ fields, lines }: DraftContent): string =>
	JSON.stringify([
		Object.entries(fields).sort(),
		lines.map(({ lineId, item, boxes, fields: ofLine }) => [
			lineId,
			item.itemId,
			boxes.flatMap(({ unitId, typed }) => (typed === '' ? [] : `${typed} ${unitId}`)).sort(),
			Object.entries(ofLine).sort(),
		]),
	]);

const valuesOf = ({ as }: Field): readonly FieldValues[string][] => {
	if (as === 'day') return [null, '2026-11-24', '2026-11-25', '2026-12-01'];
	return as === 'text' ? ['', 'a', 'b b', 'c'] : ['P-1', 'P-2', 'L-2', 'R-1'];
};

class Person {
	draft: WrittenDraft;
	readonly #name: Written;
	#loses: Doing['loses'] = 'nothing';
	/** Of a page that is gone, no call arrives. */
	#page = 0;
	/** What the browser keeps. */
	readonly #kept = new Map<string | null, UnsavedDraft[]>();
	/** Everything seen, up to `#at`; what can be redone is after it. */
	#timeline: string[];
	#at = 0;

	constructor(name: Written) {
		this.#name = name;
		this.draft = this.#open(null);
		this.#timeline = [seen(this.draft.content)];
	}

	async does({ what, at, value, loses, waits }: Doing): Promise<void> {
		this.#loses = loses;
		const { draft } = this;
		const line = draft.lines[at % Math.max(draft.lines.length, 1)];
		let saved: Promise<unknown> = Promise.resolve();
		if (what === 'undo' || what === 'redo') {
			this.#turns(what);
			saved = waits ? draft.save() : saved;
		} else if (what === 'reopen' || what === 'restart') await this.#reopens(what);
		else {
			if (what === 'field') saved = this.#fills(at, value);
			else if (what === 'add') [, saved] = draft.add([{ item: goods(value) }]);
			else if (line !== undefined && what === 'remove') saved = draft.remove(line);
			else if (line !== undefined) {
				const typed = String(value + 1);
				saved = draft.fill(line.lineId, { unitId: '1', typed, quantity: typed }, 'each');
				expect(draft.lines.find(({ lineId }) => lineId === line.lineId)?.boxes).toMatchObject([
					{ typed },
				]);
			}
			const now = seen(draft.content);
			if (now !== this.#now) {
				this.#timeline = [...this.#timeline.slice(0, this.#at + 1), now];
				this.#at += 1;
			}
		}
		if (waits) await saved;
		expect(seen(this.draft.content)).toBe(this.#now);
	}

	/** Nothing is lost any more, and everything is saved. */
	async ends(): Promise<void> {
		this.#loses = 'nothing';
		// A save that was lost may still be under way.
		await this.draft.save();
		await this.draft.save();
		expect(this.draft.saving.state).toBe('saved');
		expect(seen(this.draft.content)).toBe(this.#now);
		expect(this.#saved()).toBe(this.#now);
		await this.draft.discard();
	}

	get #now(): string {
		return this.#timeline[this.#at] ?? '';
	}

	#fills(at: number, value: number): Promise<void> {
		const heads = Object.entries<Field>(kinds[this.#name].head).filter(([, field]) =>
			isTyped(field),
		);
		const [name, field] = heads[at % heads.length]!;
		const saved = this.draft.set(name, valuesOf(field)[value] ?? null);
		expect(this.draft.content.fields[name]).toBe(valuesOf(field)[value]);
		return saved;
	}

	#turns(which: 'undo' | 'redo'): void {
		const { draft } = this;
		const place = draft.turn(which);
		const now = seen(draft.content);
		const step = which === 'undo' ? -1 : 1;
		if (place === undefined) {
			expect(now).toBe(this.#now);
			// A page that was opened again knows nothing of what was saved before.
			if (which === 'redo') this.#timeline.length = this.#at + 1;
			else [this.#timeline, this.#at] = [this.#timeline.slice(this.#at), 0];
			return;
		}
		// What a page before this one could not save, an undo too, is one step.
		const near = this.#timeline.map((_, at) => at).filter((at) => (at - this.#at) * step > 0);
		const far = this.#timeline.map((_, at) => at).filter((at) => (at - this.#at) * step < 0);
		const steps = [...(step < 0 ? near.toReversed() : near), ...far];
		const found = steps.find((at) => this.#timeline[at] === now);
		expect(found, which).toBeDefined();
		this.#at = found ?? 0;
	}

	async #reopens(what: 'reopen' | 'restart'): Promise<void> {
		this.draft.keepUnsaved();
		const { documentId } = this.draft;
		this.#page += 1;
		if (what === 'restart') await kitchen.restart();
		this.draft = this.#open(documentId);
		await this.draft.resume();
	}

	#open(documentId: string | null): WrittenDraft {
		const kind = kinds[this.#name];
		const page = this.#page;
		const isHere = () => page === this.#page;
		const desk = {
			kind,
			area: kind.area,
			calls: (app: App) => callsOf(app, kind),
		} as unknown as Desk;
		const app = {
			call: (name: string, input: object) => (isHere() ? this.#call(name, input) : lost),
			language: { locale: 'en-GB' },
			route: { path: '/new' },
			state: { account: null },
		} as unknown as App;
		const calls = {
			...draftCalls(app, desk, 'L-1'),
			kept: (id: string | null) => {
				const others = (intentId?: string) =>
					(this.#kept.get(id) ?? []).filter((draft) => draft.intentId !== intentId);
				const keep = (drafts: UnsavedDraft[]) => void (isHere() && this.#kept.set(id, drafts));
				return {
					read: () => others().at(-1) ?? null,
					write: (draft: UnsavedDraft) => keep([...others(draft.intentId), structuredClone(draft)]),
					saved: (intentId: string) => keep(others(intentId)),
					forget: () => keep([]),
				};
			},
		};
		const shown = documentId === null ? null : this.#get(documentId);
		return new WrittenDraft(calls, shapeOf(kind), shown && savedDraft(desk, shown));
	}

	async #call(name: string, input: object): Promise<Reply<unknown>> {
		const loses = name.endsWith('.save') ? this.#loses : 'nothing';
		if (loses === 'save') return lost;
		const calls = kitchen.calls as unknown as Record<
			string,
			(input: object, by: object) => Reply<unknown>
		>;
		const reply = calls[name]?.(structuredClone(input), caller) ?? lost;
		return loses === 'answer' ? lost : reply;
	}

	#get(documentId: string): ShownDocument {
		// All kinds have these calls.
		const name = `${this.#name}.get` as 'wastage.get';
		return kitchen.call(name, { documentId });
	}

	#saved(): string {
		const { documentId } = this.draft;
		const kind = kinds[this.#name];
		const desk = { kind, area: kind.area } as unknown as Desk;
		return documentId === null ? '' : seen(savedDraft(desk, this.#get(documentId)).content);
	}
}

const lost = fail('unreachable', 'The program does not answer.');

const openDrafts = () =>
	kitchen.store.durable.prepare(`SELECT count(*) FROM draft WHERE state = 'open'`).pluck().get();

test.each(written)(
	'nothing typed into a draft is lost: %s',
	async (name) => {
		await fc.assert(
			fc.asyncProperty(fc.array(doing, { maxLength: 25 }), async (history) => {
				const before = openDrafts();
				const person = new Person(name);
				for (const each of history) await person.does(each);
				await person.ends();
				expect(openDrafts()).toBe(before);
			}),
			{ numRuns: whole ? 300 : 8 },
		);
	},
	whole ? 600_000 : 20_000,
);
