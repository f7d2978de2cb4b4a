// TanStack DB's offline transactions. In Node we provide the browser's part: storage, leadership, network.
import { createCollection, localOnlyCollectionOptions } from '@tanstack/db';
import { startOfflineExecutor } from '@tanstack/offline-transactions';

/** @type {import('../peers.ts').Peer} */
export async function sendAll(documents, { post, comeOnline }) {
	const waste = createCollection(
		localOnlyCollectionOptions({ id: 'waste', getKey: (document) => document.id }),
	);
	const kept = new Map();
	const waiting = new Set();
	let online = false;
	const executor = startOfflineExecutor({
		collections: { waste },
		mutationFns: {
			create: async ({ transaction }) => {
				for (const { modified } of transaction.mutations) await post(modified);
			},
		},
		storage: {
			get: async (key) => kept.get(key) ?? null,
			set: async (key, value) => void kept.set(key, value),
			delete: async (key) => void kept.delete(key),
			keys: async () => [...kept.keys()],
			clear: async () => kept.clear(),
		},
		leaderElection: {
			requestLeadership: async () => true,
			releaseLeadership: () => undefined,
			isLeader: () => true,
			onLeadershipChange: () => () => undefined,
		},
		onlineDetector: {
			subscribe(listener) {
				waiting.add(listener);
				return () => waiting.delete(listener);
			},
			notifyOnline() {
				for (const listener of waiting) listener();
			},
			isOnline: () => online,
			dispose: () => waiting.clear(),
		},
	});
	await executor.waitForInit();
	const sent = documents.map((document) => {
		const entry = executor.createOfflineTransaction({
			mutationFnName: 'create',
			autoCommit: false,
		});
		entry.mutate(() => waste.insert(document));
		return entry.commit();
	});
	// All are stored before the network comes.
	while (kept.size < documents.length) await new Promise((resolve) => setImmediate(resolve));
	online = true;
	comeOnline();
	for (const listener of waiting) listener();
	await Promise.allSettled(sent);
	executor.dispose();
}
