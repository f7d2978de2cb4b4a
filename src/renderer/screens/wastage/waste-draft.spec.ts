import { beforeEach, describe, expect, test } from 'vitest';
import type { CallInput, CallName, CallOutput } from '../../../shared/bridge/contract.ts';
import type { Reply } from '../../../shared/bridge/reply.ts';
import type { ItemView } from '../../../shared/bridge/values.ts';
import type { WasteDocument } from '../../../shared/bridge/wastage.ts';
import { WasteDraft } from './waste-draft.svelte.ts';

const ratio = (numerator: string) => ({ numerator, denominator: '1' });
const milk: ItemView = {
	itemId: 'milk',
	code: 'DA-1',
	name: 'Whole milk',
	category: '',
	units: [
		{ unitId: 'cs', name: 'case', kind: 'case', factor: ratio('12'), places: 0 },
		{ unitId: 'ea', name: 'each', kind: 'each', factor: ratio('1'), places: 3 },
	],
	baseUnitName: 'each',
	unitCost: '0.95',
	barcodes: [],
	onHand: null,
	asOf: null,
};

type Save = CallInput<'wastage.save'>;

/** The far side of the bridge: one draft in memory, whose answers a test may hold back. */
class FarSide {
	saves: Save[] = [];
	submitted = 0;
	revision = 0;
	held: Promise<void> = Promise.resolve();
	problems: WasteDocument['problems'] = [];

	async call<Name extends CallName>(
		name: Name,
		input: CallInput<Name>,
	): Promise<Reply<CallOutput<Name>>>;
	async call(name: CallName, input: unknown): Promise<Reply<unknown>> {
		await this.held;
		if (name === 'wastage.save') return this.save(input as Save);
		if (this.problems.length > 0)
			return { ok: false, code: 'incomplete', message: '', details: this.problems };
		this.submitted++;
		return { ok: true, value: this.document() };
	}

	save(input: Save): Reply<WasteDocument> {
		if (input.revision !== this.revision)
			return { ok: false, code: 'changed-meanwhile', message: '' };
		this.saves.push(input);
		this.revision++;
		return { ok: true, value: this.document() };
	}

	document(): WasteDocument {
		const lines = (this.saves.at(-1)?.lines ?? []).map((line) => {
			const { lineId, reasonId, note } = line;
			const boxes = line.boxes.map((box) => ({ ...box, quantity: null }));
			return {
				lineId,
				item: milk,
				boxes,
				reasonId,
				reasonName: '',
				label: '',
				note,
				total: null,
				cost: null,
			};
		});
		return {
			documentId: 'draft',
			number: '',
			locationId: 'here',
			businessDate: '2026-11-20',
			phase: 'draft',
			stateWord: '',
			standing: 'draft',
			lock: null,
			locked: false,
			cost: '0',
			enteredBy: '',
			changedAt: 5000,
			currency: 'EUR',
			description: '',
			revision: this.revision,
			lines,
			can: [],
			version: '',
			rejectedBecause: '',
			reasonGoes: false,
			edit: null,
			edits: null,
			problems: this.problems,
		};
	}
}

let far: FarSide;
let draft: WasteDraft;

beforeEach(() => {
	far = new FarSide();
	draft = new WasteDraft(
		{ call: (name, input) => far.call(name, input), language: { locale: 'en-GB' } },
		'here',
	);
});

describe('a line of waste', () => {
	test('says what it comes to and costs while it is typed', () => {
		const line = draft.add(milk);
		line.unitId = 'cs';
		line.typed = '2*2';
		expect(line.base).toBe('48');
		expect(line.cost('EUR')).toBe('45.6');
		expect(draft.total('EUR')).toBe('45.6');
	});

	test('takes the reason of the line before it', () => {
		draft.add(milk).reasonId = 'spoiled';
		expect(draft.add(milk).reasonId).toBe('spoiled');
	});

	test('says what cannot be read once it is left, not while it is typed', () => {
		const line = draft.add(milk);
		line.typed = '1,5';
		expect(draft.problemOf(line, 'quantity')).toBeNull();
		line.left = true;
		expect(draft.problemOf(line, 'quantity')?.message).toBe('ambiguous');
	});
});

describe('saving a draft', () => {
	test('keeps what cannot be read word for word', async () => {
		const line = draft.add(milk);
		line.typed = 'about 3';
		await draft.save();
		expect(far.saves.at(-1)?.lines[0]?.boxes[0]?.typed).toBe('about 3');
	});

	test('asked for again while it is under way saves the latest once more, each on the revision before', async () => {
		let release = (): void => undefined;
		far.held = new Promise((resolve) => {
			release = resolve;
		});
		draft.description = 'first';
		const saving = draft.save();
		draft.description = 'second';
		void draft.save();
		draft.description = 'third';
		void draft.save();
		release();
		await saving;
		expect(far.saves.map(({ description }) => description)).toEqual(['first', 'third']);
		expect(draft.saving).toEqual({ state: 'saved', at: 5000 });
	});

	test('refused because another window was quicker loses nothing, and can be kept over it', async () => {
		await draft.save();
		far.revision = 7;
		draft.description = 'mine';
		await draft.save();
		expect(draft.saving).toMatchObject({ failure: { code: 'changed-meanwhile' } });
		expect(draft.description).toBe('mine');
		await draft.saveOver(far.document());
		expect(far.saves.at(-1)?.description).toBe('mine');
		expect(draft.saving.state).toBe('saved');
	});

	test('meets a newer draft of another window only when nothing here is unsaved', async () => {
		await draft.save();
		far.revision = 7;
		draft.meet({ ...far.document(), description: 'theirs' });
		expect(draft.description).toBe('theirs');
		far.revision = 9;
		draft.description = 'mine';
		const saving = draft.save();
		draft.meet({ ...far.document(), description: 'theirs again' });
		expect(draft.description).toBe('mine');
		await saving;
	});
});

describe('submitting', () => {
	test('saves first, so that what was typed last goes along', async () => {
		draft.add(milk).typed = '3';
		const reply = await draft.submit();
		expect(reply.ok).toBe(true);
		expect(far.saves.at(-1)?.lines[0]?.boxes[0]?.typed).toBe('3');
		expect(far.submitted).toBe(1);
	});

	test('shows every problem at once, in the order of the page', async () => {
		const first = draft.add(milk);
		const second = draft.add(milk);
		second.typed = '1';
		far.problems = [
			{ path: `lines.${second.lineId}.reason`, message: 'missing' },
			{ path: `lines.${first.lineId}.quantity`, message: 'missing' },
			{ path: `lines.${first.lineId}.reason`, message: 'missing' },
		];
		expect(draft.wrongFields).toEqual([]);
		await draft.submit();
		expect(draft.wrongFields.map(({ line, field }) => [line === first, field])).toEqual([
			[true, 'quantity'],
			[true, 'reason'],
			[false, 'reason'],
		]);
		expect(far.submitted).toBe(0);
	});
});
