import { expect, it } from 'vitest';
import { openScreen } from '../../../../test/support/screen.ts';
import { fail } from '../../../shared/bridge/reply.ts';

it.each([
	['not-shown', 'Not for your role', 'The service did not show this: Not for your role'],
	['unreachable', 'No connection', 'No answer. Check the network and the address.'],
] as const)('says why nothing came: %s', async (code, said, words) => {
	const screen = await openScreen('/report/tower', {
		answers: { 'report.tower': () => fail(code, said) },
	});
	expect(screen.shown()).toContain(words);
	await screen.click('Try again');
	expect(screen.asked('report.tower')).toHaveLength(2);
});
