// The file in which waiting work travels: JSON that a person can read, each document with its steps in words beside the
// exact rows. Decimals are text, as everywhere; secrets are not in it.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { actionState } from '../../../shared/bridge/outbox.ts';
import {
	ExactNumber,
	parseExact,
	stringifyExact,
	type ExactJson,
} from '../../../shared/exact-json.ts';
import type { ActionRow, LaneRow } from '../outbox/action.ts';
import { readKept } from '../store/kept-json.ts';
import { labelOf } from '../outbox/lane-label.ts';
import { knownFormat } from '../store/open.ts';
import type { OpenCount, Row, WaitingDocument, Work } from '../store/handover.ts';
import { areRows, unreadableIn } from './row-schemas.ts';
import type { TravellingPhoto } from './travelling-photos.ts';

/** The version that this program writes, and the newest that it reads. */
const fileVersion = 1;

/** Columns that hold JSON; in the file they are JSON, not text in text. */
const jsonColumns = ['payload', 'base', 'evidence', 'label', 'body', 'item'];

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
	// The name of its file here.
	photo_id: z.string().regex(/^[\w-]{1,64}$/),
	account_id: z.string(),
	document_id: z.string(),
	media_type: z.literal('image/jpeg'),
	bytes: z.number().int(),
	added_at: z.number(),
	added_by: z.string(),
	caption: z.string(),
});

const head = z.looseObject({
	stillroomWork: z.number().int(),
	written: z.looseObject({ format: z.number().int() }),
});

const workFile = z.object({
	stillroomWork: z.literal(fileVersion),
	written: z.object({
		at: z.iso.datetime(),
		by: z.string(),
		program: z.string(),
		pc: z.string(),
		mode: z.enum(['copy', 'move']),
		/** Of the stillroom.db that these rows come from. */
		format: z.number().int(),
	}),
	account: z.object({ serviceUrl: z.string(), clientId: z.string(), name: z.string() }),
	documents: z.array(
		z.object({
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
		}),
	),
	drafts: z.array(
		z.object({ words: z.string(), draft: row.and(z.looseObject({ draft_id: z.string() })) }),
	),
	counts: z.array(
		z.object({
			words: z.string(),
			stocktake: row.and(z.looseObject({ stocktake_id: z.string() })),
			parts: z.record(z.string(), z.array(row)),
		}),
	),
	/** Rows that cannot be read, by table and identity: they travel as they are. */
	unreadable: z.array(z.string()),
	photos: z.array(photoRow),
	/** Photos of this work that were removed. */
	deleted: z.array(z.string()),
	/** Base64, by photo. */
	pictures: z.record(z.string(), z.base64()),
});
export type WorkFile = Omit<z.infer<typeof workFile>, 'photos' | 'pictures'> & {
	photos: TravellingPhoto[];
};

type WrittenBy = Omit<WorkFile['written'], 'format'>;

/** @param secrets are left out wherever they stand, such as in what the service said */
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
				'Work from Stillroom that is not with the service yet. To go on with it, import it at another PC: Settings, Rescue.',
			written: { ...written, format: knownFormat() },
			account: { ...account, serviceUrl: withoutPassword(account.serviceUrl) },
			documents: work.documents.map(readableDocument),
			drafts: work.drafts.map((draft) => ({ words: wordsOfDraft(draft), draft: readable(draft) })),
			counts: work.counts.map(readableCount),
			unreadable: unreadableIn(work),
			photos: photos.map(({ photo }) => photo),
			deleted,
		},
		null,
		'\t',
	);
	const pictures = photos.map(({ photo, picture }) => [photo.photo_id, picture] as const);
	// A picture may look like a secret; nothing is left out of it.
	const whole = withField(withoutSecrets(text, secrets), 'pictures', Object.fromEntries(pictures));
	return withField(whole, 'checksum', checksumOf(whole));
}

type ReadWorkFile =
	{ ok: true; file: WorkFile } | { ok: false; why: 'not-a-rescue-file' | 'newer-file' };

/** Reads a file back, JSON columns as the text that the rows hold. */
export function readWorkFile(text: string): ReadWorkFile {
	if (countValues(text) > mostValues || !isWhole(text)) {
		return { ok: false, why: 'not-a-rescue-file' };
	}
	let json: unknown;
	try {
		json = withNumbers(parseExact(text));
	} catch {
		return { ok: false, why: 'not-a-rescue-file' };
	}
	const version = head.safeParse(json);
	if (!version.success) return { ok: false, why: 'not-a-rescue-file' };
	const { stillroomWork, written } = version.data;
	// Rows of a later format may have columns and texts for which there is no place here: they would be lost.
	if (stillroomWork > fileVersion || written.format > knownFormat())
		return { ok: false, why: 'newer-file' };
	const read = workFile.safeParse(json);
	if (!read.success) return { ok: false, why: 'not-a-rescue-file' };
	const { documents, drafts, counts, photos, pictures, ...rest } = read.data;
	const file: WorkFile = {
		...rest,
		documents: documents.map((document) => ({
			...document,
			lane: asRow(document.lane),
			steps: document.steps.map((step) => ({
				...step,
				action: asRow(step.action),
				revisions: step.revisions.map(asRow),
			})),
		})),
		drafts: drafts.map((each) => ({ ...each, draft: asRow(each.draft) })),
		counts: counts.map((each) => ({
			...each,
			parts: Object.fromEntries(
				Object.entries(each.parts).map(([table, rows]) => [table, rows.map(asRow)]),
			),
		})),
		photos: photos.flatMap((photo) => {
			const picture = pictures[photo.photo_id];
			return picture === undefined ? [] : [{ photo, picture }];
		}),
	};
	return areReadable(file) ? { ok: true, file } : { ok: false, why: 'not-a-rescue-file' };
}

const areReadable = ({ documents, drafts, counts, unreadable }: WorkFile): boolean =>
	areRows({ documents, drafts: drafts.map(({ draft }) => draft), counts }, unreadable);

/** Numbers of ours are plain ones; those of the service keep the digits they were written with. */
function withNumbers(json: ExactJson | undefined): unknown {
	if (json instanceof ExactNumber) {
		return String(Number(json.text)) === json.text ? Number(json.text) : json;
	}
	if (Array.isArray(json)) return json.map(withNumbers);
	if (typeof json !== 'object' || json === null) return json;
	return Object.fromEntries(
		Object.entries(json).map(([name, value]: [string, ExactJson | undefined]) => [
			name,
			withNumbers(value),
		]),
	);
}

// ── Whole ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Of the text of the file before it had a checksum. */
const checksumOf = (text: string): string =>
	`sha256:${createHash('sha256').update(text).digest('hex')}`;

/** The file with one field more at its end. */
const withField = (file: string, name: string, value: unknown): string =>
	`${file.slice(0, file.lastIndexOf('\n}'))},\n\t"${name}": ${JSON.stringify(value)}\n}`;

/** Whether it is as it was written, letter for letter. */
function isWhole(file: string): boolean {
	const at = file.lastIndexOf(',\n\t"checksum": ');
	if (at === -1) return false;
	return file.slice(at) === withField('\n}', 'checksum', checksumOf(`${file.slice(0, at)}\n}`));
}

/** Far above what a restaurant has waiting. More of them would hold the program up for seconds. */
const mostValues = 1_000_000;

function countValues(text: string): number {
	let values = 0;
	for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) values += 1;
	return values;
}

// ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function readable(of: object): Row {
	return Object.fromEntries(
		Object.entries(of).map(([name, value]: [string, unknown]) => [
			name,
			jsonColumns.includes(name) && typeof value === 'string' ? jsonOf(value) : value,
		]),
	);
}

/** JSON that would not come back letter for letter stays text, and so does what is none any more. */
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

// ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────

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
	cancelled: 'taken back',
	superseded: 'replaced',
	dropped: 'given up',
};

function wordsOfStep(action: ActionRow, tries: number): string {
	const said = action.service_said === '' ? '' : ` The service said: ${action.service_said}`;
	return `${action.operation}: ${standingWords[action.state]} since ${instant(action.since)}, ${String(tries)} tries.${said}`;
}

const wordsOfDraft = (draft: Row): string =>
	`${text(draft['document'])} draft of ${text(draft['business_date'])}, ${text(draft['state'])}, entered by ${text(draft['entered_by']) || 'nobody named'}.`;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const instant = (at: number): string => new Date(at).toISOString();

// ── Secrets ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** The address of a service without a name and password in it. */
export function withoutPassword(address: string): string {
	const url = URL.parse(address);
	if (url === null || (url.username === '' && url.password === '')) return address;
	url.username = '';
	url.password = '';
	return url.href.replace(/\/$/, '');
}

/** What stands where a secret stood. */
const leftOut = '…';

function withoutSecrets(file: string, secrets: readonly string[]): string {
	const known = secrets
		// In the file a secret stands as JSON writes it.
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
