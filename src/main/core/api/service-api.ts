// The service as the core sees it: typed reads, and writes with a verdict. Hides the profile, token and transport.
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

/** Typed by the registry for a literal name; untyped for a stored name. */
type WriteInput<Name extends string> = Name extends WriteName
	? OperationInput<OperationNamed<Name>>
	: { path?: Record<string, string>; query?: Record<string, string>; body?: unknown };

export interface ListReader<Row> {
	/** Receives each page; rows are not collected. `readNo` is that of the first page. */
	onPage(rows: readonly Row[], readNo: number): void | Promise<void>;
	/** The service asks to wait until then (epoch ms). @returns true to repeat the refused page, false to stop */
	onWait?(until: number): Promise<boolean>;
}

export interface UnreadableRow {
	/** Position in the list, from 1. */
	place: number;
	row: unknown;
	/** The wrong field by the service's name; empty if the row is not a record. */
	field: string;
	expected: string;
}

export interface ListRead<Row> {
	rows: Row[];
	/** Proven: all rows came and are readable. Only then does a missing row not exist. */
	complete: boolean;
	/** All rows came, but some may be unreadable. Default: `complete`. */
	whole?: boolean;
	incomplete?: Incomplete | null;
	unreadable?: readonly UnreadableRow[];
}

export interface ServiceApi {
	read<Name extends ReadName>(
		name: Name,
		input: OperationInput<OperationNamed<Name>>,
	): Promise<ReadResult<OperationOutput<OperationNamed<Name>>>>;

	readAll<Name extends ListName>(
		name: Name,
		input: OperationInput<OperationNamed<Name>>,
		reader?: ListReader<ListRow<Name>>,
	): Promise<ReadResult<ListRead<ListRow<Name>>>>;

	/** Only the first page of a list, for a search that a person reads. */
	readFirst<Name extends ListName>(
		name: Name,
		input: OperationInput<OperationNamed<Name>>,
	): Promise<ReadResult<readonly ListRow<Name>[]>>;

	/** `read` and `readAll` for stored names. An incomplete list is a failure. */
	readByName(
		name: string,
		input: { path?: Record<string, string>; query?: Record<string, string> },
	): Promise<ReadResult<unknown>>;
	readAllByName(
		name: string,
		input: { query?: Record<string, string> },
		reader?: ListReader<unknown>,
	): Promise<ReadResult<ListRead<unknown>>>;
	/** The service's clock now (epoch ms), extrapolated from its last answer; null if it sends no dates. */
	serviceNow?(): number | null;
	/** One write, exactly one request. Never throws for network errors. */
	write<Name extends string>(name: Name, input: WriteInput<Name>): Promise<WriteVerdict>;
}
