// The service check page over a made-up report: something of every outcome, path, source and question.
import type {
	CheckAnswer,
	CheckedPath,
	CheckedSetting,
	CheckReport,
	FormQuestion,
} from '../../src/shared/bridge/service-check.ts';
import { openScreen, type Answers } from './screen.ts';

const answer = (more: Partial<CheckAnswer>): CheckAnswer => ({
	question: 'refresh',
	document: null,
	outcome: 'good',
	code: 'refreshWorks',
	values: {},
	evidence: [],
	...more,
});
const setting = (more: Partial<CheckedSetting>): CheckedSetting => ({
	name: 'ids',
	document: null,
	path: 'ids',
	state: 'found',
	source: 'lists',
	value: '"text"',
	...more,
});
const path = (operation: string, more: Partial<CheckedPath> = {}): CheckedPath => ({
	operation,
	address: `/api/${operation}`,
	outcome: 'answers',
	status: 200,
	said: '',
	...more,
});
const question = (key: string, more: Partial<FormQuestion>): FormQuestion => ({
	key,
	about: 'busy',
	paths: [],
	values: {},
	choices: [],
	seen: [],
	...more,
});
export const report: CheckReport = {
	format: 'stillroom-service-check-1',
	at: Date.UTC(2026, 10, 19, 18, 30),
	serviceUrl: 'https://service.example',
	requests: 1_520,
	durationMs: 61_000,
	wrote: true,
	answers: [
		answer({
			values: { field: 'refresh_token' },
			evidence: [{ sent: 'POST /token', came: '200 {}' }],
		}),
		answer({ document: 'wastage', values: { field: 'refresh_token' } }),
		answer({
			question: 'repeat',
			document: 'wastage',
			outcome: 'careful',
			code: 'repeatTaken',
			values: { status: 409 },
		}),
		answer({ question: 'signIn', outcome: 'open', code: 'signInRefused', values: { said: 'No.' } }),
		answer({ question: 'busy', outcome: 'open', code: 'busyNotTried' }),
	],
	paths: [
		path('item.list'),
		path('stock.list', { outcome: 'refuses', status: 400, said: 'locationId is missing' }),
		path('recipe.list', { outcome: 'missing', status: 404, said: 'Not found' }),
		path('report.list', { outcome: 'silent', status: null }),
		path('admin.create', { outcome: 'not-asked', status: null }),
	],
	learned: [],
	settings: [
		setting({}),
		setting({ name: 'zone', path: 'instants.zone', state: 'asked', source: null, value: 'null' }),
		setting({
			name: 'reference',
			document: 'wastage',
			path: 'reference.wastage',
			state: 'unknown',
			source: null,
		}),
	],
	questions: [
		question('zone', {
			about: 'zone',
			choices: ['location', 'utc'],
			seen: ['2026-11-19T10:00', 'no zone'],
		}),
		question('state', {
			about: 'state',
			paths: ['states.wastage.Sent'],
			values: { word: 'Sent' },
			choices: ['submitted', 'unknown'],
		}),
		question('busy', { choices: [true, false] }),
		question('idField', { about: 'idField', paths: ['fields.wastage'], values: { field: 'id' } }),
	],
	given: { zone: 'utc' },
	differences: [
		{ path: 'ids', before: null, after: '"integer"' },
		{ path: 'paging.size', before: '50', after: null },
	],
	profile: '{}',
	found: '{ "ids": "integer" }',
	proposed: '{ "ids": "text" }',
};
export const state = { running: null, report, outdated: false, failure: null };

/** Answers can be replaced while it is open. */
export async function openCheck(given: Answers = {}) {
	const answers: Answers = { 'serviceCheck.state': state, ...given };
	const screen = await openScreen('/settings/service-check', { answers });
	return {
		...screen,
		answers,
	};
}
