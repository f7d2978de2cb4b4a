// From a call's name and input, as they come off a wire, to its handler: unknown names and refused input answer with a
// code and every problem by path; what a handler throws is a bug and answers `internal`.
import { contract, isCallName, type Caller, type CallName } from '../../shared/bridge/contract.ts';
import { fail, type Reply } from '../../shared/bridge/reply.ts';
import type { Handlers } from './context.ts';
import type { CrashPoint, Log } from './ports.ts';
import { isDamage, isDiskFull, isNotOnDisk } from './store/damage.ts';
import { UnreadableRow } from './store/kept-json.ts';

type AreaOf<Name> = Name extends `${infer Area}.${string}` ? Area : never;

/** By the first word of a call's name, what gives the handlers of its calls; most are put together when first called. */
export type Capabilities = {
	readonly [Area in AreaOf<CallName>]: () => Handlers<Area>;
};

/** What the data folder has to do with a call. */
interface DataFolder {
	/** True while the disk is full. */
	isFull(): boolean;
	/** The disk refused a write. */
	full(): void;
	/** A file turned out to be damaged. */
	damaged(): void;
	/** A call was carried out, which may have saved something. */
	noteSaved(): void;
}

/** A call as it comes off a wire. */
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
			// The schema of this name has just made the input of this handler.
			const handler = handlersOf(name)[name] as (
				input: unknown,
				caller: Caller,
			) => Reply<unknown> | Promise<Reply<unknown>>;
			const begun = handler(read.data, caller);
			const reply = begun instanceof Promise ? await begun : begun;
			folder.noteSaved();
			// What was saved is on the disk, and nobody was told yet.
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
				return fail('file-damaged', 'A data file is damaged and is being mended. Try again.');
			}
			if (error instanceof UnreadableRow) {
				log.error('A row cannot be read', { call: name, error: error.message });
				return fail(
					'unreadable',
					'This cannot be read any more. Settings, Rescue says what is known of it.',
				);
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

/** Calls that go on while the disk is full: they read, or they end something that was begun. */
const withoutRoom =
	/^(app|settings|network|session|location|item|wasteReason|supplier|stock|outbox|posting|evidence|practice|rescue)\.|\.(list|get|sheet|lines|parked|review|compare|trend|bookOf)$/;

/** Whether a call brings new work in, and so needs room that is kept for verdicts. A new call does until it is known. */
export const takesRoom = (name: string): boolean => !withoutRoom.test(name);
