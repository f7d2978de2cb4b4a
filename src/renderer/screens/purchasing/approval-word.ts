// Who approves a document, in words.
import type { App } from '../../app.svelte.ts';
import { chainOf } from '../../../shared/access/approvals.ts';
import type { Access } from '../../../shared/bridge/access.ts';

/** Who has to approve a document of this amount, layer by layer. */
export function approvalWord(
	{ t, format, settings }: Pick<App, 't' | 'format' | 'settings'>,
	access: Access,
	documentType: 'PurchaseOrder' | 'PurchaseRequest',
	amount: string,
): string {
	const chain = chainOf(access, {
		documentType,
		locationId: settings.locationId ?? '',
		amount,
		personId: null,
	});
	if (chain.length === 0 || access.asOf === null) return t('ordering.noApprover');
	const nameOf = (roleId: string): string =>
		access.roles.find((role) => role.roleId === roleId)?.name ?? roleId;
	const roles = chain.map((link) =>
		link.roles
			.map(({ roleId }) => nameOf(roleId))
			.reduce((first, second) => t('entry.or', { first, second })),
	);
	return t('ordering.approvers', {
		roles: format.list(roles),
		time: format.dateTime(access.asOf),
	});
}
