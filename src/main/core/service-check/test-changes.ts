// Learns by changing a test document: how to update, the longest text, decimals, and the zone of local times.
import { decimalText } from '../../../shared/domain/decimal.ts';
import { withReference } from '../../../shared/domain/reference.ts';
import { lengthOf } from '../../../shared/domain/shown-text.ts';
import { addressOf } from '../../../shared/service/address.ts';
import { findOperation } from '../../../shared/service/index.ts';
import type { Payload } from '../../../shared/service/operation.ts';
import type { WriteVerdict } from '../api/verdict.ts';
import { operationOf } from './forms.ts';
import { isTaken, learnEmpty } from './taken.ts';
import { quantityOf, testBody } from './test-body.ts';
import { learnInstants, type Listed, type TestDocument, type Trying } from './test-documents.ts';
import { instantAway } from './test-instants.ts';

const longestEntered = 500;
const longest = longestEntered + 16;

/** Common ways to update a record, most common first. POST without a suffix would create another one. */
const ways: readonly { method: 'PUT' | 'POST' | 'PATCH'; suffix: string }[] = [
	{ method: 'PUT', suffix: '' },
	{ method: 'PUT', suffix: '/{id}' },
	{ method: 'PATCH', suffix: '/{id}' },
	{ method: 'PATCH', suffix: '' },
	{ method: 'POST', suffix: '/{id}' },
	{ method: 'POST', suffix: '/Update' },
	{ method: 'PUT', suffix: '/Update' },
	{ method: 'PUT', suffix: '/{id}/Update' },
	{ method: 'POST', suffix: '/{id}/Update' },
	{ method: 'PATCH', suffix: '/Update' },
	{ method: 'POST', suffix: '/Edit' },
	{ method: 'PUT', suffix: '/Edit' },
];

type Changed =
	| { ok: true; record: Payload; verdict: WriteVerdict }
	| { ok: false; status: number | null; said: string };

export async function tryChanges(trying: Trying, document: TestDocument): Promise<void> {
	const { kind } = document;
	const { findings } = trying;
	if (findOperation(`${kind}.update`) === undefined) return;
	const works = await findWay(trying, document);
	if (!works) {
		if (document.field !== null)
			findings.ask('textLimit', { document: kind }).open('updateNone', { said: '' });
		return;
	}
	if (findings.sourceOf('quantityScale') === null) await findScale(trying, document);
	if (findings.sourceOf('zone') === null) await findZone(trying, document);
	if (document.field !== null) await findLimit(trying, document, document.field);
}

async function change(
	{ api, permission, known, findings }: Trying,
	{ kind, id, body, reference, field, sentAt }: TestDocument,
	wanted: { text?: string; quantity?: string; date?: string },
): Promise<Changed> {
	const date = wanted.date ?? new Date(sentAt).toISOString();
	const quantity = wanted.quantity ?? '1';
	const plain = testBody(kind, { permission, known, date, quantity }) ?? body;
	const text = wanted.text ?? withReference('Stillroom service check', reference);
	const carrier = field ?? findings.profile().reference[kind];
	const sent = { ...plain, id: id ?? '', ...(carrier === null ? {} : { [carrier]: text }) };
	const verdict = await api.again(`${kind}.update`, {
		...(needsId(kind) ? { path: { id: id ?? '' } } : {}),
		body: sent,
	});
	if (verdict.kind === 'rejected') return { ok: false, status: verdict.status, said: verdict.said };
	if (!isTaken(verdict)) return { ok: false, status: null, said: verdict.said };
	const read = await api.one(`${kind}.get`, { path: { id: id ?? '' } });
	return read.ok && typeof read.value === 'object' && read.value !== null
		? { ok: true, record: { ...read.value }, verdict }
		: { ok: false, status: null, said: read.ok ? '' : read.said };
}

const needsId = (kind: string): boolean =>
	findOperation(`${kind}.update`)?.path.includes('{id}') === true;

/** Finds the method and suffix of updates: the document must show the change, whatever the answer. */
async function findWay(trying: Trying, document: TestDocument): Promise<boolean> {
	const { findings } = trying;
	const { kind } = document;
	const asking = findings.ask('update', { document: kind });
	const { writes: present, pathCase } = findings.profile();
	const isKnown = findings.sourceOf('writes') !== null;
	const cased = (suffix: string) =>
		pathCase === 'lower' ? suffix.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : suffix;
	const tried = isKnown
		? [present]
		: [present, ...ways.map(({ method, suffix }) => ({ method, suffix: cased(suffix) }))];
	let said = '';
	for (const way of tried) {
		findings.learn('writes', { ...way });
		const changed = await change(trying, document, { quantity: '2' });
		if (changed.ok && decimalText(quantityOf(changed.record) ?? '0') === '2') {
			findings.found('writes', 'testDocument');
			learnEmpty(changed.verdict, findings);
			const { method, path } = addressOf(operationOf(`${kind}.update`), findings.profile());
			asking.good('updateTaken', { address: `${method} ${path}` });
			return true;
		}
		if (!changed.ok && changed.status !== 404 && changed.status !== 405) said = changed.said;
	}
	findings.learn('writes', { ...present });
	asking.careful('updateNone', { said });
	return false;
}

async function findScale(trying: Trying, document: TestDocument): Promise<void> {
	const { findings } = trying;
	for (const quantity of ['1.234567', '1.2345', '1.234']) {
		const changed = await change(trying, document, { quantity });
		if (!changed.ok) continue;
		const shown = decimalText(quantityOf(changed.record) ?? '0');
		const [, kept = ''] = shown.split('.');
		const isWhole = shown === decimalText(quantity);
		findings.set('quantityScale', isWhole ? null : kept.length, 'testDocument');
		return;
	}
}

/** If local time equals UTC today, uses a date when they differ. */
async function findZone(trying: Trying, document: TestDocument): Promise<void> {
	const { clock, timeZone, zoned } = trying;
	if (zoned !== false) return;
	const away = instantAway(clock.now(), timeZone);
	if (away === null) return;
	const changed = await change(trying, document, { date: new Date(away).toISOString() });
	if (!changed.ok) return;
	const record = changed.record as Listed; // Read by the record of its kind, which has these fields.
	learnInstants(trying, { ...record, createdDate: undefined }, away);
}

/** Finds the longest text that is kept; longer ones are truncated or refused. */
async function findLimit(trying: Trying, document: TestDocument, field: string): Promise<void> {
	const { findings } = trying;
	const { kind, reference } = document;
	const asking = findings.ask('textLimit', { document: kind });
	const textOf = (length: number) => {
		const start = 'Stillroom service check ';
		const end = ` [${reference}]`;
		return start + 'x'.repeat(Math.max(0, length - start.length - end.length)) + end;
	};
	const keptOf = async (length: number): Promise<number | null> => {
		const changed = await change(trying, document, { text: textOf(length) });
		const text = changed.ok ? changed.record[field] : null;
		return typeof text === 'string' ? text.length : null;
	};
	let kept = await keptOf(longest);
	let code: 'textCut' | 'textRefused' = 'textCut';
	if (kept === null) {
		code = 'textRefused';
		// The short text was kept, so bisect between it and the longest.
		let [taken, refused] = [textOf(0).length, longest];
		while (refused - taken > 1) {
			const middle = Math.floor((taken + refused) / 2);
			if ((await keptOf(middle)) === null) refused = middle;
			else taken = middle;
		}
		kept = taken;
	}
	// Restores the document, so that the long text does not stay in it.
	await change(trying, document, {});
	findings.found('textLimits', 'testDocument', kind);
	// Relies only on lengths that came back whole.
	const flag = findings.flags.find(
		(each) => each.flag === 'keepsReferences' && each.document === kind && each.holds,
	);
	if (flag !== undefined) flag.kept = lengthOf(textOf(kept));
	if (kept >= longest) {
		findings.learn(`textLimits.${kind}`, null);
		asking.good('textWhole', { length: longest });
	} else {
		findings.learn(`textLimits.${kind}`, kept);
		asking.good(code, { length: kept });
	}
}
