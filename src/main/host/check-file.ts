// Checks a SQLite file in a worker thread.
import { onThread } from './file-thread.ts';

/** @returns what is wrong with the file, or null */
export const checkFile = (file: string): Promise<string | null> => onThread('check-file', [file]);
