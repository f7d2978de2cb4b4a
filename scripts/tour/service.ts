// What the service itself shows, read directly with the program's client: the tour's evidence.
import type { z } from 'zod';
import type { Client } from '../../src/main/core/api/client.ts';
import { openTransport } from '../../src/main/host/transport.ts';
import type { currentStockRecord } from '../../src/shared/service/inventory-item.ts';
import { readProfile, type ServiceProfile } from '../../src/shared/service/profile.ts';
import type { PurchaseOrderRecord } from '../../src/shared/service/purchase-order.ts';
import type { returnOrderRecord } from '../../src/shared/service/return-order.ts';
import type { TransferRecord } from '../../src/shared/service/transfer.ts';
import type { WastageRecord } from '../../src/shared/service/wastage.ts';
import { openClient } from '../../test/support/client.ts';
import type { ServiceAccess } from './program.ts';

export interface Shown {
	wastage: WastageRecord[];
	transfersOut: TransferRecord[];
	transfersIn: TransferRecord[];
	orders: PurchaseOrderRecord[];
	returns: z.output<typeof returnOrderRecord>[];
	/** Base units by `location area item`. */
	stock: Map<string, string>;
}

interface ServiceView {
	profile: ServiceProfile;
	read(): Promise<Shown>;
	close(): Promise<void>;
}

export const stockKey = (
	row: Pick<z.output<typeof currentStockRecord>, 'locationId' | 'storageAreaId' | 'itemId'>,
) => `${row.locationId} ${row.storageAreaId} ${row.itemId}`;

/** @throws if the profile is invalid or the service refuses the client. */
export async function viewService(access: ServiceAccess): Promise<ServiceView> {
	const read = readProfile(access.profile);
	if (!read.ok) {
		throw new Error(
			`The profile has mistakes: ${read.problems.map((each) => `${each.path}: ${each.message}`).join('; ')}`,
		);
	}
	const transport = openTransport();
	const { client } = openClient({
		url: access.url,
		network: transport,
		profile: access.profile,
		clientId: access.clientId,
		secret: access.clientSecret,
	});
	return {
		profile: read.profile,
		close: () => transport.close(),
		async read() {
			const [wastage, transfersOut, transfersIn, orders, returns, stock] = [
				await whole(client, 'wastage.list'),
				await whole(client, 'transferOut.list'),
				await whole(client, 'transferIn.list'),
				await whole(client, 'purchaseOrder.list'),
				await whole(client, 'returnOrder.list'),
				await whole(client, 'inventoryItem.currentStock'),
			];
			return {
				wastage,
				transfersOut,
				transfersIn,
				orders,
				returns,
				stock: new Map(stock.map((row) => [stockKey(row), row.quantity])),
			};
		},
	};
}

async function whole<Name extends Parameters<Client['readAll']>[0]>(client: Client, name: Name) {
	const read = await client.readAll<Name>(name, {} as Parameters<typeof client.readAll<Name>>[1]);
	if (!read.ok) throw new Error(`${name} could not be read from the service: ${read.said}`);
	if (!read.value.complete) throw new Error(`${name} did not come whole from the service.`);
	return read.value.rows;
}
