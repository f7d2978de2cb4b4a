import { expect, test } from 'vitest';
import type { CallInput, CallName } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { CheckPage } from './check-page.svelte.ts';

/** A page with scripted answers, and a record of the calls. */
function pageWith(answers: Partial<Record<CallName, Reply<unknown>>>) {
	const called: { name: CallName; input: unknown }[] = [];
	const page = new CheckPage(<Name extends CallName>(name: Name, input: CallInput<Name>) => {
		called.push({ name, input });
		return Promise.resolve((answers[name] ?? succeed({})) as never);
	});
	return { page, called };
}

test('clears the failure of a load once it loads, and that of a start once it starts', async () => {
	const answers: Partial<Record<CallName, Reply<unknown>>> = {
		'serviceCheck.state': fail('internal', 'no'),
		'serviceCheck.start': fail('busy', 'no'),
	};
	const { page } = pageWith(answers);
	await page.load();
	expect(page.failure?.code).toBe('internal');
	answers['serviceCheck.state'] = succeed({ running: null, report: null });
	await page.load();
	expect(page.failure).toBeNull();
	await page.start();
	await page.load();
	expect(page.failure?.code).toBe('busy');
	answers['serviceCheck.start'] = succeed({});
	await page.start();
	expect(page.failure).toBeNull();
});

test('shows the end of a check even if an earlier answer arrives later', async () => {
	const answers: ((reply: Reply<unknown>) => void)[] = [];
	const page = new CheckPage(
		() =>
			new Promise((resolve) => {
				answers.push(resolve as (reply: Reply<unknown>) => void);
			}),
	);
	const both = Promise.all([page.load(), page.load()]);
	answers[1]?.(succeed({ running: null, report: null }));
	answers[0]?.(succeed({ running: { done: 1, of: 9 }, report: null }));
	await both;
	expect(page.state?.running).toBeNull();
});
