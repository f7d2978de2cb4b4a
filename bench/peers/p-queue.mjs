// p-queue with p-retry around each request: what is written first when an outbox is wanted. It keeps nothing on a disk.
import PQueue from 'p-queue';
import pRetry from 'p-retry';

/** @type {import('../peers.ts').Peer} */
export async function sendAll(documents, { post, comeOnline, atOnce, retryMs }) {
	const queue = new PQueue({ concurrency: atOnce, autoStart: false });
	// Ten, the number that p-retry tries by itself: it is here to show what a queue that sends again blindly does.
	const sent = documents.map((document) =>
		queue.add(() => pRetry(() => post(document), { retries: 10, minTimeout: retryMs })),
	);
	comeOnline();
	queue.start();
	await Promise.allSettled(sent);
}
