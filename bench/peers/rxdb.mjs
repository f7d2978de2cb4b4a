// RxDB's replication plugin with a push handler. A failed batch is pushed again whole, so batches are one document.
import { createRxDatabase } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';

const schema = {
	version: 0,
	primaryKey: 'id',
	type: 'object',
	properties: { id: { type: 'string', maxLength: 100 }, body: { type: 'object' } },
	required: ['id', 'body'],
};

/** @type {import('../peers.ts').Peer} */
export async function sendAll(documents, { post, comeOnline, retryMs }) {
	const database = await createRxDatabase({ name: 'waste', storage: getRxStorageMemory() });
	const { waste } = await database.addCollections({ waste: { schema } });
	for (const document of documents) await waste.insert(document);
	comeOnline();
	const replication = replicateRxCollection({
		replicationIdentifier: 'practice',
		collection: waste,
		live: true,
		retryTime: retryMs,
		push: {
			batchSize: 1,
			async handler(rows) {
				for (const row of rows) await post(row.newDocumentState);
				return [];
			},
		},
	});
	await replication.awaitInSync();
	await database.close();
}
