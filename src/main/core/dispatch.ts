// From a call's name and input, as they come off a wire, to its handler: unknown names and refused input answer with a
// code and every problem by path; what a handler throws is a bug and answers `internal`.
import Database from 'better-sqlite3';
import { contract, isCallName, type Caller } from '../../shared/bridge/contract.ts';
import { fail, type Reply } from '../../shared/bridge/reply.ts';
import type { Handlers } from './context.ts';
import type { CrashPoint, Log } from './ports.ts';

export type AllHandlers = Handlers<
	| 'app'
	| 'settings'
	| 'network'
	| 'sync'
	| 'session'
	| 'location'
	| 'item'
	| 'wasteReason'
	| 'supplier'
	| 'stock'
	| 'stocktake'
	| 'wastage'
	| 'transfer'
	| 'outbox'
	| 'practice'
>;

export function createDispatch(handlers: AllHandlers, log: Log, crashPoint: CrashPoint) {
	return async (name: string, input: unknown, caller: Caller): Promise<Reply<unknown>> => {
		if (!isCallName(name)) return fail('unknown-call', `There is no call ${name.slice(0, 80)}.`);
		const read = contract[name].input.safeParse(input);
		if (!read.success) {
			return fail(
				'invalid-input',
				`What was sent to ${name} cannot be read.`,
				read.error.issues.map((issue) => ({
					path: issue.path.map(String).join('.'),
					message: issue.message,
				})),
			);
		}
		try {
			// The schema of this name has just made the input of this handler.
			const handler = handlers[name] as (
				input: unknown,
				caller: Caller,
			) => Reply<unknown> | Promise<Reply<unknown>>;
			const reply = await handler(read.data, caller);
			// What was saved is on the disk, and nobody was told yet.
			crashPoint('call: before answer');
			return reply;
		} catch (error) {
			if (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL') {
				log.error('The disk is full', { call: name });
				return fail('disk-full', 'The disk is full: this was not saved. Make room and try again.');
			}
			log.error('A call failed', {
				call: name,
				error: error instanceof Error ? error.stack : String(error),
			});
			return fail('internal', 'Something went wrong in Stillroom itself. The log says more.');
		}
	};
}
