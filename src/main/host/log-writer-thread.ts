// The worker of log-writer.ts. Replies to each `write back`; `close` closes the file and ends the thread.
import Database from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';

const db = new Database(String(workerData), { fileMustExist: true });
db.pragma('synchronous = NORMAL');

parentPort?.on('message', (asked: unknown) => {
	if (asked === 'close') {
		db.close();
		parentPort?.close();
		return;
	}
	// A passive checkpoint blocks nobody; commits made meanwhile are left for the next one.
	db.pragma('wal_checkpoint(PASSIVE)');
	parentPort?.postMessage('written');
});
