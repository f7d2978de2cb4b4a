// Document states: their form and meaning, from words and documents. A person is asked about the rest.
import Big from 'big.js';
import { z } from 'zod';
import type { Phase } from '../../../shared/bridge/values.ts';
import { isKindName, kinds as declared } from '../../../shared/document/kinds.ts';
import { receivings, receivingsOf } from '../../../shared/document/receiving.ts';
import { ExactNumber } from '../../../shared/exact-json.ts';
import {
	documentKinds,
	phaseOf,
	plainState,
	stateWordOf,
	type DocumentKind,
} from '../../../shared/service/profile.ts';
import { wireNameOf } from '../../../shared/service/wire.ts';
import type { Findings } from './findings.ts';
import { documentLists, type FoundList } from './forms.ts';

const shownDocument = z.looseObject({
	id: z.string(),
	status: z.string(),
	number: z.string().optional(),
	date: z.string().optional(),
	returnDate: z.string().optional(),
	locationId: z.string().optional(),
	fromLocationId: z.string().optional(),
	toLocationId: z.string().optional(),
	items: z
		.array(
			z.looseObject({
				quantity: z.string().optional(),
				quantityFulfilled: z.string().optional(),
				quantityReceived: z.string().optional(),
			}),
		)
		.optional(),
});
type Shown = z.output<typeof shownDocument>;

type Documents = ReturnType<typeof documentsIn>;

export function documentsIn(rows: (list: string) => readonly unknown[]) {
	const locations = new Map(
		rows('location.list').flatMap((row) => {
			const read = z.looseObject({ id: z.string(), name: z.string() }).safeParse(row).data;
			return read === undefined ? [] : [[read.id, read.name] as const];
		}),
	);
	return {
		of: (kind: DocumentKind) =>
			rows(`${kind}.list`).flatMap((row) => shownDocument.safeParse(row).data ?? []),
		location: (locationId: string | undefined) =>
			locationId === undefined ? undefined : locations.get(locationId),
	};
}

export function findStateForm(lists: readonly FoundList[], findings: Findings): void {
	const asking = findings.ask('stateForm', { by: documentLists });
	const states = documentKinds.flatMap((kind) => {
		const list = lists.find(({ name }) => name === `${kind}.list`);
		if (list === undefined) return [];
		const field = wireNameOf(list.schema, 'status', findings.profile());
		return list.rows.flatMap((row) => row[field] ?? []);
	});
	if (states.length === 0) {
		asking.open('noRows');
		return;
	}
	const isInteger = states.every((state) => state instanceof ExactNumber);
	findings.set('stateForm', isInteger ? 'integer' : 'string', 'lists');
	asking.good(isInteger ? 'integer' : 'text');
}

export function nameStates(documents: Documents, findings: Findings): void {
	const open: { document: DocumentKind; word: string }[] = [];
	for (const document of documentKinds) {
		const asking = findings.ask('states', { document, by: [`${document}.list`] });
		const words = [...new Set(documents.of(document).map(({ status }) => status))].sort();
		const isUnknown = (word: string) => phaseOf(findings.profile(), document, word) === 'unknown';
		for (const word of words) {
			const meant = isUnknown(word)
				? (meantElsewhere(document, word, findings) ??
					meantByLines(documents.of(document), document, word, findings))
				: phaseOf(findings.profile(), document, word);
			// A request names a state by its first word: one that the service uses.
			const isSent = words.includes(stateWordOf(findings.profile(), document, meant ?? 'unknown'));
			if (meant !== null && !isSent) findings.learnState(document, meant, word);
		}
		const unknown = words.filter(isUnknown);
		open.push(...unknown.map((word) => ({ document, word })));
		if (words.length === 0) asking.open('noRows');
		else if (unknown.length === 0) {
			if (findings.sourceOf('states', document) === null) {
				findings.found('states', 'lists', document);
			}
			asking.good('statesKnown', { words: words.join(', ') });
		} else {
			asking.careful('statesUnknown', { words: unknown.join(', ') });
		}
	}
	askForStates(documents, open, findings);
}

/** A word means the same for every document kind; a number may not. */
function meantElsewhere(document: DocumentKind, word: string, findings: Findings): Phase | null {
	const profile = findings.profile();
	if (profile.stateForm === 'integer') return null;
	const meanings = new Set(
		documentKinds
			.filter((other) => other !== document)
			.map((other) => phaseOf(profile, other, word))
			.filter((phase) => phase !== 'unknown'),
	);
	const [only] = meanings;
	return meanings.size === 1 ? (only ?? null) : null;
}

/** The meaning shown by a transfer's lines, if all documents in this state agree and no other state means it. */
function meantByLines(
	shown: readonly Shown[],
	document: DocumentKind,
	word: string,
	findings: Findings,
): Phase | null {
	const [name] = receivingsOf(document);
	if (name === undefined) return null;
	const { stock } = receivings[name];
	const meanings = new Set(
		shown.filter(({ status }) => status === word).map((each) => phaseOfLines(each, stock)),
	);
	const [only] = meanings;
	if (meanings.size !== 1 || only === undefined || only === null) return null;
	const isTaken = shown.some(
		({ status }) => phaseOf(findings.profile(), document, status) === only,
	);
	return isTaken ? null : only;
}

function phaseOfLines({ items = [] }: Shown, stock: 'in' | 'out'): Phase | null {
	const number = (text: string | undefined) => new Big(text ?? '0');
	const lines = items.map(({ quantity, quantityFulfilled, quantityReceived }) => ({
		asked: number(quantity),
		left: number(quantityFulfilled),
		came: number(quantityReceived),
	}));
	if (lines.length === 0) return null;
	const some = (part: 'left' | 'came') => lines.some(({ [part]: sum }) => sum.gt(0));
	const all = (part: 'left' | 'came') =>
		some(part) && lines.every(({ asked, [part]: sum }) => sum.gte(asked));
	if (stock === 'out') return all('left') && !some('came') ? 'fulfilled' : null;
	if (all('came')) return 'received';
	return some('came') ? 'partly-received' : null;
}

/** One question per word. Numbers are asked per document kind, as their meaning may differ. */
function askForStates(
	documents: Documents,
	open: readonly { document: DocumentKind; word: string }[],
	findings: Findings,
): void {
	const isShared = findings.profile().stateForm !== 'integer';
	const groups = new Map<string, { word: string; kinds: DocumentKind[] }>();
	for (const { document, word } of open) {
		const key = isShared ? plainState(word) : `${document}:${word}`;
		const group = groups.get(key) ?? { word, kinds: [] };
		group.kinds.push(document);
		groups.set(key, group);
	}
	for (const { word, kinds } of groups.values()) {
		const paths = kinds.map((kind) => `states.${kind}`);
		findings.questions.push({
			key: `${paths.join('+')}:${word}`,
			about: 'state',
			paths,
			values: { word },
			choices: phasesOf(kinds),
			seen: kinds
				.flatMap((kind) => documents.of(kind).filter(({ status }) => status === word))
				.slice(0, 4)
				.map((each) => inBrief(each, documents)),
		});
	}
}

function phasesOf(kinds: readonly DocumentKind[]): Phase[] {
	const common: Phase[] = ['draft', 'submitted', 'approved', 'rejected'];
	const isPlain = kinds.every(
		(kind) =>
			kind === 'production' || (isKindName(kind) && !('finalized' in declared[kind].phases)),
	);
	return isPlain
		? common
		: [...common, 'finalized', 'in-transit', 'partly-received', 'received', 'fulfilled'];
}

const inBrief = (shown: Shown, { location }: Documents): string =>
	[
		shown.number ?? shown.id,
		(shown.date ?? shown.returnDate)?.slice(0, 10),
		location(shown.locationId),
		[location(shown.fromLocationId), location(shown.toLocationId)].filter(Boolean).join(' → '),
	]
		.filter(Boolean)
		.join(' · ');
