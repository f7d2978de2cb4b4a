import { describe, expect, it } from 'vitest';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { TransferDocument } from '../../../shared/bridge/transfer.ts';
import type { ItemView } from '../../../shared/bridge/values.ts';
import { TransferDraft, type DraftCalls } from './transfer-draft.svelte.ts';

const milk: ItemView = {
	itemId: 'milk',
	code: 'DA-1004',
	name: 'Whole milk 3.5%',
	category: 'Dairy',
	units: [
		{
			unitId: 'case',
			name: 'case',
			kind: 'case',
			factor: { numerator: '12', denominator: '1' },
			places: 0,
		},
		{
			unitId: 'each',
			name: 'each',
			kind: 'each',
			factor: { numerator: '1', denominator: '1' },
			places: 0,
		},
	],
	baseUnitName: 'each',
	unitCost: '0.8875',
	barcodes: [],
	onHand: '48',
	asOf: null,
};

const saved = (input: CallInput<'transfer.save'>, revision: number): TransferDocument => ({
	documentId: 'draft-1',
	direction: 'out',
	number: '',
	fromLocationId: input.locationId,
	fromName: 'Harbour Kitchen',
	toLocationId: input.otherLocationId ?? '',
	toName: '',
	businessDate: '2026-11-20',
	phase: 'draft',
	stateWord: '',
	standing: 'draft',
	cost: '0',
	currency: 'EUR',
	onTheWay: null,
	sentAt: null,
	changedAt: revision,
	move: 'ours',
	description: input.description,
	revision,
	lines: [],
	problems: input.otherLocationId === null ? [{ path: 'otherLocationId', message: 'missing' }] : [],
	handover: null,
	otherBusinessDate: null,
	can: [],
	version: '',
	rejectedBecause: '',
	reasonGoes: false,
	edit: null,
	tags: [],
	edits: null,
});

function setUp(answer: (input: CallInput<'transfer.save'>) => Promise<Reply<TransferDocument>>) {
	const saves: CallInput<'transfer.save'>[] = [];
	const sends: string[] = [];
	let ids = 0;
	const calls: DraftCalls = {
		save: (input) => {
			saves.push(input);
			return answer(input);
		},
		send: async ({ intentId }) => {
			sends.push(intentId);
			return fail('incomplete', '', [{ path: 'lines.id-2.quantity', message: 'required' }]);
		},
		locale: () => 'en-GB',
		newId: () => `id-${String(++ids)}`,
	};
	return { draft: new TransferDraft(calls, 'out', 'harbour'), saves, sends };
}

describe('a line of a draft', () => {
	it('begins in the unit that stock is kept in, and shows at once what was typed comes to', () => {
		const { draft } = setUp(async (input) => succeed(saved(input, 1)));
		const { line } = draft.add(milk);
		expect(line.unitId).toBe('each');
		line.unitId = 'case';
		line.typed = '2+1';
		expect(line.base).toBe('36');
		expect(line.cost('EUR')).toBe('31.95');
		expect(draft.total('EUR')).toBe('31.95');
	});

	it('comes to nothing while its number could mean two things', () => {
		const { draft } = setUp(async (input) => succeed(saved(input, 1)));
		const { line } = draft.add(milk);
		line.typed = '1,234';
		expect(line.entry).toMatchObject({ kind: 'problem', code: 'ambiguous' });
		expect(line.base).toBeNull();
	});

	it('is not put on the list twice', () => {
		const { draft } = setUp(async (input) => succeed(saved(input, 1)));
		const first = draft.add(milk);
		const second = draft.add(milk);
		expect(second).toEqual({ line: first.line, added: false });
		expect(draft.lines).toHaveLength(1);
	});
});

describe('saving a draft', () => {
	it('saves one after another, the last with everything that was typed meanwhile', async () => {
		let revision = 0;
		const { draft, saves } = setUp(async (input) => {
			await Promise.resolve();
			return succeed(saved(input, ++revision));
		});
		draft.otherLocationId = 'mill';
		const done = draft.save();
		draft.description = 'For the ter';
		void draft.save();
		draft.description = 'For the terrace';
		void draft.save();
		await done;

		expect(saves.map(({ revision: sent, description }) => [sent, description])).toEqual([
			[0, ''],
			[1, 'For the terrace'],
		]);
		expect(saves[1]!.documentId).toBe('draft-1');
		expect(draft.saving).toEqual({ state: 'saved', at: 2 });
	});

	it('keeps what was typed when a save is refused', async () => {
		const { draft } = setUp(async () => fail('changed-meanwhile', 'newer revision'));
		const { line } = draft.add(milk);
		line.typed = '7';
		await draft.save();
		expect(draft.saving).toMatchObject({ state: 'failed', failure: { code: 'changed-meanwhile' } });
		expect(line.typed).toBe('7');
	});
});

describe('sending a draft', () => {
	it('shows every problem at once, on its line, and none before it was tried', async () => {
		const { draft } = setUp(async (input) => succeed(saved(input, 1)));
		const { line } = draft.add(milk);
		await draft.save();
		expect(draft.problemsOf(null)).toEqual([]);

		const reply = await draft.send();
		expect(reply.ok).toBe(false);
		expect(draft.problemsOf(line)).toHaveLength(1);
		expect(draft.linesWithProblems).toEqual([line]);
	});

	it('keeps one intent for a form, however often it is sent', async () => {
		const { draft, sends } = setUp(async (input) => succeed(saved(input, 1)));
		await Promise.all([draft.send(), draft.send()]);
		expect(new Set(sends).size).toBe(1);
	});

	it('does not send what could not be saved', async () => {
		const { draft, sends } = setUp(async () => fail('disk-full', 'no room'));
		expect(await draft.send()).toMatchObject({ ok: false, code: 'disk-full' });
		expect(sends).toEqual([]);
	});
});
