import { expect, it } from 'vitest';
import { fail, succeed, type Reply } from '../../shared/bridge/reply.ts';
import { InOrder } from './in-order.ts';

const no = fail('not-possible-now', 'no');

/** Three questions, asked at once. */
function ask() {
	const inOrder = new InOrder();
	const questions = [1, 2, 3].map(() => Promise.withResolvers<Reply<string>>());
	const answers = questions.map(({ promise }) => inOrder.answerOf(promise));
	return async (at: number, reply: Reply<string>): Promise<Reply<string> | null | undefined> => {
		questions[at]?.resolve(reply);
		return answers[at];
	};
}

it('drops an answer that was overtaken, but no earlier one that came in time', async () => {
	const answer = ask();
	expect(await answer(0, succeed('first'))).toEqual(succeed('first'));
	expect(await answer(2, succeed('third'))).toEqual(succeed('third'));
	expect(await answer(1, succeed('second'))).toBeNull();
});

it('drops no value for a later failure, but a failure for anything later', async () => {
	const answer = ask();
	expect(await answer(2, no)).toEqual(no);
	expect(await answer(1, no)).toBeNull();
	expect(await answer(0, succeed('first'))).toEqual(succeed('first'));
});
