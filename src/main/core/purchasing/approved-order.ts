// The last approved version of an order. Small changes since then add up.
import { purchaseOrder } from '../../../shared/document/purchase-order.ts';
import { phaseOf, type ServiceProfile } from '../../../shared/service/profile.ts';
import {
	purchaseOrderRecord,
	type PurchaseOrderRecord,
} from '../../../shared/service/purchase-order.ts';
import type { ApprovalStep } from '../store/approval-steps.ts';
import { keptOr } from '../store/kept-json.ts';

const { name: kind } = purchaseOrder;
const agreed: readonly string[] = ['approved', 'partly-received'];

/**
 * The record before the first change since its last approval; null if this PC changed nothing since. A submission that
 * met an approved order was not sent: the service asks for no other approval.
 * @param steps confirmed ones, oldest first
 */
export function lastApproved(
	steps: readonly ApprovalStep[],
	profile: ServiceProfile,
): PurchaseOrderRecord | null {
	const isAgreed = (word: string): boolean => agreed.includes(phaseOf(profile, kind, word));
	let approved: PurchaseOrderRecord | null = null;
	for (const { operation, base, shown } of steps) {
		if (operation === `${kind}.update`) {
			const before = base === null ? null : keptOr(purchaseOrderRecord, base, null);
			approved = before !== null && isAgreed(before.status) ? (approved ?? before) : null;
		} else if (operation === `${kind}.approve` || shown === null || !isAgreed(shown)) {
			approved = null;
		}
	}
	return approved;
}
