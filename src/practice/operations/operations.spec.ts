// All operations of the registry at once: the guarantees that any client relies on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
	startTestPractice,
	type Answered,
	type TestPractice,
} from '../../../test/support/practice.ts';
import { parseExact, type ExactJson } from '../../shared/exact-json.ts';
import { openCount, openList, openRecord } from '../../shared/service/envelope.ts';
import { operations } from '../../shared/service/index.ts';
import { serviceProfile } from '../../shared/service/profile.ts';
import { codecOf, type WireProblem } from '../../shared/service/wire.ts';
import { practiceProfile } from '../profile.ts';

const profile = serviceProfile.parse(practiceProfile);
type AnyOperation = (typeof operations)[number];
const reads = operations.filter(({ method }) => method === 'GET');

let practice: TestPractice;
beforeAll(async () => {
	practice = await startTestPractice();
	await practice.signIn();
});
afterAll(() => practice.close());

const failing = async <Op>(of: readonly Op[], check: (each: Op) => Promise<string | undefined>) => {
	const found: string[] = [];
	for (const each of of) found.push(...([await check(each)].filter(Boolean) as string[]));
	return found;
};

/** Query and path of a read with a nonempty answer: the first record of its own list, and the rest as named. */
async function requestFor({ name, path }: AnyOperation) {
	const named: Record<string, string> = {
		widgetType: 'wastage',
		target: 'Wastage',
		from: name === 'currency.exchangeRate' ? 'EUR' : '2026-01-01T00:00:00Z',
		to: name === 'currency.exchangeRate' ? 'AED' : '2026-12-31T00:00:00Z',
	};
	const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part);
	const list = operations.find((each) => each.name === name.replace(/\..*/, '.list'));
	const [first] =
		list === undefined || parts.every((part) => part in named)
			? []
			: await practice.all<Record<string, string>>(list.name);
	const idOf = (part: string) => named[part] ?? first?.[part] ?? first?.['id'];
	return { path: Object.fromEntries(parts.map((part) => [part, idOf(part) ?? ''])), query: named };
}

/** Problems with the form of an answer. */
function problemsOf({ answer }: AnyOperation, { status, text }: Answered): unknown[] {
	if (status !== 200) return [status, text];
	const problems: WireProblem[] = [];
	const json: ExactJson | undefined = text === '' ? undefined : parseExact(text);
	switch (answer.kind) {
		case 'empty':
			return text === '' ? [] : ['not empty'];
		case 'count':
			return openCount(json, profile) === null ? ['no count'] : [];
		case 'list': {
			const list = openList(json, profile);
			for (const row of list?.rows ?? []) codecOf(answer.schema, profile).read(row, '$', problems);
			return list === null ? ['no list'] : problems;
		}
		case 'one':
		case 'created':
			codecOf(answer.schema, profile).read(openRecord(json, profile), '$', problems);
			return problems;
	}
}

test('every read answers in its declared form', async () => {
	expect(
		await failing(reads, async (operation) => {
			const request = await requestFor(operation);
			// The small data set has no record of some kinds.
			if (Object.values(request.path).includes('')) return undefined;
			const problems = problemsOf(operation, await practice.call(operation.name, request));
			return problems.length === 0 ? undefined : `${operation.name}: ${JSON.stringify(problems)}`;
		}),
	).toEqual([]);
});

test('every operation refuses an unknown document with a problem record', async () => {
	const ofOne = operations.filter(({ path, method }) => path.includes('{id}') && method !== 'PUT');
	expect(
		await failing(ofOne, async ({ name, method }) => {
			const body = method === 'GET' ? {} : { body: {} };
			const { status, headers } = await practice.call(name, { path: { id: 'nobody' }, ...body });
			const type = headers.get('content-type');
			return status === 404 && type?.includes('application/problem+json') ? undefined : name;
		}),
	).toEqual([]);
});

test('every operation but signing in requires a token', async () => {
	const closed = operations.filter((each) => !('open' in each));
	expect(
		await failing(closed, async ({ name, method, path }) => {
			const answered = await practice.send(method, path.replace(/\{\w+\}/g, 'x'));
			return answered.status === 401 ? undefined : name;
		}),
	).toEqual([]);
});
