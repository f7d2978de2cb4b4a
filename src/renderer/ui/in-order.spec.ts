import { expect, it } from 'vitest';
import { InOrder } from './in-order.ts';

it('drops an answer that was overtaken, but no earlier one that came in time', async () => {
	const inOrder = new InOrder();
	const [first, second, third] = [1, 2, 3].map(() => Promise.withResolvers<string>());
	const answers = [first, second, third].map((each) => inOrder.answerOf(each!.promise));
	first!.resolve('first');
	expect(await answers[0]).toBe('first');
	third!.resolve('third');
	expect(await answers[2]).toBe('third');
	second!.resolve('second');
	expect(await answers[1]).toBeNull();
});
