// Stores unknown barcodes scanned into a document.
import { succeed } from '../../../shared/bridge/reply.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { unknownCodesOfDocument } from '../store/unknown-codes.ts';

export function scanCapability(context: CoreContext): Handlers<'scan'> {
	const { store, ports } = context;
	const scans = unknownCodesOfDocument(store.durable);
	return {
		'scan.list': connected(context, ({ accountId }, { documentId }) =>
			succeed({ codes: scans.of(accountId, documentId) }),
		),
		'scan.keep': connected(context, ({ accountId }, { documentId, code }) => {
			scans.insert({
				scan_id: ports.newId(),
				account_id: accountId,
				document_id: documentId,
				code,
				scanned_at: ports.clock.now(),
				scanned_by: context.settings().person,
			});
			return succeed({ codes: scans.of(accountId, documentId) });
		}),
		'scan.forget': connected(context, ({ accountId }, { documentId, code }) => {
			scans.remove(accountId, documentId, code);
			return succeed({ codes: scans.of(accountId, documentId) });
		}),
	};
}
