// The handlers by operation. An operation without one is answered with 501 and says so.
import type { OperationName } from '../../shared/service/index.ts';
import { accountHandlers } from './account.ts';
import type { Handler } from './handler.ts';
import { inventoryItemHandlers } from './inventory-item.ts';
import { locationHandlers } from './location.ts';
import { storageAreaHandlers } from './storage-area.ts';
import { supplierHandlers } from './supplier.ts';
import { transferHandlers } from './transfer.ts';
import { wastageHandlers } from './wastage.ts';
import { wasteReasonHandlers } from './waste-reason.ts';

export const handlers: { readonly [Name in OperationName]?: Handler<Name> } = {
	...accountHandlers,
	...locationHandlers,
	...storageAreaHandlers,
	...inventoryItemHandlers,
	...wasteReasonHandlers,
	...supplierHandlers,
	...transferHandlers,
	...wastageHandlers,
};
