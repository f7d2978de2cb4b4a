// A button whose call is under way.
import { expect } from 'vitest';
import type { CallName } from '../../src/shared/bridge/contract.ts';
import { fail, type Reply } from '../../src/shared/bridge/reply.ts';
import type { Answers, openScreen } from './screen.ts';

type Screen = Pick<
	Awaited<ReturnType<typeof openScreen>>,
	'app' | 'asked' | 'calls' | 'page' | 'settle' | 'user'
> & { answers: Answers };

/**
 * Presses a button twice while its call is under way, which is then refused: it is busy, calls once, says what happened,
 * and can be pressed again. Its calls and notices are then forgotten.
 * @param name of the button; the last one of this name
 */
export async function refusedUnderWay(
	screen: Screen,
	call: CallName,
	name: string | RegExp,
	said = 'This is not possible now.',
) {
	const answer = Promise.withResolvers<Reply<never>>();
	const before = { ...screen.answers };
	Object.assign(screen.answers, { [call]: () => answer.promise });
	const asked = screen.asked(call).length;
	const calls = screen.calls.length;
	const { list: notices } = screen.app.notices;
	const button = () => screen.page.getAllByRole('button', { name }).at(-1)!;
	await screen.user.click(button());
	await screen.settle();
	await screen.user.click(button());
	await screen.settle();
	expect([button().getAttribute('aria-busy'), screen.asked(call).length - asked]).toEqual([
		'true',
		1,
	]);
	answer.resolve(fail('not-possible-now', 'no'));
	await screen.settle();
	expect(document.body.textContent).toContain(said);
	expect(button().matches('[aria-busy], [aria-disabled]')).toBe(false);
	screen.calls.splice(calls);
	screen.app.notices.list = notices;
	Object.assign(screen.answers, { [call]: () => null }, before);
}
