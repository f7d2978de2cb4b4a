// What the log of a program says of promises that were rejected and that nobody waited for: each is a bug of ours.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unheardRejection } from '../../src/main/host/rejections.ts';

/** @param folder of the log files; there is none where the program never began. */
export const rejectionsIn = (folder: string): string[] =>
	filesOf(folder).flatMap((name) =>
		readFileSync(join(folder, name), 'utf8')
			.split('\n')
			.filter((line) => line.includes(unheardRejection)),
	);

function filesOf(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
