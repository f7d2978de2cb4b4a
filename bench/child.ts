// What a benchmark hears from a process of its own.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { z } from 'zod';

/** The first thing that a process says. @throws when it ends without a word */
export async function messageOf<Schema extends z.ZodType>(
	child: ChildProcess,
	schema: Schema,
): Promise<z.output<Schema>> {
	const ended = once(child, 'exit').then(() => {
		throw new Error('A process ended without a word.');
	});
	const said = once(child, 'message').then((words: unknown[]) => words[0]);
	return schema.parse(await Promise.race([said, ended]));
}

export async function gone(child: ChildProcess): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
