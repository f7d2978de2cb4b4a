// An unhandled rejection is a bug, but no reason to exit while people are entering work.
import process from 'node:process';
import type { Log } from '../core/ports.ts';

/** Logs unhandled rejections instead of exiting. @returns stops it */
export function logRejections(log: Log): () => void {
	const write = (error: unknown) => {
		log.error('A promise was rejected, and nobody waited for it', { error });
	};
	process.on('unhandledRejection', write);
	return () => process.off('unhandledRejection', write);
}
