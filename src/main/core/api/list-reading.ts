// Reads a list page by page. Only complete with proof (docs/service-profile.md, "Whole lists").
import type { z } from 'zod';
import { openList } from '../../../shared/service/envelope.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import type { Incomplete } from '../../../shared/bridge/app.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { codecOf, type Clocks, type WireProblem } from '../../../shared/service/wire.ts';
import type { Clock } from '../ports.ts';
import type { Answer } from './answer.ts';
import { addressOf, keyOfRow, nextLink, toldInHeader } from './list-page.ts';
import {
	listProgress,
	type PageAsk,
	type PageSigns,
	type SeenOfList,
	type SeenOfService,
	type Step,
} from './list-progress.ts';
import { eachInTurns } from './rows.ts';
import type { ListRead, ListReader, UnreadableRow } from './service-api.ts';
import type { ReadFailure, ReadResult } from './verdict.ts';

export type ListOperation = Operation & { answer: { kind: 'list'; schema: z.core.$ZodType } };

export interface ReadInput {
	path?: Record<string, string>;
	query?: Record<string, string | undefined>;
}

interface ListReadingOptions {
	profile: ServiceProfile;
	serviceUrl: string;
	clock: Pick<Clock, 'after'>;
	/** undefined: instants without a zone are UTC. */
	clocks?: Clocks | undefined;
	readOnce(operation: Operation, input: ReadInput, ask: PageAsk): Promise<ReadResult<Answer>>;
	count(list: string): Promise<number | null>;
	unreadable(operation: string, status: number, problems: WireProblem[]): ReadFailure;
}

interface Page extends PageSigns {
	rows: readonly unknown[];
	unreadable: readonly UnreadableRow[];
	tellsNext: boolean;
}

/** A count can still prove these lists complete. */
const mayBeWhole: readonly Incomplete['code'][] = ['repeats', 'not-proved'];

const stepAfter = (
	{ kind, status }: ReadFailure,
	progress: ReturnType<typeof listProgress>,
): Step | null => (kind === 'refused' || kind === 'not-found' ? progress.refused(status) : null);

export function createListReading(options: ListReadingOptions) {
	const { profile, serviceUrl, clock, readOnce } = options;
	const { paging, lists } = profile;
	const seenOf = new Map<string, SeenOfList>();
	const service: SeenOfService = { namesNext: false, totalsAreWhole: false, cap: null };

	const readPage = async (
		operation: ListOperation,
		input: ReadInput,
		ask: PageAsk,
	): Promise<ReadResult<Page>> => {
		const read = await readOnce(operation, input, ask);
		if (!read.ok) return read;
		const { status, json, headers } = read.value;
		const list = openList(json, profile);
		if (!list) {
			const said = 'The answer holds no list.';
			return { ok: false, kind: 'unreadable', status, said, waitUntil: null };
		}
		const codec = codecOf(operation.answer.schema, profile);
		const rows: unknown[] = [];
		const keys: string[] = [];
		const unreadable: UnreadableRow[] = [];
		const problems: WireProblem[] = [];
		await eachInTurns(
			list.rows,
			(json, index) => {
				const wrong: WireProblem[] = [];
				const row = codec.read(json, '', wrong, options.clocks);
				keys.push(keyOfRow(row, json));
				const [problem] = wrong;
				if (problem === undefined) {
					rows.push(row);
					return;
				}
				const { path, expected } = problem;
				unreadable.push({ place: index + 1, row, field: path.replace(/^\./, ''), expected });
				problems.push({ path: `$[${String(index)}]${path}`, expected });
			},
			clock,
		);
		// If no row at all is readable, the profile is wrong, not the rows.
		if (problems.length > 0 && rows.length === 0) {
			return options.unreadable(operation.name, status, problems);
		}
		const link = nextLink(headers.get('link'), serviceUrl);
		const { next: inBody } = list;
		const next =
			inBody === null
				? link.next
				: paging.style === 'cursor'
					? { cursor: inBody }
					: addressOf(inBody, serviceUrl);
		const total = list.total ?? toldInHeader(headers, lists.totalHeader);
		const tellsNext = list.tellsNext || link.told;
		return { ...read, value: { rows, keys, unreadable, total, next, tellsNext } };
	};

	const counted = async (
		operation: ListOperation,
		{ query }: ReadInput,
		progress: ReturnType<typeof listProgress>,
	) => {
		const isPart = Object.values(query ?? {}).some((value) => value !== undefined);
		const count = isPart ? null : await options.count(operation.name);
		if (count !== null && count === progress.distinct()) progress.seen().countedRows = count;
		return count;
	};

	/** Requests a page too small for all rows, to see whether the service names the next page. */
	const seeNextNamed = async (operation: ListOperation, input: ReadInput, rows: number) => {
		if (rows < 2) return;
		const query = { [paging.sizeParameter]: String(rows - 1) };
		const read = await readPage(operation, input, { query });
		if (read.ok && read.value.next !== null) service.namesNext = true;
	};

	const stopsAtCap = async (
		operation: ListOperation,
		input: ReadInput,
		progress: ReturnType<typeof listProgress>,
	): Promise<Incomplete | null> => {
		const [rows, seen] = [progress.distinct(), progress.seen()];
		if (rows === 0 || progress.endsShort() || seen.countedRows === rows) return null;
		const count = await counted(operation, input, progress);
		if (count !== null && count > rows) {
			service.cap = rows;
			return { ...progress.incomplete('fewer-than-told'), told: count };
		}
		return count === null && service.cap === rows ? progress.incomplete('not-proved') : null;
	};

	/** Why the end of a list does not prove that it is complete; null if it does. */
	const judge = async (
		operation: ListOperation,
		input: ReadInput,
		progress: ReturnType<typeof listProgress>,
		end: (Step & { kind: 'end' })['incomplete'],
	): Promise<Incomplete | null> => {
		if (end === null) return null;
		if (end === 'no-next') {
			if (!service.namesNext) await seeNextNamed(operation, input, progress.came());
			if (service.namesNext) return null;
		} else if (end !== 'stated' && !mayBeWhole.includes(end.code)) return end;
		const count = await counted(operation, input, progress);
		if (count === progress.distinct() || (count === null && end === 'stated')) return null;
		if (end === 'stated') return { ...progress.incomplete('fewer-than-told'), told: count };
		return end === 'no-next' ? progress.incomplete('not-proved') : end;
	};

	return async (
		operation: ListOperation,
		input: ReadInput,
		reader?: ListReader<unknown>,
	): Promise<ReadResult<ListRead<unknown>>> => {
		const unseen = { size: paging.size, kept: false, totalWasRight: false, countedRows: null };
		const progress = listProgress(paging, seenOf.get(operation.name) ?? unseen, service);
		const rows: unknown[] = [];
		const unreadable: UnreadableRow[] = [];
		let first: number | null = null;
		let oldest: number | null = null;
		const coming = new Map<string, Promise<ReadResult<Page>>>();
		const begin = (ask: PageAsk): Promise<ReadResult<Page>> => {
			const begun = readPage(operation, input, ask);
			// A page requested ahead may never be awaited.
			begun.catch(() => undefined);
			coming.set(JSON.stringify(ask), begun);
			return begun;
		};

		for (let ask = progress.first(); ;) {
			const key = JSON.stringify(ask);
			const read: ReadResult<Page> = await (coming.get(key) ?? begin(ask));
			coming.delete(key);
			if (!read.ok && read.kind === 'wait' && read.waitUntil !== null) {
				if (await reader?.onWait?.(read.waitUntil)) continue;
			}
			const place = progress.came();
			let step: Step | null;
			if (read.ok) {
				if (read.value.tellsNext) service.namesNext = true;
				step = progress.took(read.value);
			} else {
				step = stepAfter(read, progress);
				if (step === null) {
					await Promise.allSettled(coming.values());
					return read;
				}
			}
			// Requests the next page while this one is saved; more pages only if the caller waits for the list.
			if (step.kind === 'next') {
				for (const each of step.ahead(reader === undefined ? paging.pagesAtOnce : 1)) {
					if (!coming.has(JSON.stringify(each))) void begin(each);
				}
			}
			if (read.ok) {
				// All pages count as read when the first began: changes in between may already be missing.
				first ??= read.readNo;
				if (read.serverDate !== null) oldest = Math.min(oldest ?? Infinity, read.serverDate);
				for (const each of read.value.unreadable) {
					unreadable.push({ ...each, place: place + each.place });
				}
				if (reader) await reader.onPage(read.value.rows, first);
				else rows.push(...read.value.rows);
			}
			if (step.kind === 'next') {
				({ ask } = step);
				continue;
			}
			const missing =
				(await judge(operation, input, progress, step.incomplete)) ??
				(await stopsAtCap(operation, input, progress));
			if (missing === null) seenOf.set(operation.name, progress.seen());
			const incomplete =
				missing ?? (unreadable.length > 0 ? progress.incomplete('rows-unreadable') : null);
			const value = {
				...{ rows, complete: incomplete === null },
				...{ whole: missing === null, incomplete, unreadable },
			};
			return { ok: true, readNo: first ?? 0, serverDate: oldest, value };
		}
	};
}
