// A row of a list of records.
import type { CallOutput } from '../../shared/bridge/contract.ts';

export type RecordRow = CallOutput<'record.list'>['rows'][number];
