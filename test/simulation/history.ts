// Histories: actions of people, network and fate, as plain records that shrink and print well.
import fc from 'fast-check';
import { plain, type Appearance } from './appearance.ts';
import { cases, isCaseName, type CaseName, type CaseStep } from './cases.ts';
import { fates, type Fault } from './faults.ts';

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
	/** A person enters something; `which` chooses among several documents. */
	| { do: 'waste' | 'transfer' | 'approve' | 'reject' | 'receive' | 'adjust'; which: number }
	| { do: 'order' | 'receive-order' | 'end-order' | 'send-back'; which: number }
	/** Unsubmitted waste, a change of it, and its submit. */
	| { do: 'draft' | 'edit' | 'submit'; which: number }
	/** A change of a draft or rejected waste document, made from the service's current view. */
	| { do: 'edit-shown'; which: number }
	/** The same click again; the same submit of something undone, with the draft from a restored backup. */
	| { do: 'click-again' | 'submit-again'; which: number }
	| { do: 'take-back'; which: number }
	| { do: 'decide'; which: number; choice: 'again' | 'done' | 'discard' | 'edit' | 'mistake' }
	| { do: 'colleague' | 'colleague-orders' | 'colleague-receives' | 'stock-moves'; which: number }
	/** A colleague rejects a submitted document, or ours is deleted and its id reused. */
	| { do: 'colleague-rejects' | 'reuse-id' }
	| { do: 'fault'; fault: Fault; on: 'read' | 'write'; times: number }
	| { do: 'offline' | 'online' | 'restart' }
	/** The program or the power ends at the n-th next pass of the label. */
	| { do: 'crash'; at: CrashLabel; nth: number; power: boolean }
	/** It ends now, and restarts after this time. */
	| { do: 'kill'; offMs: number; power: boolean }
	| { do: 'roll-back'; how: 'log-gone' | 'log-cut' | 'commit-damaged' }
	| { do: 'wall-clock'; byMs: number }
	/** The profile names another reference field from now on. */
	| { do: 'profile'; which: number }
	| { do: 'copy' | 'restore' }
	/** Someone else uses this PC with another account of the same service. */
	| { do: 'switch-account' }
	/**
	 * The PC sleeps: both clocks advance, or only the wall clock. Pending answers may be lost; the host notices, or
	 * not.
	 */
	| { do: 'sleep'; ms: number; clocks: 'both' | 'wall'; cut: boolean; noticed: boolean }
	/** New documents appear in lists this much later, until the next such step. */
	| { do: 'lists-lag'; ms: number }
	| { do: 'pull' }
	| { do: 'pass'; ms: number };

/** Service behaviour stated in the profile. */
export interface Kind {
	references: boolean;
	refusesRepeated: boolean;
	refusalsDoNothing: boolean;
	listsAreCurrent: boolean;
	holdMs: number;
	/** A create may be applied long after both probes, which nobody can prevent: it may be done twice. */
	lateCreates: boolean;
	/** How the service shows texts, values and lists; the program was not told. */
	look: Appearance;
}

export interface History {
	seed: number;
	kind: Kind;
	steps: Step[];
}

const which = fc.nat({ max: 11 });
const pause = fc.constantFrom(0, 60, 120, 250, 1_000, 20_000, 61_000, 95_000, 155_000, 400_000);
type Weighted = { weight: number; arbitrary: fc.Arbitrary<Step> };

const ofCases = new Set<Fault>(Object.values(cases).flatMap(({ faults = [] }) => [...faults]));
const everyFault = Object.keys(fates).filter((name): name is Fault => name in fates);
const usualWrite = everyFault.filter((fault) => !ofCases.has(fault) && !('shows' in fates[fault]));
const lossesAlone = ['lost-before', 'lost-after', 'refused'] as const satisfies readonly Fault[];
const usualRead = [
	'refused',
	'lost-before',
	'error-before',
	'page-before',
	'signed-out',
	'wait',
	'late',
	'stands-still',
	'refuses',
] as const satisfies readonly Fault[];

const work: Weighted[] = [
	{
		weight: 8,
		arbitrary: fc.record({
			do: fc.constantFrom('waste', 'waste', 'transfer', 'approve', 'reject', 'receive', 'adjust'),
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
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constantFrom(
				...(['order', 'order', 'receive-order', 'receive-order'] as const),
				...(['receive-order', 'end-order', 'send-back'] as const),
			),
			which,
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('take-back'), which }) },
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant('decide'),
			which,
			choice: fc.constantFrom('again', 'again', 'done', 'discard', 'edit'),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constantFrom('colleague', 'colleague', 'colleague', 'colleague-orders'),
			which,
		}),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constantFrom('offline', 'online', 'restart') }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('pull') }) },
	{ weight: 9, arbitrary: fc.record({ do: fc.constant('pass'), ms: pause }) },
];

/** What may end or confuse the program at any time. */
const trouble: Weighted[] = [
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
];

const faultStep = (on: 'read' | 'write', faults: readonly Fault[], most: number) =>
	fc.record({
		do: fc.constant('fault'),
		fault: fc.constantFrom(...faults),
		on: fc.constant(on),
		times: fc.integer({ min: 1, max: most }),
	});

const caseSteps: Readonly<Record<CaseStep, fc.Arbitrary<Step>>> = {
	'colleague-orders': fc.record({ do: fc.constant('colleague-orders'), which }),
	'colleague-receives': fc.record({ do: fc.constant('colleague-receives'), which }),
	'stock-moves': fc.record({ do: fc.constant('stock-moves'), which }),
	'colleague-rejects': fc.record({ do: fc.constant('colleague-rejects') }),
	'reuse-id': fc.record({ do: fc.constant('reuse-id') }),
	'roll-back': fc.record({
		do: fc.constant('roll-back'),
		how: fc.constantFrom('log-gone', 'log-cut', 'commit-damaged'),
	}),
	'submit-again': fc.record({ do: fc.constant('submit-again'), which }),
	mistake: fc.record({ do: fc.constant('decide'), which, choice: fc.constant('mistake') }),
	profile: fc.record({ do: fc.constant('profile'), which }),
	copy: fc.record({ do: fc.constant('copy') }),
	restore: fc.record({ do: fc.constant('restore') }),
	away: fc.record({
		do: fc.constant('kill'),
		offMs: fc.constantFrom(3_600_000, 21_600_000, 72_000_000),
		power: fc.constant(false),
	}),
};

/** For a write, or for a read if it affects that. */
const isOfReads = (fault: Fault): boolean => 'shows' in fates[fault];

/** @param only cases to use; with a single one, the rest only leads to it. */
function stepOf(only: readonly CaseName[]): fc.Arbitrary<Step> {
	const chosen = only.map((name) => cases[name]);
	const faults = chosen.flatMap(({ faults: of = [] }) => of);
	const more = new Set(chosen.flatMap(({ steps = [] }) => steps));
	const often = chosen.flatMap(({ work: of = [] }) => of);
	const [reads, writes] = [faults.filter(isOfReads), faults.filter((each) => !isOfReads(each))];
	const few = only.length === 1 && only[0] !== 'usual';
	return fc.oneof(
		...work,
		...(few ? [] : trouble),
		{ weight: few ? 3 : 5, arbitrary: faultStep('write', few ? lossesAlone : usualWrite, 3) },
		...(few ? [] : [{ weight: 2, arbitrary: faultStep('read', usualRead, 4) }]),
		...(few && often.length > 0
			? [{ weight: 12, arbitrary: fc.record({ do: fc.constantFrom(...often), which }) }]
			: []),
		...(writes.length > 0
			? [{ weight: few ? 8 : 4, arbitrary: faultStep('write', writes, 2) }]
			: []),
		...(reads.length > 0 ? [{ weight: few ? 8 : 1, arbitrary: faultStep('read', reads, 4) }] : []),
		...[...more].map((name) => ({ weight: few ? 6 : 1, arbitrary: caseSteps[name] })),
	);
}

const looks: fc.Arbitrary<Appearance> = fc.record({
	text: fc.constantFrom('kept', 'cut', 'cut', 'trimmed', 'normalised', 'upper'),
	mostText: fc.constantFrom(40, 80),
	instants: fc.constantFrom('millisecond', 'second', 'minute', 'day'),
	scale: fc.constantFrom(null, 2, 3),
	lists: fc.constantFrom('whole', 'whole', 'capped', 'pages', 'links'),
});

/** @param only one case beside the usual; default all. */
export function historiesOf(only?: CaseName): fc.Arbitrary<History> {
	const all = Object.keys(cases).filter(isCaseName);
	return fc.record({
		seed: fc.nat({ max: 1_000_000 }),
		kind: fc.record({
			references: fc.constantFrom(true, true, false),
			refusesRepeated: fc.constantFrom(true, true, false),
			refusalsDoNothing: fc.boolean(),
			listsAreCurrent: fc.constantFrom(true, true, true, false),
			holdMs: fc.constantFrom(0, 0, 10_000),
			lateCreates: fc.constantFrom(false, false, true),
			look:
				only === undefined
					? fc.oneof(fc.constant(plain), fc.constant(plain), looks)
					: only === 'forms'
						? looks
						: fc.constant(plain),
		}),
		steps: fc.array(stepOf(only === undefined ? all : [only]), {
			minLength: 4,
			maxLength: 30,
			size: 'max',
		}),
	});
}
