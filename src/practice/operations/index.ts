// A handler for every operation of the registry; the type sees to it that none is missing.
import type { OperationName } from '../../shared/service/index.ts';
import { accountHandlers } from './account.ts';
import { adminHandlers } from './admins.ts';
import { approvalMatrixHandlers } from './approval-matrix.ts';
import { businessStructureHandlers } from './business-structures.ts';
import { buyerRoleHandlers } from './buyer-roles.ts';
import { buyerUserHandlers } from './buyer-users.ts';
import { categoryHandlers } from './category.ts';
import { classHandlers } from './class.ts';
import { currencyHandlers } from './currency.ts';
import { dashboardHandlers } from './dashboard.ts';
import { diningOptionHandlers } from './dining-option.ts';
import { genericItemHandlers } from './generic-item.ts';
import type { Handler } from './handler.ts';
import { inventoryItemHandlers } from './inventory-item.ts';
import { locationHandlers } from './location.ts';
import { marketPlaceAppHandlers } from './market-place-app.ts';
import { menuItemHandlers } from './menu-item.ts';
import { modifierGroupHandlers } from './modifier-group.ts';
import { modifierHandlers } from './modifier.ts';
import { prefixHandlers } from './prefixes.ts';
import { prepItemHandlers } from './prep-item.ts';
import { productionHandlers } from './production.ts';
import { purchaseOptionHandlers } from './purchase-option.ts';
import { purchaseOrderHandlers } from './purchase-order.ts';
import { purchaseRequestHandlers } from './purchase-request.ts';
import { reportHandlers } from './reports.ts';
import { requisitionHandlers } from './requisition.ts';
import { returnOrderHandlers } from './return-order.ts';
import { roleHandlers } from './roles.ts';
import { saleHandlers } from './sales.ts';
import { sectionHandlers } from './section.ts';
import { storageAreaHandlers } from './storage-area.ts';
import { supplierHandlers } from './supplier.ts';
import { systemTaxSettingHandlers } from './system-tax-setting.ts';
import { timeZoneHandlers } from './time-zone.ts';
import { transferHandlers } from './transfer.ts';
import { wastageHandlers } from './wastage.ts';
import { wasteReasonHandlers } from './waste-reason.ts';

export const handlers: { readonly [Name in OperationName]: Handler<Name> } = {
	...accountHandlers,
	...adminHandlers,
	...approvalMatrixHandlers,
	...businessStructureHandlers,
	...buyerRoleHandlers,
	...buyerUserHandlers,
	...categoryHandlers,
	...classHandlers,
	...currencyHandlers,
	...dashboardHandlers,
	...diningOptionHandlers,
	...genericItemHandlers,
	...inventoryItemHandlers,
	...locationHandlers,
	...marketPlaceAppHandlers,
	...menuItemHandlers,
	...modifierGroupHandlers,
	...modifierHandlers,
	...prefixHandlers,
	...prepItemHandlers,
	...productionHandlers,
	...purchaseOptionHandlers,
	...purchaseOrderHandlers,
	...purchaseRequestHandlers,
	...reportHandlers,
	...requisitionHandlers,
	...returnOrderHandlers,
	...roleHandlers,
	...saleHandlers,
	...sectionHandlers,
	...storageAreaHandlers,
	...supplierHandlers,
	...systemTaxSettingHandlers,
	...timeZoneHandlers,
	...transferHandlers,
	...wastageHandlers,
	...wasteReasonHandlers,
};
