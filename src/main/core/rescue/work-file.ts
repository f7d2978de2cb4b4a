// The file format for waiting work: JSON with each document in words beside its exact rows. Contains no secrets.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { actionState } from '../../../shared/bridge/outbox.ts';
import {
	parseExact,
	parseStoredInPieces,
	stringifyExact,
	type ExactJson,
} from '../../../shared/exact-json.ts';
import type { ActionRow, LaneRow } from '../outbox/action.ts';
import { keptTables } from '../store/durable-tables.ts';
import { readKept } from '../store/kept-json.ts';
import { labelOf } from '../outbox/lane-label.ts';
import { knownFormat } from '../store/open.ts';
import type { OpenCount, Row, WaitingDocument, Work } from '../store/work-tables.ts';
import { atOnce, type Pieces } from '../turns.ts';
import { areRows, unreadableIn } from './row-schemas.ts';
import type { TravellingPhoto } from './travelling-photos.ts';

/** The version this program writes, and the newest it reads. */
const fileVersion = 1;

/** Columns with JSON, which the file contains as JSON instead of text. */
const jsonColumns = ['payload', 'base', 'baseline', 'lookup', 'label', 'body', 'item'];

const row = z.record(z.string(), z.unknown());
const documentRow = z.looseObject({
	lane_id: z.string(),
	account_id: z.string(),
	document: z.string(),
	document_id: z.string(),
});
const stepRow = z.looseObject({
	action_id: z.string(),
	intent_id: z.string(),
	lane_id: z.string(),
	state: actionState,
	revision: z.number().int(),
	operation: z.string(),
	payload_version: z.number().int(),
});

const photoRow = z.object({
	// Used as a file name here.
	photo_id: z.string().regex(/^[\w-]{1,64}$/),
	account_id: z.string(),
	document_id: z.string(),
	media_type: z.literal('image/jpeg'),
	bytes: z.number().int(),
	added_at: z.number(),
	added_by: z.string(),
});

const head = z.looseObject({
	stillroomWork: z.number().int(),
	written: z.looseObject({ format: z.number().int() }),
});

const documentShape = z.object({
	words: z.string(),
	lane: documentRow,
	steps: z.array(
		z.object({
			words: z.string(),
			action: stepRow,
			revisions: z.array(row),
			attempts: z.array(row),
			events: z.array(row),
		}),
	),
});

const draftShape = z.object({
	words: z.string(),
	draft: row.and(z.looseObject({ draft_id: z.string() })),
});

const countShape = z.object({
	words: z.string(),
	stocktake: row.and(z.looseObject({ stocktake_id: z.string() })),
	parts: z.record(z.string(), z.array(z.unknown())),
});

const frame = z.object({
	stillroomWork: z.literal(fileVersion),
	written: z.object({
		at: z.iso.datetime(),
		by: z.string(),
		program: z.string(),
		pc: z.string(),
		mode: z.enum(['copy', 'move']),
		/** The format of the stillroom.db that the rows come from. */
		format: z.number().int(),
	}),
	account: z.object({ serviceUrl: z.string(), clientId: z.string(), name: z.string() }),
	documents: z.array(z.unknown()),
	drafts: z.array(z.unknown()),
	counts: z.array(z.unknown()),
	kept: z.record(z.enum(keptTables), z.array(row)),
	unreadable: z.array(z.string()),
	photos: z.array(photoRow),
	deleted: z.array(z.string()),
	pictures: z.record(z.string(), z.unknown()),
});

type Count = Omit<z.infer<typeof countShape>, 'parts'> & { parts: Record<string, Row[]> };

export type WorkFile = Omit<
	z.infer<typeof frame>,
	'documents' | 'drafts' | 'counts' | 'photos' | 'pictures'
> & {
	documents: z.infer<typeof documentShape>[];
	drafts: z.infer<typeof draftShape>[];
	counts: Count[];
	photos: TravellingPhoto[];
};

type WrittenBy = Omit<WorkFile['written'], 'format'>;

/** @param secrets left out everywhere, including the service's messages */
export function writeWorkFile(
	written: WrittenBy,
	account: WorkFile['account'],
	{
		photos,
		deleted,
		...work
	}: Work & { photos: readonly TravellingPhoto[]; deleted: readonly string[] },
	secrets: readonly string[],
): string {
	const text = JSON.stringify(
		{
			stillroomWork: fileVersion,
			about:
				'Unsent work from Stillroom. To continue it, import this file on another PC: Settings, Rescue.',
			written: { ...written, format: knownFormat() },
			account: { ...account, serviceUrl: withoutPassword(account.serviceUrl) },
			documents: work.documents.map(readableDocument),
			drafts: work.drafts.map((draft) => ({ words: wordsOfDraft(draft), draft: readable(draft) })),
			counts: work.counts.map(readableCount),
			kept: work.kept,
			unreadable: unreadableIn(work),
			photos: photos.map(({ photo }) => photo),
			deleted,
		},
		null,
		'\t',
	);
	const pictures = photos.map(({ photo, picture }) => [photo.photo_id, picture] as const);
	// Added after the redaction: a picture may look like a secret.
	const whole = withField(withoutSecrets(text, secrets), 'pictures', Object.fromEntries(pictures));
	return withField(whole, 'checksum', checksumOf(whole));
}

type ReadWorkFile =
	{ ok: true; file: WorkFile } | { ok: false; why: 'not-a-rescue-file' | 'newer-file' };

const notOurs = { ok: false, why: 'not-a-rescue-file' } as const;

export const readWorkFile = (text: string): ReadWorkFile => atOnce(readingWorkFile(text));

/** Like `readWorkFile`, in short pieces, because a file may be long. */
export function* readingWorkFile(text: string): Pieces<ReadWorkFile> {
	if (hasTooManyValues(text)) return notOurs;
	yield;
	if (!(yield* isWhole(text))) return notOurs;
	yield;
	let json: unknown;
	try {
		json = yield* parseStoredInPieces(text);
	} catch {
		return notOurs;
	}
	const version = head.safeParse(json);
	if (!version.success) return notOurs;
	const { stillroomWork, written } = version.data;
	// Columns of a later format have no place here and would be lost.
	if (stillroomWork > fileVersion || written.format > knownFormat())
		return { ok: false, why: 'newer-file' };
	try {
		const file = yield* readParts(frame.parse(json));
		const rows = { ...file, drafts: file.drafts.map(({ draft }) => draft) };
		return (yield* areRows(rows, file.unreadable)) ? { ok: true, file } : notOurs;
	} catch (error) {
		if (error instanceof z.ZodError) return notOurs;
		throw error;
	}
}

/** @throws ZodError if a part is invalid */
function* readParts(file: z.infer<typeof frame>): Pieces<WorkFile> {
	const { photos, pictures, ...rest } = file;
	const travelling: TravellingPhoto[] = [];
	for (const photo of photos) {
		const picture = pictures[photo.photo_id];
		if (picture !== undefined) travelling.push({ photo, picture: z.base64().parse(picture) });
		yield;
	}
	return {
		...rest,
		documents: yield* readEach(file.documents, readDocument),
		drafts: yield* readEach(file.drafts, (each) => {
			const { words, draft } = draftShape.parse(each);
			return { words, draft: asRow(draft) };
		}),
		counts: yield* readCounts(file.counts),
		photos: travelling,
	};
}

function* readCounts(counts: readonly unknown[]): Pieces<Count[]> {
	const all: Count[] = [];
	for (const each of counts) {
		const { parts, ...count } = countShape.parse(each);
		const read: Count['parts'] = {};
		for (const [table, rows] of Object.entries(parts)) {
			read[table] = yield* readEach(rows, (line) => asRow(row.parse(line)));
		}
		all.push({ ...count, parts: read });
	}
	return all;
}

function* readEach<Part>(parts: readonly unknown[], read: (part: unknown) => Part): Pieces<Part[]> {
	const all: Part[] = [];
	for (const part of parts) {
		all.push(read(part));
		yield;
	}
	return all;
}

function readDocument(part: unknown): WorkFile['documents'][number] {
	const { lane, steps, words } = documentShape.parse(part);
	return {
		words,
		lane: asRow(lane),
		steps: steps.map((step) => ({
			...step,
			action: asRow(step.action),
			revisions: step.revisions.map(asRow),
		})),
	};
}

const checksumOf = (text: string): string => atOnce(checksumming([text]));

const pieceLength = 1024 * 1024;

function* checksumming(texts: readonly string[]): Pieces<string> {
	const hash = createHash('sha256');
	for (const text of texts) {
		for (let from = 0; from < text.length;) {
			// Keeps surrogate pairs together.
			const end =
				from + pieceLength + (/[\uD800-\uDBFF]/.test(text.charAt(from + pieceLength - 1)) ? 1 : 0);
			hash.update(text.slice(from, end));
			from = end;
			yield;
		}
	}
	return `sha256:${hash.digest('hex')}`;
}

const withField = (file: string, name: string, value: unknown): string =>
	`${file.slice(0, file.lastIndexOf('\n}'))},\n\t"${name}": ${JSON.stringify(value)}\n}`;

function* isWhole(file: string): Pieces<boolean> {
	const at = file.lastIndexOf(',\n\t"checksum": ');
	if (at === -1) return false;
	const checksum = yield* checksumming([file.slice(0, at), '\n}']);
	return file.slice(at) === withField('\n}', 'checksum', checksum);
}

/** Far more than a restaurant's waiting work; more would block the program for seconds. */
const mostValues = 1_000_000;

function hasTooManyValues(text: string): boolean {
	let values = 0;
	for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) {
		values += 1;
		if (values > mostValues) return true;
	}
	return false;
}

function readable(of: object): Row {
	return Object.fromEntries(
		Object.entries(of).map(([name, value]: [string, unknown]) => [
			name,
			jsonColumns.includes(name) && typeof value === 'string' ? jsonOf(value) : value,
		]),
	);
}

/** JSON that would not be restored letter for letter stays text, and so does invalid JSON. */
function jsonOf(text: string): ExactJson {
	const json = readKept(text) === undefined ? text : parseExact(text);
	return stringifyExact(json) === text && typeof json !== 'string' ? json : text;
}

function asRow<Of extends Row>(of: Of): Of {
	const text = Object.entries(of)
		.filter(
			([name, value]) => jsonColumns.includes(name) && typeof value === 'object' && value !== null,
		)
		.map(([name, value]) => [name, JSON.stringify(value)] as const);
	return { ...of, ...Object.fromEntries(text) };
}

const readableDocument = ({ lane, steps }: WaitingDocument) => ({
	words: wordsOfLane(lane),
	lane: readable(lane),
	steps: steps.map(({ action, revisions, attempts, events }) => ({
		words: wordsOfStep(action, attempts.length),
		action: readable(action),
		revisions: revisions.map(readable),
		attempts,
		events,
	})),
});

const readableCount = ({ stocktake, parts }: OpenCount) => ({
	words: `Count "${text(stocktake['name'])}" of ${text(stocktake['business_date'])}, ${text(stocktake['state'])}: ${String(parts['stocktake_line']?.length ?? 0)} lines, ${String(parts['count_box']?.length ?? 0)} boxes filled.`,
	stocktake,
	parts: Object.fromEntries(
		Object.entries(parts).map(([table, rows]) => [table, rows.map(readable)]),
	),
});

function wordsOfLane(lane: LaneRow): string {
	const { title, lines } = labelOf(lane);
	const number = lane.server_number ?? lane.server_id;
	return `${lane.document}${title === '' ? '' : ` "${title}"`}, ${String(lines)} lines, entered by ${lane.created_by || 'nobody named'} on ${instant(lane.created_at)}${number === null ? '' : `, at the service ${number}`}.`;
}

const standingWords: Readonly<Record<ActionRow['state'], string>> = {
	held: 'not sent yet',
	queued: 'not sent yet',
	waiting: 'not sent yet',
	sending: 'not confirmed',
	ambiguous: 'not confirmed',
	verifying: 'not confirmed',
	confirmed: 'done',
	attention: 'needs a person',
	'stale-review': 'needs a person, because it is old',
	'held-newer-version': 'written by a newer Stillroom',
	cancelled: 'undone',
	superseded: 'replaced',
	discarded: 'discarded',
};

function wordsOfStep(action: ActionRow, tries: number): string {
	const said = action.service_said === '' ? '' : ` The service said: ${action.service_said}`;
	return `${action.operation}: ${standingWords[action.state]} since ${instant(action.since)}, ${String(tries)} tries.${said}`;
}

const wordsOfDraft = (draft: Row): string =>
	`${text(draft['document'])} draft of ${text(draft['business_date'])}, ${text(draft['state'])}, entered by ${text(draft['entered_by']) || 'nobody named'}.`;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const instant = (at: number): string => new Date(at).toISOString();

export function withoutPassword(address: string): string {
	const url = URL.parse(address);
	if (url === null || (url.username === '' && url.password === '')) return address;
	url.username = '';
	url.password = '';
	return url.href.replace(/\/$/, '');
}

const leftOut = '…';

function withoutSecrets(file: string, secrets: readonly string[]): string {
	const known = secrets
		// In the file, secrets are JSON-escaped.
		.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
		.filter((secret) => secret.length >= 4)
		.reduce((kept, secret) => kept.replaceAll(secret, leftOut), file);
	return known
		.replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${leftOut}`)
		.replace(
			/((?:access_?token|refresh_?token|client_?secret|password)\\?["']?\s*[:=]\s*\\?["']?)[^\s"'\\&,}]+/gi,
			`$1${leftOut}`,
		);
}
