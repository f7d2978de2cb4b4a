// p-queue with p-retry around each request: the usual first outbox. Keeps nothing on disk.
import PQueue from 'p-queue';
import pRetry from 'p-retry';

/** @type {import('../peers.ts').Peer} */
export async function sendAll(documents, { post, comeOnline, atOnce, retryMs }) {
	const queue = new PQueue({ concurrency: atOnce, autoStart: false });
	// p-retry's default of ten: shows what a queue with blind retries does.
	const sent = documents.map((document) =>
		queue.add(() => pRetry(() => post(document), { retries: 10, minTimeout: retryMs })),
	);
	comeOnline();
	queue.start();
	await Promise.allSettled(sent);
}
