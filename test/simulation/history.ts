// Histories: what people, the network and fate do, as plain records that shrink and print well.
import fc from 'fast-check';
import { faults, type Fault } from './network.ts';

export const crashLabels = [
	'sending: before commit',
	'sending: committed',
	'request: before',
	'request: answered',
	'verdict: before commit',
	'verdict: committed',
	'verifying: before commit',
	'verifying: committed',
] as const;
export type CrashLabel = (typeof crashLabels)[number];

export type Step =
	/** A person enters something; `which` chooses the document where there are several. */
	| { do: 'waste' | 'transfer' | 'approve' | 'receive' | 'adjust'; which: number }
	/** Waste that is not submitted yet, a change of it, and its submission. */
	| { do: 'draft' | 'edit' | 'submit'; which: number }
	/** A change of waste that the service has, as a draft or rejected, made of what it shows now. */
	| { do: 'edit-shown'; which: number }
	/** The same click once more. */
	| { do: 'click-again'; which: number }
	| { do: 'take-back'; which: number }
	| { do: 'decide'; which: number; choice: 'again' | 'done' | 'drop' }
	| { do: 'colleague'; which: number }
	| { do: 'fault'; fault: Fault; on: 'read' | 'write'; times: number }
	| { do: 'offline' | 'online' | 'restart' }
	/** The program, or the power, ends at the n-th next pass of the label. */
	| { do: 'crash'; at: CrashLabel; nth: number; power: boolean }
	/** The power goes while the n-th next commit of the outbox is on its way to the disk. */
	| { do: 'power-cut'; nth: number }
	/** It ends now, and is started again after so long. */
	| { do: 'kill'; offMs: number; power: boolean }
	| { do: 'wall-clock'; byMs: number }
	/** Someone else comes to this PC, with an account of the same service. */
	| { do: 'switch-account' }
	/**
	 * The PC sleeps: both clocks go on, or the wall clock alone. Answers on their way may be gone; the host notices, or not.
	 */
	| { do: 'sleep'; ms: number; clocks: 'both' | 'wall'; cut: boolean; noticed: boolean }
	/** New documents come into lists so much later, until the next such step. */
	| { do: 'lists-lag'; ms: number }
	/** The copies are fetched, and searched for what was made twice. */
	| { do: 'pull' }
	| { do: 'pass'; ms: number };

/** What the service is like, and the profile says so. */
export interface Kind {
	references: boolean;
	refusesRepeated: boolean;
	refusalsDoNothing: boolean;
	listsAreCurrent: boolean;
	holdMs: number;
	/** A create may be done long after both questions, which nobody can guard against: then it may be done twice. */
	lateCreates: boolean;
}

export interface History {
	seed: number;
	kind: Kind;
	steps: Step[];
}

const which = fc.nat({ max: 11 });
const pause = fc.constantFrom(0, 60, 120, 250, 1_000, 20_000, 61_000, 95_000, 155_000, 400_000);
const writeFaults = faults.filter((fault) => fault !== 'old-list');
const readFaults = [
	'refused',
	'lost-before',
	'error-before',
	'page-before',
	'signed-out',
	'wait',
	'late',
	'stands-still',
	'old-list',
	'refuses',
] as const satisfies readonly Fault[];

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({
			do: fc.constantFrom('waste', 'waste', 'transfer', 'approve', 'receive', 'adjust'),
			which,
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constantFrom('draft', 'edit', 'edit', 'submit', 'edit-shown', 'edit-shown'),
			which,
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('click-again'), which }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('switch-account') }) },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('sleep'),
			ms: fc.constantFrom(30_000, 600_000, 28_800_000),
			clocks: fc.constantFrom('both', 'wall'),
			cut: fc.boolean(),
			noticed: fc.boolean(),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('take-back'), which }) },
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant('decide'),
			which,
			choice: fc.constantFrom('again', 'again', 'done', 'drop'),
		}),
	},
	{ weight: 3, arbitrary: fc.record({ do: fc.constant('colleague'), which }) },
	{
		weight: 6,
		arbitrary: fc.record({
			do: fc.constant('fault'),
			fault: fc.constantFrom(...writeFaults),
			on: fc.constant('write'),
			times: fc.integer({ min: 1, max: 3 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('fault'),
			fault: fc.constantFrom(...readFaults),
			on: fc.constant('read'),
			times: fc.integer({ min: 1, max: 4 }),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constantFrom('offline', 'online', 'restart') }) },
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant('crash'),
			at: fc.constantFrom(...crashLabels),
			nth: fc.constantFrom(1, 1, 1, 2),
			power: fc.constantFrom(false, false, true),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ do: fc.constant('power-cut'), nth: fc.constantFrom(1, 1, 2, 3) }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('kill'),
			offMs: fc.constantFrom(0, 30_000, 600_000),
			power: fc.boolean(),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('wall-clock'),
			byMs: fc.constantFrom(-86_400_000, -600_000, 200_000, 3_600_000, 90_000_000),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('lists-lag'),
			ms: fc.constantFrom(0, 5_000, 40_000),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('pull') }) },
	{ weight: 9, arbitrary: fc.record({ do: fc.constant('pass'), ms: pause }) },
);

export const history: fc.Arbitrary<History> = fc.record({
	seed: fc.nat({ max: 1_000_000 }),
	kind: fc.record({
		references: fc.constantFrom(true, true, false),
		refusesRepeated: fc.constantFrom(true, true, false),
		refusalsDoNothing: fc.boolean(),
		listsAreCurrent: fc.constantFrom(true, true, true, false),
		holdMs: fc.constantFrom(0, 0, 10_000),
		lateCreates: fc.constantFrom(false, false, true),
	}),
	steps: fc.array(step, { minLength: 4, maxLength: 30, size: 'max' }),
});
