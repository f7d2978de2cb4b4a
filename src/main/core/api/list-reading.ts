// Reads a list page by page. Only complete with proof (docs/service-profile.md, "Whole lists").
import { inOwnWords } from '../../../shared/bridge/own-words.ts';
import type { z } from 'zod';
import type { ExactJson } from '../../../shared/exact-json.ts';
import { openList } from '../../../shared/service/envelope.ts';
import type { Operation } from '../../../shared/service/operation.ts';
import type { Incomplete } from '../../../shared/bridge/app.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { codecOf, type Clocks, type WireProblem } from '../../../shared/service/wire.ts';
import type { Clock } from '../ports.ts';
import type { Answer } from './answer.ts';
import { addressOf, keyOfRow, nextLink, toldInHeader } from './list-page.ts';
import {
	ListProgress,
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

type Asked = readonly [operation: ListOperation, input: ReadInput];

export class ListReading {
	readonly #options: ListReadingOptions;
	readonly #seenOf = new Map<string, SeenOfList>();
	readonly #service: SeenOfService = { namesNext: false, totalsAreWhole: false, cap: null };

	constructor(options: ListReadingOptions) {
		this.#options = options;
	}

	/** @param reader gets each page instead of the result's rows; then only one page is requested ahead */
	async read(
		operation: ListOperation,
		input: ReadInput,
		reader?: ListReader<unknown>,
	): Promise<ReadResult<ListRead<unknown>>> {
		const { paging } = this.#options.profile;
		const progress = this.#begun(operation);
		const rows: unknown[] = [];
		const unreadable: UnreadableRow[] = [];
		let first: number | null = null;
		let oldest: number | null = null;
		const pages = new PagesAhead((ask) => this.#readPage(operation, input, ask));

		for (let ask = progress.first(); ;) {
			const read = await pages.take(ask);
			if (!read.ok && read.kind === 'wait' && read.waitUntil !== null) {
				if (await reader?.onWait?.(read.waitUntil)) continue;
			}
			const place = progress.came();
			let step: Step | null;
			if (read.ok) {
				if (read.value.tellsNext) this.#service.namesNext = true;
				step = progress.took(read.value);
			} else {
				step = stepAfter(read, progress);
				if (step === null) {
					await pages.end();
					return read;
				}
			}
			// Requests the next page while this one is saved; more pages only if the caller waits for the list.
			if (step.kind === 'next') {
				pages.begin(step.ahead(reader === undefined ? paging.pagesAtOnce : 1));
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
				(await this.#judge([operation, input], progress, step.incomplete)) ??
				(await this.#stopsAtCap([operation, input], progress));
			if (missing === null) this.#seenOf.set(operation.name, progress.seen());
			const incomplete =
				missing ?? (unreadable.length > 0 ? progress.incomplete('rows-unreadable') : null);
			const value = {
				rows,
				complete: incomplete === null,
				whole: missing === null,
				incomplete,
				unreadable,
			};
			return { ok: true, readNo: first ?? 0, serverDate: oldest, value };
		}
	}

	async first(operation: ListOperation, input: ReadInput): Promise<ReadResult<readonly unknown[]>> {
		const read = await this.#readPage(operation, input, this.#begun(operation).first());
		return read.ok ? { ...read, value: read.value.rows } : read;
	}

	#begun({ name }: ListOperation): ListProgress {
		const { paging } = this.#options.profile;
		const unseen = { size: paging.size, kept: false, totalWasRight: false, countedRows: null };
		return new ListProgress(paging, this.#seenOf.get(name) ?? unseen, this.#service);
	}

	async #readPage(
		operation: ListOperation,
		input: ReadInput,
		ask: PageAsk,
	): Promise<ReadResult<Page>> {
		const { profile, serviceUrl } = this.#options;
		const read = await this.#options.readOnce(operation, input, ask);
		if (!read.ok) return read;
		const { status, json, headers } = read.value;
		const list = openList(json, profile);
		if (!list) {
			const said = inOwnWords('wrongForm', 'a list');
			return { ok: false, kind: 'unreadable', status, said, waitUntil: null };
		}
		const { rows, keys, unreadable, problems } = await this.#readRows(operation, list.rows);
		// If no row at all is readable, the profile is wrong, not the rows.
		if (problems.length > 0 && rows.length === 0) {
			return this.#options.unreadable(operation.name, status, problems);
		}
		const link = nextLink(headers.get('link'), serviceUrl);
		const { next: inBody } = list;
		const next =
			inBody === null
				? link.next
				: profile.paging.style === 'cursor'
					? { cursor: inBody }
					: addressOf(inBody, serviceUrl);
		const total = list.total ?? toldInHeader(headers, profile.lists.totalHeader);
		const tellsNext = list.tellsNext || link.told;
		return { ...read, value: { rows, keys, unreadable, total, next, tellsNext } };
	}

	async #readRows({ answer }: ListOperation, found: readonly ExactJson[]) {
		const { profile, clock, clocks } = this.#options;
		const codec = codecOf(answer.schema, profile);
		const rows: unknown[] = [];
		const keys: string[] = [];
		const unreadable: UnreadableRow[] = [];
		const problems: WireProblem[] = [];
		await eachInTurns(
			found,
			(json, index) => {
				const wrong: WireProblem[] = [];
				const row = codec.read(json, '', wrong, clocks);
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
		return { rows, keys, unreadable, problems };
	}

	/** Why the end of a list does not prove that it is complete; null if it does. */
	async #judge(
		asked: Asked,
		progress: ListProgress,
		end: (Step & { kind: 'end' })['incomplete'],
	): Promise<Incomplete | null> {
		if (end === null) return null;
		if (end === 'no-next') {
			if (!this.#service.namesNext) await this.#seeNextNamed(asked, progress.came());
			if (this.#service.namesNext) return null;
		} else if (end !== 'stated' && !mayBeWhole.includes(end.code)) return end;
		const count = await this.#counted(asked, progress);
		if (count === progress.distinct() || (count === null && end === 'stated')) return null;
		if (end === 'stated') return { ...progress.incomplete('fewer-than-told'), told: count };
		return end === 'no-next' ? progress.incomplete('not-proved') : end;
	}

	async #stopsAtCap(asked: Asked, progress: ListProgress): Promise<Incomplete | null> {
		const [rows, seen] = [progress.distinct(), progress.seen()];
		if (rows === 0 || progress.endsShort() || seen.countedRows === rows) return null;
		const count = await this.#counted(asked, progress);
		if (count !== null && count > rows) {
			this.#service.cap = rows;
			return { ...progress.incomplete('fewer-than-told'), told: count };
		}
		const isCapped = count === null && this.#service.cap === rows;
		return isCapped ? progress.incomplete('not-proved') : null;
	}

	async #counted([operation, { query }]: Asked, progress: ListProgress): Promise<number | null> {
		const isPart = Object.values(query ?? {}).some((value) => value !== undefined);
		const count = isPart ? null : await this.#options.count(operation.name);
		if (count !== null && count === progress.distinct()) progress.seen().countedRows = count;
		return count;
	}

	/** Requests a page too small for all rows, to see whether the service names the next page. */
	async #seeNextNamed([operation, input]: Asked, rows: number): Promise<void> {
		if (rows < 2) return;
		const { sizeParameter } = this.#options.profile.paging;
		const query = { [sizeParameter]: String(rows - 1) };
		const read = await this.#readPage(operation, input, { query });
		if (read.ok && read.value.next !== null) this.#service.namesNext = true;
	}
}

class PagesAhead {
	readonly #read: (ask: PageAsk) => Promise<ReadResult<Page>>;
	readonly #coming = new Map<string, Promise<ReadResult<Page>>>();

	constructor(read: (ask: PageAsk) => Promise<ReadResult<Page>>) {
		this.#read = read;
	}

	begin(asks: readonly PageAsk[]): void {
		for (const ask of asks) {
			if (!this.#coming.has(JSON.stringify(ask))) void this.#begin(ask);
		}
	}

	async take(ask: PageAsk): Promise<ReadResult<Page>> {
		const key = JSON.stringify(ask);
		const read = await (this.#coming.get(key) ?? this.#begin(ask));
		this.#coming.delete(key);
		return read;
	}

	async end(): Promise<void> {
		await Promise.allSettled(this.#coming.values());
	}

	#begin(ask: PageAsk): Promise<ReadResult<Page>> {
		const begun = this.#read(ask);
		// A page requested ahead may never be awaited.
		begun.catch(() => undefined);
		this.#coming.set(JSON.stringify(ask), begun);
		return begun;
	}
}

const stepAfter = ({ kind, status }: ReadFailure, progress: ListProgress): Step | null =>
	kind === 'refused' || kind === 'not-found' ? progress.refused(status) : null;
