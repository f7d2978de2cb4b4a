import { describe, expect, it } from 'vitest';
import { fail, succeed, type Reply } from '../../shared/bridge/reply.ts';
import { Loaded } from './loaded.svelte.ts';

/** A loaded value, with answers in question order. */
function loadedByHand() {
	const answers: ((reply: Reply<string>) => void)[] = [];
	const ask = () => new Promise<Reply<string>>((resolve) => answers.push(resolve));
	return { loaded: new Loaded(ask), ask, answers };
}

describe('loaded value', () => {
	it('is the answer to the last question, whichever comes first', async () => {
		const { loaded, answers } = loadedByHand();
		const both = Promise.all([loaded.load(), loaded.load()]);
		answers[1]?.(succeed('new'));
		answers[0]?.(succeed('old'));
		await both;
		expect([loaded.value, loaded.loading]).toEqual(['new', false]);
	});

	it('shows an earlier answer until the last one comes', async () => {
		const { loaded, answers } = loadedByHand();
		const both = Promise.all([loaded.load(), loaded.load()]);
		answers[0]?.(succeed('earlier'));
		await expect.poll(() => loaded.value).toBe('earlier');
		expect(loaded.loading).toBe(true);
		answers[1]?.(succeed('last'));
		await both;
		expect([loaded.value, loaded.loading]).toEqual(['last', false]);
	});

	it("keeps a change's answer over an earlier question's", async () => {
		const { loaded, ask, answers } = loadedByHand();
		const loading = loaded.load();
		const changing = loaded.change(ask());
		answers[1]?.(succeed('changed'));
		await changing;
		answers[0]?.(succeed('as it was'));
		await loading;
		expect([loaded.value, loaded.loading]).toEqual(['changed', false]);
	});

	it('keeps the later of two changes when its answer comes first', async () => {
		const { loaded, ask, answers } = loadedByHand();
		const both = Promise.all([loaded.change(ask()), loaded.change(ask())]);
		answers[1]?.(succeed('both boxes'));
		answers[0]?.(succeed('one box'));
		await both;
		expect(loaded.value).toBe('both boxes');
	});

	it("keeps an event's value over an earlier question's", async () => {
		const { loaded, answers } = loadedByHand();
		const loading = loaded.load();
		loaded.hear('told');
		answers[0]?.(succeed('as it was'));
		await loading;
		expect(loaded.value).toBe('told');
	});

	it('ignores a failed question older than what is shown, and a failed change', async () => {
		const { loaded, ask, answers } = loadedByHand();
		const loading = loaded.load();
		loaded.hear('told');
		answers[0]?.(fail('unreachable', ''));
		await loading;
		const changing = loaded.change(ask());
		answers[1]?.(fail('changed-meanwhile', ''));
		expect((await changing).ok).toBe(false);
		expect([loaded.value, loaded.failure]).toEqual(['told', null]);
	});
});
