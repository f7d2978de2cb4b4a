// Checks a SQLite file on a thread of its own.
import { onThread } from './file-thread.ts';

/** @returns what is wrong with it, or null */
export const checkFile = (file: string): Promise<string | null> => onThread('check-file', [file]);
