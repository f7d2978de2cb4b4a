// The last line of defence: a promise that was rejected and that nobody waited for is a bug, and no reason to end a program
// in which people are entering work. No rejection of ours is meant to come this far.
import process from 'node:process';
import type { Log } from '../core/ports.ts';

/** Writes such rejections into the log, and the program goes on. @returns stops it */
export function logRejections(log: Log): () => void {
	const write = (error: unknown) => {
		log.error('A promise was rejected, and nobody waited for it', { error });
	};
	process.on('unhandledRejection', write);
	return () => process.off('unhandledRejection', write);
}
