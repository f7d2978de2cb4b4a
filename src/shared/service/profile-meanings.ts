// Settings of the profile: what numbers and words of the service mean, which its document does not show.
import { z } from 'zod';

export const meanings = {
	/** Names of the rights (scopes) of roles, by number. The service shows numbers only. */
	rights: z.record(z.string().regex(/^\d+$/), z.string().min(1)).default({}),

	/** The type of an item's record by the number of its kind. The meaning of the numbers is not shown. */
	itemTypes: z
		.record(z.string().regex(/^\d+$/), z.enum(['inventoryItem', 'prepItem', 'menuItem']))
		.default({ 1: 'inventoryItem', 2: 'prepItem', 3: 'menuItem' }),

	/** Parts of the dashboard by the service's words, which its document does not show. */
	widgets: z
		.array(z.string().min(1))
		.default(['stock-value', 'wastage', 'purchases', 'transfers', 'approvals']),
};
