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

test('only reads while the switch is off, whatever the form contains', async () => {
	const { page, called } = pageWith({});
	page.locationId = 'L1';
	await page.start();
	expect(called).toEqual([{ name: 'serviceCheck.start', input: { write: null } }]);
});

test('requires a place and a document to write, and says which is missing', async () => {
	const { page, called } = pageWith({});
	page.writing = true;
	page.choose('wastage', false);
	page.choose('transferOut', false);
	await page.start();
	expect(page.lacking).toEqual({ location: true, documents: true });
	expect(called).toEqual([]);
	page.locationId = 'L1';
	page.choose('wastage', true);
	await page.start();
	expect(called[0]?.input).toEqual({
		write: { locationId: 'L1', otherLocationId: null, documents: ['wastage'], submit: true },
	});
});

test('clears the failure of a load once it loads, and no other failure', async () => {
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
