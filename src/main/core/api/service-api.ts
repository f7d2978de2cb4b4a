// The service as the core calls it: typed reads, writes with a verdict. Names and shapes are the registry's; the
// profile, the token and the transport are hidden behind this.
import type { AnyOperation, OperationNamed } from '../../../shared/service/index.ts';
import type { Incomplete } from '../../../shared/bridge/app.ts';
import type {
	ListPage,
	OperationInput,
	OperationOutput,
} from '../../../shared/service/operation.ts';
import type { ReadResult, WriteVerdict } from './verdict.ts';

type ReadName = Extract<AnyOperation, { method: 'GET' }>['name'];
type WriteName = Exclude<AnyOperation['name'], ReadName>;
type ListName = Extract<AnyOperation, { answer: { kind: 'list' } }>['name'];
type ListRow<Name extends ListName> =
	OperationOutput<OperationNamed<Name>> extends ListPage<infer Row> ? Row : never;

/** What a write takes: typed by the registry where its name stands in the code, as stored where the name is stored. */
type WriteInput<Name extends string> = Name extends WriteName
	? OperationInput<OperationNamed<Name>>
	: { path?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** What reads a list page by page. */
export interface ListReader<Row> {
	/** Gets each page as it comes; the rows are not collected besides. `readNo` is that of the first. */
	onPage(rows: readonly Row[], readNo: number): void | Promise<void>;
	/**
	 * The service asks to wait until then (epoch ms). @returns whether to go on then, with the page that it refused;
	 * left out or false, the list breaks off.
	 */
	onWait?(until: number): Promise<boolean>;
}

/** A row that cannot be read. The others of its list go on. */
export interface SetAside {
	/** Which row of the list it is, from 1. */
	place: number;
	/** What of it can be read. */
	row: unknown;
	/** The field that is wrong, as the service names it; empty where the row is no record. */
	field: string;
	expected: string;
}

export interface ListRead<Row> {
	rows: Row[];
	/** It is proved that all rows came, and each can be read. Only then is a row that did not come not there. */
	complete: boolean;
	/** All rows came, some of which may be set aside. Left out: as `complete`. */
	whole?: boolean;
	/** Null, or left out, where it is complete. */
	incomplete?: Incomplete | null;
	setAside?: readonly SetAside[];
}

export interface ServiceApi {
	read<Name extends ReadName>(
		name: Name,
		input: OperationInput<OperationNamed<Name>>,
	): Promise<ReadResult<OperationOutput<OperationNamed<Name>>>>;

	/**
	 * Reads a list page by page.
	 * @param reader left out, the rows are collected.
	 */
	readAll<Name extends ListName>(
		name: Name,
		input: OperationInput<OperationNamed<Name>>,
		reader?: ListReader<ListRow<Name>>,
	): Promise<ReadResult<ListRead<ListRow<Name>>>>;

	/**
	 * As `read` and `readAll`, for the names that stored rules and stored actions hold. A list is given only where it is
	 * complete.
	 */
	readByName(
		name: string,
		input: { path?: Record<string, string>; query?: Record<string, string> },
	): Promise<ReadResult<unknown>>;
	readAllByName(
		name: string,
		input: { query?: Record<string, string> },
		reader?: ListReader<unknown>,
	): Promise<ReadResult<ListRead<unknown>>>;
	/** What the clock of the service says now (epoch ms), by its last answer and the time since; null where it tells none. */
	serviceNow?(): number | null;
	/** A write, exactly one request. Never throws for anything the network does. */
	write<Name extends string>(name: Name, input: WriteInput<Name>): Promise<WriteVerdict>;
}
