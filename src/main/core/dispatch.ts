// Dispatches calls from a transport to their handlers. An exception is a bug and returns `internal`.
import { contract, isCallName, type Caller, type CallName } from '../../shared/bridge/contract.ts';
import { fail, type Reply } from '../../shared/bridge/reply.ts';
import { actAs } from './acting-person.ts';
import type { Handlers } from './context.ts';
import type { CrashPoint, Log } from './ports.ts';
import { isDamage, isDiskFull, isNotOnDisk } from './store/damage.ts';
import { UnreadableRow } from './store/kept-json.ts';

type AreaOf<Name> = Name extends `${infer Area}.${string}` ? Area : never;

/** Handlers by call prefix; most are created on the first call. */
export type Capabilities = {
	readonly [Area in AreaOf<CallName>]: () => Handlers<Area>;
};

interface DataFolder {
	isFull(): boolean;
	full(): void;
	damaged(): void;
	noteSaved(): void;
}

export type Dispatch = (name: string, input: unknown, caller: Caller) => Promise<Reply<unknown>>;

export function createDispatch(
	capabilities: Capabilities,
	log: Log,
	crashPoint: CrashPoint,
	folder: DataFolder,
): Dispatch {
	const handlersOf = (name: CallName) => {
		const area = name.slice(0, name.indexOf('.')) as AreaOf<typeof name>; // As the type says it.
		return capabilities[area]() as Partial<Record<CallName, unknown>>;
	};

	return async (name, input, caller) => {
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
		if (folder.isFull() && takesRoom(name)) return diskFull();
		try {
			// The schema of this name has just parsed this handler's input.
			const handler = handlersOf(name)[name] as (
				input: unknown,
				caller: Caller,
			) => Reply<unknown> | Promise<Reply<unknown>>;
			const begun = actAs(caller.person, () => handler(read.data, caller));
			const reply = begun instanceof Promise ? await begun : begun;
			folder.noteSaved();
			// Saved to disk, but nobody was told yet.
			crashPoint('call: before answer');
			return reply;
		} catch (error) {
			if (isDiskFull(error)) {
				log.error('The disk is full', { call: name });
				folder.full();
				return diskFull();
			}
			if (isDamage(error) || isNotOnDisk(error)) {
				log.error('A data file is damaged', { call: name, error: String(error) });
				folder.damaged();
				return fail('file-damaged', 'A data file is damaged and is being repaired. Try again.');
			}
			if (error instanceof UnreadableRow) {
				log.error('A row cannot be read', { call: name, error: error.message });
				return fail('unreadable', 'This can no longer be read. See Settings, Rescue.');
			}
			log.error('A call failed', {
				call: name,
				error: error instanceof Error ? error.stack : String(error),
			});
			return fail('internal', 'Something went wrong in Stillroom itself. The log says more.');
		}
	};
}

const diskFull = () =>
	fail('disk-full', 'The disk is full: this was not saved. Make room and try again.');

/** Calls allowed while the disk is full: they read, or finish something begun. */
const withoutRoom =
	/^(app|settings|network|session|location|lookup|item|wasteReason|supplier|stock|outbox|posting|evidence|practice|rescue|desktop|support)\.|\.(list|get|sheet|lines|unknownCodes|review|compare|trend|bookOf|board|suggestion|letter|ofOrder|ofRequest|receipts)$/;

/** Whether a call adds work, which would use space reserved for verdicts. Unknown calls count as such. */
export const takesRoom = (name: string): boolean => !withoutRoom.test(name);
