// After a confirmed write, compares the record as the service shows it with what was sent. What differs is told on the
// record and stays in its history.
import { z } from 'zod';
import { told, type Told } from '../../../shared/record/merge.ts';
import { recordDocument, typeNamed, type RecordTypeName } from '../../../shared/record/records.ts';
import { keptOr } from '../store/kept-json.ts';
import type { Store } from '../store/open.ts';
import { RecordCopies } from '../store/record-copies.ts';
import { recordSteps, type UntoldStep } from '../store/record-steps.ts';
import { isOfRecord } from './shown.ts';

const sentBody = z.object({ body: z.record(z.string(), z.unknown()).default({}) });
const anyRecord = z.record(z.string(), z.unknown());

/** A record without the flag is active: a service that says so changed nothing. */
const isNews = ({ at, what, now }: Told): boolean =>
	at !== 'isActive' || what !== 'added' || now !== true;

/** @returns call it when copies of a record type were read */
export function recordTelling(store: Store): (accountId: string, type: RecordTypeName) => void {
	const steps = recordSteps(store.durable);
	const records = new RecordCopies(store);

	/** null while no copy is newer than the step. */
	const toldOf = (
		accountId: string,
		type: RecordTypeName,
		step: UntoldStep,
		isLast: boolean,
	): readonly Told[] | null => {
		const copy = records.get(accountId, type, step.server_id);
		if (copy === null || copy.readNo <= step.confirmed_read_no) return null;
		const sent = keptOr(sentBody, step.payload, null);
		const record = keptOr(anyRecord, copy.json, null);
		// A later step of ours changed the record again, so the copy says nothing about this one.
		return isLast && isOfRecord(step.operation) && sent !== null && record !== null
			? told(typeNamed(type).fields, sent.body, record).filter(isNews)
			: [];
	};

	return (accountId, type) => {
		const untold = steps.untold(accountId, recordDocument(type));
		if (untold.length === 0) return;
		const lastOf = new Map(untold.map((step) => [step.server_id, step.action_id]));
		store.durable
			.transaction(() => {
				for (const step of untold) {
					const isLast = lastOf.get(step.server_id) === step.action_id;
					const found = toldOf(accountId, type, step, isLast);
					if (found !== null) steps.tell(step.action_id, JSON.stringify(found));
				}
			})
			.immediate();
	};
}
