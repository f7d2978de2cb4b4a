// Reads the record of a write by its own path, or from its list if it has none.
import type { ServiceApi } from '../api/service-api.ts';
import type { ReadFailure, ReadResult } from '../api/verdict.ts';
import { isRecordWithId } from './lookup-reads.ts';

/** @param name the read that the replay rule names */
export async function readRecord(
	api: Pick<ServiceApi, 'readByName'>,
	name: string,
	path: Record<string, string>,
): Promise<ReadResult<unknown>> {
	const read = await api.readByName(name, { path });
	if (!read.ok || !Array.isArray(read.value)) return read;
	const rows: readonly unknown[] = read.value;
	const value = rows.find((row) => isRecordWithId(row, path['id'] ?? ''));
	return value === undefined ? notListed : { ...read, value };
}

const notListed: ReadFailure = {
	ok: false,
	kind: 'not-found',
	status: null,
	said: '',
	waitUntil: null,
};
