// Copies a SQLite file in a worker thread.
import { onThread } from './file-thread.ts';

export async function copyFile(from: string, to: string): Promise<void> {
	await onThread('copy-file', [from, to]);
}
