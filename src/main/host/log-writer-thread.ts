// The thread of log-writer.ts. It is asked by `write back` and answers when it is done; at `close` it lets go of the
// file, and with that it ends.
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
	// Passive: it waits for nobody and nobody for it, so what is committed meanwhile is left for the next time.
	db.pragma('wal_checkpoint(PASSIVE)');
	parentPort?.postMessage('written');
});
