// The check against modified answers of the practice service. Each test is named for a setting at risk.
import { expect, test } from 'vitest';
import {
	answerTo,
	checking,
	proposedBy,
	quickClock,
	settingOf,
	type Change,
} from '../../../../test/support/service-check.ts';
import type { CheckReport, FormAnswers } from '../../../shared/bridge/service-check.ts';
import { wallClockAt } from '../../../shared/domain/wall-clock.ts';
import { answerForm } from './form-answers.ts';

const { check, practice } = checking();

function withAnswers(report: CheckReport, answers: FormAnswers): CheckReport {
	const answered = answerForm(report, answers);
	if (!answered.ok) throw new Error('The answer was refused.');
	return answered.report;
}

test('variant d: finds snake_case, numbers as texts, pages by offset, and its own form of updates', async () => {
	const report = await check('d', { write: {} });
	expect(proposedBy(report)).toMatchObject({
		fieldCase: 'snake',
		queryCase: 'snake',
		fields: { '*': { id: 'uuid' } },
		integers: 'text',
		decimals: 'text',
		instants: { precision: 'second', zone: 'utc' },
		writes: { method: 'POST', suffix: '/{id}' },
		paging: { style: 'offset', parameter: 'skip', sizeParameter: 'take' },
		lists: {
			rows: 'data.records',
			total: 'data.total_records',
			record: 'data',
			count: 'data.count',
		},
	});
	expect(report.questions.map(({ key }) => key)).toEqual(['behaviour.refusalsDoNothing']);
	expect(settingOf(report, 'writes')).toMatchObject({ state: 'found', source: 'testDocument' });
	expect(settingOf(report, 'integers')).toMatchObject({ state: 'found', source: 'lists' });
	expect(practice().checkLedger()).toEqual([]);
});

test('sends a state in the word that the service uses, also where another word for it was known', async () => {
	const renamed: Change = (_request, _response, body) =>
		body.replaceAll('"status":"Submitted"', '"status":"PENDING APPROVAL"');
	const report = await check('a', { change: renamed });
	const { purchaseOrder } = proposedBy(report).states;
	expect(purchaseOrder.submitted?.[0]).toBe('PENDING APPROVAL');
	expect(purchaseOrder.submitted).toContain('Submitted');
	expect(purchaseOrder.submitted).not.toContain('Pending approval');
});

test('tries the longest text that a person may enter on a service that truncates texts', async () => {
	const cut: Change = (_request, _response, body) =>
		body.replaceAll(/"description":"([^"]{80})[^"]*"/g, '"description":"$1"');
	const report = await check('a', { change: cut, write: {} });
	expect(proposedBy(report).textLimits).toMatchObject({ wastage: 80, transferOut: 80 });
	expect(answerTo(report, 'textLimit')).toMatchObject({ code: 'textCut', values: { length: 80 } });
	// The reference itself survives in a text that is short enough.
	expect(report.learned).toContainEqual({
		flag: 'keepsReferences',
		document: 'wastage',
		holds: true,
		field: 'description',
		kept: { units: 80, bytes: 80 },
	});
});

test('finds from a test document that times without a zone are local', async () => {
	const timeZone = 'Europe/Amsterdam';
	const local: Change = (_request, _response, body) =>
		body.replaceAll(
			/"(date|returnDate)":"([^"]+Z)"/g,
			(_, name: string, text: string) =>
				`"${name}":"${wallClockAt(Date.parse(text), timeZone).slice(0, 16)}:00"`,
		);
	const report = await check('a', { change: local, write: { documents: ['wastage'] }, timeZone });
	expect(proposedBy(report).instants).toEqual({ precision: 'minute', zone: 'location' });
	expect(settingOf(report, 'instants.zone')).toMatchObject({ source: 'testDocument' });
});

test('asks about times without a zone if writing is not allowed', async () => {
	const unzoned: Change = (_request, _response, body) =>
		body.replaceAll(/"(date|returnDate)":"([^"]+)\.\d+Z"/g, '"$1":"$2"');
	const report = await check('a', { change: unzoned });
	const question = report.questions.find(({ key }) => key === 'instants.zone');
	expect(question).toMatchObject({ about: 'zone', choices: ['location', 'utc'] });
	expect(question?.seen[0]).toMatch(/^WST-\d+ · 2026-\d\d-\d\dT\d\d:\d\d:\d\d$/);
	const answered = withAnswers(report, { 'instants.zone': 'location' });
	expect(proposedBy(answered).instants.zone).toBe('location');
	expect(settingOf(answered, 'instants.zone')).toMatchObject({
		state: 'asked',
		source: 'person',
		value: '"location"',
	});
});

test('waits for a busy service, and loses no setting', async () => {
	let asked = 0;
	const busy: Change = (request, _response, body) => {
		asked += 1;
		if (request.url.includes('/Account/') || asked % 7 !== 0) return body;
		return Response.json({ title: 'Too many' }, { status: 429, headers: { 'retry-after': '3' } });
	};
	const clock = quickClock();
	const report = await check('a', { change: busy, clock });
	await practice().close();
	const calm = await check('a');
	const found = ({ settings }: CheckReport) =>
		settings.filter(({ state }) => state === 'found').map(({ path, value }) => [path, value]);
	expect(found(report)).toEqual(found(calm));
	expect(clock.paused.filter((ms) => ms === 3_000).length).toBeGreaterThan(5);
});

test('learns numeric states from a test document, and asks about the others with examples', async () => {
	const report = await check('b', { write: {} });
	const { states } = proposedBy(report);
	expect([states.transferOut.draft?.[0], states.transferOut.submitted?.[0]]).toEqual(['0', '10']);
	const question = report.questions.find(
		({ paths, values }) => paths.includes('states.transferIn') && values['word'] === '40',
	);
	expect(question).toMatchObject({ about: 'state' });
	expect(question?.seen[0]).toMatch(/^TRI-\d+ · \d{4}-\d\d-\d\d · .+ → .+$/);
	const answered = withAnswers(report, { [question?.key ?? '']: 'in-transit' });
	expect(proposedBy(answered).states.transferIn['in-transit']?.[0]).toBe('40');
	expect(answerForm(report, { [question?.key ?? '']: 'sold' })).toMatchObject({ ok: false });
});

test('names an unreadable record by its list and position', async () => {
	const broken: Change = (request, _response, body) => {
		if (!request.url.includes('/StorageArea')) return body;
		let record = 0;
		return body.replaceAll(/"locationId":"[^"]+",?/g, (found) =>
			(record += 1) === 3 ? '' : found,
		);
	};
	const report = await check('a', { change: broken });
	expect(answerTo(report, 'shape')).toMatchObject({
		code: 'rowLacks',
		values: { list: 'storageArea', record: 3, field: 'locationId' },
	});
});

test('finds from refusals where they state their reason and name fields', async () => {
	const wrapped: Change = (_request, response, body) => {
		if (response.status < 400 || response.status >= 500) return body;
		const {
			detail,
			type: _type,
			title: _title,
			status: _status,
			instance: _instance,
			...fields
		} = JSON.parse(body) as Record<string, string>;
		return JSON.stringify({ fault: { explanation: 'E', message: detail, fields } });
	};
	const report = await check('a', { change: wrapped, write: { documents: ['wastage'] } });
	expect(proposedBy(report).problems).toEqual({
		sentence: 'fault.message',
		fields: 'fault.fields',
	});
});

test('recognises paging by a Link header or by an address in the body', async () => {
	const byLink: Change = (request, response, body) => {
		const url = new URL(request.url);
		const page = Number(url.searchParams.get('pageNumber') ?? '1');
		const list = JSON.parse(body === '' ? 'null' : body) as {
			items?: unknown[];
			totalCount?: number;
		} | null;
		if (list?.items === undefined || response.status !== 200) return body;
		url.searchParams.set('pageNumber', String(page + 1));
		const size = Number(url.searchParams.get('pageSize') ?? '50');
		const isLast = page * size >= (list.totalCount ?? 0);
		const { status } = response;
		const headers = {
			'content-type': 'application/json',
			...(isLast ? {} : { link: `<${url.href}>; rel="next"` }),
		};
		return new Response(JSON.stringify(list.items), { status, headers });
	};
	const report = await check('a', { change: byLink });
	expect(proposedBy(report)).toMatchObject({ paging: { style: 'link' }, lists: { rows: null } });
	expect(settingOf(report, 'paging.style')).toMatchObject({ state: 'found', source: 'headers' });
});

test('says what is unknown without permission to write', async () => {
	const report = await check('a');
	for (const path of ['writes', 'textLimits.wastage', 'reference.wastage', 'quantityScale']) {
		expect(settingOf(report, path)).toMatchObject({ state: 'unknown', source: null });
	}
	expect(settingOf(report, 'lists.rows')).toMatchObject({ state: 'found', source: 'lists' });
	expect(settingOf(report, 'behaviour.refusalsDoNothing')).toMatchObject({ state: 'asked' });
});
