import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { fail, succeed, type Problem, type Reply } from '../../shared/bridge/reply.ts';
import { milk } from '../../../test/support/items.ts';
import { wastage } from '../../shared/document/wastage.ts';
import { shapeOf, type DraftContent } from './draft-lines.ts';
import type { UnsavedDraft } from './kept-draft.ts';
import { WrittenDraft, type DraftToSave, type SavedDraft } from './written-draft.svelte.ts';

const shape = shapeOf(wastage);
const blank: DraftContent = { fields: shape.head, lines: [] };

/** A fake core: one document, saved revision after revision. */
class FarSide {
	readonly saves: DraftContent[] = [];
	problems: Problem[] = [];
	revision = 0;
	submitted = 0;
	held: Promise<void> = Promise.resolve();
	refuses: Reply<never> | null = null;
	/** Whether a save is lost on its way, or its answer. */
	loses: 'save' | 'answer' | null = null;
	kept: UnsavedDraft | null = null;
	readonly documentId = crypto.randomUUID();

	readonly calls = {
		save: async ({ revision, content }: DraftToSave): Promise<Reply<SavedDraft>> => {
			await this.held;
			if (this.refuses !== null) return this.refuses;
			const lost = fail('unreachable', 'The program does not answer.');
			if (this.loses === 'save') return lost;
			if (revision !== this.revision) {
				const isRepeated = isDeepStrictEqual(content, this.saves.at(-1));
				return isRepeated ? succeed(this.draft()) : fail('changed-meanwhile', '');
			}
			this.saves.push(content);
			this.revision++;
			return this.loses === 'answer' ? lost : succeed(this.draft());
		},
		get: async () => succeed(this.draft()),
		submit: async () => {
			if (this.problems.length > 0) return fail('incomplete', '', this.problems);
			this.submitted++;
			return succeed({});
		},
		discard: async () => succeed({}),
		newId: () => crypto.randomUUID(),
		kept: () => {
			return {
				read: () => this.kept,
				write: (draft: UnsavedDraft) => void (this.kept = structuredClone(draft)),
				saved: () => void (this.kept = null),
				forget: () => void (this.kept = null),
			};
		},
	};

	draft(): SavedDraft {
		const { documentId, revision, problems } = this;
		const content = this.saves.at(-1) ?? blank;
		return { documentId, revision, problems, standing: 'draft', changedAt: 5000, content };
	}
}

let far: FarSide;
let draft: WrittenDraft;

beforeEach(() => {
	far = new FarSide();
	draft = new WrittenDraft(far.calls, shape, null);
});

const box = (typed: string) => ({ unitId: 'each', typed, quantity: null });

async function addMilk(): Promise<string> {
	const [[line], saved] = draft.add([{ item: milk() }]);
	await saved;
	return line!.lineId;
}

describe('lines', () => {
	it('are saved with each change', async () => {
		const lineId = await addMilk();
		await draft.fill(lineId, box('2+1'), 'single');
		await draft.setLine(lineId, { note: 'fell' }, 'note');
		expect(
			far.saves.map(({ lines: [line] }) => [line?.boxes[0]?.typed, line?.fields['note']]),
		).toEqual([
			[undefined, ''],
			['2+1', ''],
			['2+1', 'fell'],
		]);
	});
});

describe('saving', () => {
	it('requested during a save runs once more with the latest content, on the new revision', async () => {
		const { promise, resolve } = Promise.withResolvers<undefined>();
		far.held = promise;
		const saving = draft.set('description', 'first');
		void draft.set('description', 'second');
		void draft.set('description', 'third');
		resolve(undefined);
		await saving;
		expect(far.saves.map(({ fields }) => fields['description'])).toEqual(['first', 'third']);
		expect(draft.saving).toEqual({ state: 'saved', at: 5000 });
	});

	it('loses nothing when refused, and saves the same text again', async () => {
		const lineId = await addMilk();
		far.refuses = fail('disk-full', 'The disk is full.');
		await draft.fill(lineId, box('7'), 'single');
		expect(draft.saving).toMatchObject({ state: 'failed', failure: { code: 'disk-full' } });
		expect(draft.lines[0]?.boxes[0]?.typed).toBe('7');
		far.refuses = null;
		await draft.fill(lineId, box('7'), 'single');
		expect(far.saves.at(-1)?.lines[0]?.boxes[0]?.typed).toBe('7');
		draft.turn('undo');
		expect(draft.lines[0]?.boxes).toEqual([]);
	});

	it("takes another window's newer draft only if nothing here is unsaved", async () => {
		await draft.set('description', 'ours');
		const theirs = (revision: number, description: string): SavedDraft => ({
			...far.draft(),
			revision,
			content: { ...draft.content, fields: { description } },
		});
		far.revision = 7;
		draft.meet(theirs(7, 'theirs'));
		expect(draft.content.fields['description']).toBe('theirs');
		const saving = draft.set('description', 'mine');
		draft.meet(theirs(9, 'theirs again'));
		expect(draft.content.fields['description']).toBe('mine');
		await saving;
	});
});

describe('a save without an answer', () => {
	it.each(['save', 'answer'] as const)(
		'is followed by the next one, and is undone, whether it arrived or not: lost %s',
		async (loses) => {
			await draft.set('description', 'first');
			far.loses = loses;
			await draft.set('description', 'second');
			expect(draft.saving).toMatchObject({ state: 'failed' });
			far.loses = null;
			await draft.set('description', 'third');
			expect(draft.saving).toMatchObject({ state: 'saved' });
			expect(far.saves.at(-1)?.fields['description']).toBe('third');
			draft.turn('undo');
			await draft.save();
			expect(far.saves.at(-1)?.fields['description']).toBe('second');
			draft.turn('undo');
			await draft.save();
			expect(far.saves.at(-1)?.fields['description']).toBe('first');
		},
	);

	it('is no excuse for overwriting what another window saved since', async () => {
		await draft.set('description', 'first');
		far.loses = 'answer';
		await draft.set('description', 'second');
		far.loses = null;
		far.saves.push({ ...draft.content, fields: { description: 'theirs' } });
		far.revision++;
		await draft.set('description', 'third');
		expect(draft.saving).toMatchObject({ failure: { code: 'changed-meanwhile' } });
		expect(far.saves.at(-1)?.fields['description']).toBe('theirs');
	});
});

describe('the next page', () => {
	/** The page is reloaded: only what is kept in the browser is left of it. */
	const reload = async (isNew = false) => {
		draft.keepUnsaved();
		draft = new WrittenDraft(far.calls, shape, isNew ? null : far.draft());
		await draft.resume();
	};
	const described = () => far.saves.at(-1)?.fields['description'];

	it.each(['save', 'answer'] as const)(
		'saves a new draft that the page before could not, once: lost %s',
		async (loses) => {
			far.loses = loses;
			await draft.set('description', 'typed');
			await addMilk();
			const { content } = draft;
			far.loses = null;
			await reload(true);
			expect(far.saves.at(-1)).toEqual(content);
			expect(draft.saving).toMatchObject({ state: 'saved' });
			expect(far.kept).toBeNull();
		},
	);

	it('saves fields whose call never ended, and can undo them', async () => {
		await draft.set('description', 'first');
		const { promise, resolve } = Promise.withResolvers<undefined>();
		far.held = promise;
		void draft.set('description', 'second');
		draft.keepUnsaved();
		far.held = Promise.resolve();
		await reload();
		resolve(undefined);
		expect(described()).toBe('second');
		draft.turn('undo');
		await draft.save();
		expect(described()).toBe('first');
	});

	it('offers them beside what another window saved since', async () => {
		await draft.set('description', 'first');
		far.loses = 'save';
		await draft.set('description', 'mine');
		far.loses = null;
		far.saves.push({ ...draft.content, fields: { description: 'theirs' } });
		far.revision++;
		await reload();
		expect(draft.content.fields['description']).toBe('mine');
		expect(draft.saving).toMatchObject({ failure: { code: 'changed-meanwhile' } });
		await draft.saveOver(far.draft());
		expect(described()).toBe('mine');
		expect(far.kept).toBeNull();
	});

	it('undoes nothing by itself if it arrived after all, whatever is known of its items by then', async () => {
		await addMilk();
		far.loses = 'answer';
		await draft.set('description', 'typed');
		far.loses = null;
		draft.keepUnsaved();
		const saved = far.draft();
		const lines = saved.content.lines.map((line) => ({ ...line, item: milk({ onHand: '5' }) }));
		draft = new WrittenDraft(far.calls, shape, { ...saved, content: { ...saved.content, lines } });
		await draft.resume();
		expect(draft.saving).toMatchObject({ state: 'saved' });
		expect(draft.turn('undo')).toBeUndefined();
		expect(described()).toBe('typed');
	});

	it('begins a blank draft if the new one arrived after all, and was sent', async () => {
		far.loses = 'answer';
		await draft.set('description', 'typed');
		far.loses = null;
		far.refuses = fail('already-submitted', '');
		await reload(true);
		expect(draft.content).toEqual(blank);
		expect(draft.saving).toEqual({ state: 'new' });
		expect(far.kept).toBeNull();
	});

	it('keeps nothing that was saved or discarded', async () => {
		await draft.set('description', 'first');
		draft.keepUnsaved();
		expect(far.kept).toBeNull();
		far.refuses = fail('disk-full', '');
		await draft.set('description', 'second');
		expect(far.kept).not.toBeNull();
		await draft.discard();
		expect(far.kept).toBeNull();
	});
});

describe('undo', () => {
	it('followed by redo is the identity, whatever was done, and each is saved', async () => {
		const act = fc.oneof(
			fc.record({ what: fc.constant('add' as const) }),
			fc.record({ what: fc.constant('remove' as const), at: fc.nat(5) }),
			fc.record({ what: fc.constant('fill' as const), at: fc.nat(5), typed: fc.string() }),
			fc.record({ what: fc.constant('describe' as const), typed: fc.string() }),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
				far = new FarSide();
				draft = new WrittenDraft(far.calls, shape, null);
				for (const each of acts) {
					const line = 'at' in each ? draft.lines[each.at] : undefined;
					if (each.what === 'add') void draft.add([{ item: milk() }])[1];
					else if (each.what === 'describe') void draft.set('description', each.typed);
					else if (line === undefined) continue;
					else if (each.what === 'remove') void draft.remove(line);
					else void draft.fill(line.lineId, box(each.typed), 'single');
				}
				const written = draft.content;
				let steps = 0;
				while (draft.turn('undo') !== undefined) steps++;
				expect(draft.content).toEqual(blank);
				for (; steps > 0; steps--) draft.turn('redo');
				expect(draft.turn('redo')).toBeUndefined();
				expect(draft.content).toEqual(written);
				await draft.save();
				expect(far.saves.at(-1)).toEqual(written);
			}),
		);
	});

	it('leads to the place of the change', async () => {
		const lineId = await addMilk();
		await draft.fill(lineId, box('2'), 'single');
		expect(draft.turn('undo')).toEqual({ lineId, column: 'single' });
		expect(draft.turn('undo')).toBeNull();
		expect(draft.turn('redo')).toEqual({ lineId, column: '' });
	});

	it('survives leaving and reopening the sheet, unless the draft changed elsewhere', async () => {
		await draft.set('description', 'first');
		await draft.set('description', 'second');
		const again = new WrittenDraft(far.calls, shape, far.draft());
		expect(again.turn('undo')).toBeNull();
		await again.save();
		expect(far.saves.at(-1)?.fields['description']).toBe('first');
		far.revision++;
		expect(new WrittenDraft(far.calls, shape, far.draft()).turn('undo')).toBeUndefined();
	});
});

it('takes what a new line repeats from the line right above it', () => {
	const item = milk();
	void draft.add([
		{ item, fields: { reasonId: 'R-1' } },
		{ item, fields: { reasonId: 'R-2' } },
	]);
	void draft.add([{ item }, { item, fields: { reasonId: 'R-3' } }, { item }]);
	expect(draft.lines.map(({ fields }) => fields['reasonId'])).toEqual([
		'R-1',
		'R-2',
		'R-2',
		'R-3',
		'R-3',
	]);
});

describe('sending', () => {
	it('saves first, so that the last input is included', async () => {
		void draft.set('description', 'last');
		expect((await draft.submit()).ok).toBe(true);
		expect(far.saves.at(-1)?.fields['description']).toBe('last');
		expect(far.submitted).toBe(1);
	});

	it('shows every problem of existing lines at once when refused', async () => {
		const lineId = await addMilk();
		far.problems = [
			{ path: 'otherLocationId', message: 'missing' },
			{ path: `lines.${lineId}.quantity`, message: 'missing' },
		];
		expect(draft.problems).toEqual([]);
		await draft.submit();
		expect(draft.problemsOf(draft.lines[0]!).map(({ path }) => path)).toEqual([
			`lines.${lineId}.quantity`,
		]);
		expect(draft.problemsOf(null).map(({ path }) => path)).toEqual(['otherLocationId']);
		void draft.remove(draft.lines[0]!);
		expect(draft.problems).toHaveLength(1);
	});
});
