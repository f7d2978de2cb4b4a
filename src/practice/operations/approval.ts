// The approval matrix: how many approvals a document needs.
import { compare } from '../../shared/domain/decimal.ts';
import type { DocumentKind } from '../../shared/service/profile.ts';
import type { Body, Practice } from './handler.ts';

export const documentTypes = {
	wastage: 'Wastage',
	production: 'Production',
	purchaseRequest: 'PurchaseRequest',
	purchaseOrder: 'PurchaseOrder',
	returnOrder: 'ReturnOrder',
	transferIn: 'TransferIn',
	transferOut: 'TransferOut',
} as const satisfies Record<DocumentKind, string>;

export function approvalsNeeded(
	kind: DocumentKind,
	document: Body,
	locationId: string,
	{ records }: Practice,
): number {
	const amount = [document['totalAmount'], document['totalCost']].find(
		(each) => typeof each === 'string',
	);
	const layers = records
		.all('approvalMatrix')
		.filter(
			(matrix) =>
				matrix.isActive !== false &&
				matrix.documentType === documentTypes[kind] &&
				(matrix.locationIds === undefined ||
					matrix.locationIds.length === 0 ||
					matrix.locationIds.includes(locationId)),
		)
		.flatMap((matrix) => matrix.layers)
		.filter((layer) =>
			layer.rules.some(({ condition }) => {
				const from = condition?.amountFrom;
				return from === undefined || (typeof amount === 'string' && compare(amount, from) >= 0);
			}),
		);
	return Math.max(1, layers.length);
}
