// Copies a SQLite file on a thread of its own.
import { onThread } from './file-thread.ts';

export async function copyFile(from: string, to: string): Promise<void> {
	await onThread('copy-file', [from, to]);
}
