// An unhandled rejection is a bug, but no reason to exit while people are entering work.
import process from 'node:process';
import type { Log } from '../core/ports.ts';

export const unheardRejection = 'A promise was rejected, and nobody waited for it';

/** Logs unhandled rejections instead of exiting. @returns stops it */
export function logRejections(log: Log): () => void {
	const write = (error: unknown) => {
		log.error(unheardRejection, { error });
	};
	process.on('unhandledRejection', write);
	return () => process.off('unhandledRejection', write);
}
