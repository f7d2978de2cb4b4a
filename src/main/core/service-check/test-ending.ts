// Cleans up a test document by rejecting it, if possible, which also shows the field of the rejection reason.
import type { DocumentKind } from '../../../shared/service/profile.ts';
import { inLetterCase } from '../../../shared/service/letter-case.ts';
import { operationOf } from './forms.ts';
import { isTaken, learnEmpty } from './taken.ts';
import { learnState, stateOf, type Trying } from './test-documents.ts';

const reason = 'Stillroom service check';

const reasonFields = [
	'reason',
	'rejectReason',
	'rejectionReason',
	'comment',
	'comments',
	'remarks',
];

/** Rejects the document, so that nobody works on it. If that fails, it stays. */
export async function putAway(
	trying: Trying,
	kind: DocumentKind,
	id: string,
	number: string,
	submitted: boolean,
): Promise<void> {
	const { api, findings } = trying;
	const asking = findings.ask('leftBehind', { document: kind });
	const reject = operationOf(`${kind}.reject`);
	const before = await stateOf(api, kind, id);
	const hasMoved = async () => (await stateOf(api, kind, id)) !== before;
	const { fieldCase } = findings.profile();
	const names = reasonFields.map((name) => inLetterCase(name, fieldCase));
	const bodies =
		reject.body === undefined
			? [undefined]
			: [Object.fromEntries(names.map((name) => [name, reason])), {}];
	let rejected = await api.again(reject.name, withBody(id, bodies[0]));
	if (rejected.kind === 'rejected' && bodies.length > 1 && !(await hasMoved())) {
		rejected = await api.again(reject.name, withBody(id, bodies[1]));
	}
	const after = await stateOf(api, kind, id);
	if (!isTaken(rejected)) {
		const values = { number, word: after ?? before ?? '' };
		asking.careful('leftAsItIs', values);
		return;
	}
	if (submitted && after !== null && after !== before) {
		learnState(trying, kind, 'rejected', after);
		learnEmpty(rejected, findings);
	}
	await findReason(trying, kind, id, names);
	asking.good('leftRejected', { number });
}

const withBody = (id: string, body: Record<string, string> | undefined) => ({
	path: { id },
	...(body === undefined ? {} : { body }),
});

async function findReason(
	{ api, findings }: Trying,
	kind: DocumentKind,
	id: string,
	names: readonly string[],
): Promise<void> {
	const read = await api.one(`${kind}.get`, { path: { id } });
	if (!read.ok || typeof read.value !== 'object' || read.value === null) return;
	const found = Object.entries(read.value).find(
		([name, value]) => names.includes(name) && value === reason,
	);
	if (found === undefined) return;
	findings.set('rejection', found[0], 'testDocument', kind);
}
