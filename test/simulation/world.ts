// The world of a history: clock, network, service, the running program, and a record of people's actions for the
// checks.
import type { ActiveAccount } from '../../src/main/core/context.ts';
import type { ActionRow } from '../../src/main/core/outbox/action.ts';
import type { Wish } from '../../src/main/core/store/recovery.ts';
import type { NewAction, NewLane } from '../../src/main/core/outbox/outbox.ts';
import { nothingLearned } from '../../src/shared/service/behaviour.ts';
import { findOperation } from '../../src/shared/service/index.ts';
import type { Operation } from '../../src/shared/service/operation.ts';
import { serviceProfile, type ServiceProfile } from '../../src/shared/service/profile.ts';
import { listCopies } from '../../src/main/core/store/copies.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import type { CrashLabel, History, Kind } from './history.ts';
import { SimulatedNetwork, type Sent } from './network.ts';
import { Crash, Run } from './program.ts';
import { simulatedService, type Effect, type SimulatedService } from './service.ts';
import type { Violation } from './violation.ts';

/** Two people of one service, each with an account on this PC. */
export const people = [
	{ accountId: 'account-1', clientId: 'client-1', person: 'Kit' },
	{ accountId: 'account-2', clientId: 'client-2', person: 'Ana' },
] as const;
export type Person = (typeof people)[number];

/** Within the time that copies are searched. */
export const longAfterThePause = 1_200_000;

export interface Entry {
	accountId: string;
	lane: NewLane;
	actions: NewAction[];
	/** Approvals are queued offline only if the person allows it. */
	mayWait: boolean;
}

/** Coverage of a history, to show that a run reached everything. */
export interface Seen {
	crashes: Set<CrashLabel>;
	faults: Set<string>;
	states: Set<string>;
	/** How conflicting edits ended, as named in a step's history. */
	edits: Set<string>;
	/** Duplicates shown to a person at the end. */
	duplicates: number;
}

interface Order {
	actionId: string;
	choice: 'again' | 'done' | 'discard' | 'take-back' | 'edit';
	/** ms of the steady clock. */
	at: number;
	/** The person was told that no answer was usable. */
	knowsNothing?: boolean;
}

export class World {
	readonly kind: Kind;
	readonly folder: string;
	readonly clock = virtualClock();
	readonly random: () => number;
	/** As the person set it last; unknown to the service. */
	profile: ServiceProfile;
	readonly service: SimulatedService;
	readonly net: SimulatedNetwork;
	inUse: Person = people[0];
	run: Run;

	crashAt: { at: CrashLabel; nth: number; power: boolean } | null = null;

	readonly entries: Entry[] = [];
	readonly orders: Order[] = [];
	/** Intents shown as saved, with their requests. */
	readonly acknowledged = new Map<string, { operation: string; payload: string } | null>();
	/** Actions the program reported as done, and when first. */
	readonly toldDone = new Map<string, number>();
	/** Actions that were done before a crash, or before the file lost its last commits, and when that was. */
	readonly doneUntold = new Map<string, number>();
	mistakes = 0;
	rolledBack = 0;
	readonly intents = new Map<string, string>();
	/** Of these, the steps missing from the file when the program reported possible loss. */
	readonly lost = new Map<string, string>();
	readonly crashed = new Set<CrashLabel>();
	readonly statesReached = new Set<string>();
	readonly editsMet = new Set<string>();
	/** At the end: duplicates awaiting a person. */
	duplicates = 0;
	/** The first violation, even if the program caught the exception. */
	violation: Violation | null = null;
	/** A check's own exception. */
	broken: Error | null = null;
	#ids = 0;

	/** @param latestMs how long after we gave up the service may still apply a request. */
	constructor({ seed, kind }: History, folder: string, latestMs: number) {
		this.kind = kind;
		this.folder = folder;
		this.random = randomFrom(seed);
		this.profile = serviceProfile.parse({
			// Can be stated only if lists come in one page.
			...(kind.look.lists === 'whole' ? { paging: { style: 'none' } } : {}),
			reference: kind.references ? {} : forEach(null),
			// Text limits are unknown if the service rewrites texts.
			...(kind.look.text === 'kept' ? { textLimits: forEach(500) } : {}),
			behaviour: {
				keepsReferences: kind.references,
				refusesRepeatedTransition: kind.refusesRepeated,
				refusalsDoNothing: kind.refusalsDoNothing,
				listsAreCurrent: kind.listsAreCurrent,
			},
			pauses: { holdMs: kind.holdMs },
			// So that ky's timer, on the real clock, never ends a request before the simulation does.
			timeouts: { readMs: 30_000, writeMs: 60_000 },
		});
		this.service = simulatedService(this.profile, () => this.clock.monotonic(), kind.look);
		this.net = new SimulatedNetwork({
			clock: this.clock,
			random: this.random,
			service: this.service,
			profile: this.profile,
			latestMs: ({ operation }) =>
				kind.lateCreates && operation.answer.kind === 'created' ? longAfterThePause : latestMs,
		});
		this.run = new Run(this);
	}

	/** The reference field changes; the service treats it the same. */
	setReferenceField(field: string): void {
		this.profile = { ...this.profile, reference: { ...this.profile.reference, ...forEach(field) } };
	}

	copies() {
		return listCopies(this.folder);
	}

	get other(): Person {
		return people.find((each) => each !== this.inUse) ?? this.inUse;
	}

	account(): ActiveAccount {
		return {
			accountId: this.inUse.accountId,
			serviceUrl: 'http://service.test',
			clientId: this.inUse.clientId,
			name: 'Simulation',
			practice: false,
			profile: this.profile,
			learned: nothingLearned,
		};
	}

	newId(): string {
		this.#ids += 1;
		return `00000000-0000-7000-8000-${String(this.#ids).padStart(12, '0')}`;
	}

	/** Keeps the first violation, so that no catch hides it. */
	note(found: Violation): Violation {
		this.violation ??= found;
		return this.violation;
	}

	/** A timer's or person's call into the program: only a crash may escape it. */
	guarded<Result>(work: () => Result): Result | null {
		try {
			return work();
		} catch (error) {
			if (error instanceof Crash) return null;
			throw error;
		}
	}

	/** Restarts the program; a crash may be scheduled for the start itself. */
	async beAlive(): Promise<void> {
		while (!this.run.alive) await this.reopen();
	}

	async reopen(wish?: Wish): Promise<void> {
		await this.clock.settle();
		this.run.letGo();
		this.run = new Run(this, wish);
		await this.clock.settle();
	}

	actions(): ActionRow[] {
		return this.run.store.durable.prepare<[], ActionRow>('SELECT * FROM action ORDER BY seq').all();
	}

	mine(): ActionRow[] {
		return this.actions().filter(({ account_id }) => account_id === this.inUse.accountId);
	}

	laneOf({ lane_id }: ActionRow) {
		return this.run.outbox.tables.lane(lane_id);
	}

	requestsOf(actionId: string): Sent[] {
		return this.net.sent.filter((each) => each.actionId === actionId);
	}

	/** Requests of a step, also before the file lost it and it was re-entered. */
	everSentOf(row: ActionRow): Sent[] {
		const ids = this.everKnownAs(row);
		return this.net.sent.filter(({ actionId }) => actionId !== null && ids.includes(actionId));
	}

	/** Effects of a step, also before the file lost it and it was re-entered. */
	effectsOf(row: ActionRow): Effect[] {
		const ids = this.everKnownAs(row);
		return this.service.effects.filter(({ actionId }) => ids.includes(actionId));
	}

	/** A step's ids: its own, and those before the file lost it. */
	everKnownAs({ action_id: id, intent_id: intent }: ActionRow): string[] {
		return [id, ...[...this.lost].flatMap(([lost, its]) => (its === intent ? [lost] : []))];
	}

	addTo(seen: Seen): void {
		for (const label of this.crashed) seen.crashes.add(label);
		for (const fault of this.net.met) seen.faults.add(fault);
		for (const state of this.statesReached) seen.states.add(state);
		for (const edit of this.editsMet) seen.edits.add(edit);
		seen.duplicates += this.duplicates;
	}

	async end(): Promise<void> {
		this.run.die();
		await this.clock.settle();
		this.run.letGo();
	}

	/** All events and writes, for reading a failure. */
	tell(): string {
		const events = this.run.store.durable
			.prepare<[], { line: string }>(
				`SELECT e.at || ' ' || a.operation || ' ' || substr(e.action_id, -3) || ': ' || e.from_state || ' → ' ||
					e.to_state || ' (' || trim(e.code || ' ' || e.why) || ')' AS line
				 FROM step_event e JOIN action a USING (action_id) ORDER BY e.place, e.step`,
			)
			.all()
			.map(({ line }) => line);
		const writes = this.net.sent
			.filter(({ actionId }) => actionId !== null)
			.map(
				({ at, call, actionId, attempt, status }) =>
					`after ${String(at)} ms ${call.operation.name} ${actionId?.slice(-3) ?? ''}, attempt ${String(attempt)} → ${String(status ?? 'no answer')}`,
			);
		const effects = this.service.effects.map(
			({ actionId, documentId, at }) =>
				`after ${String(at)} ms it was done: ${actionId.slice(-3)} ${documentId ?? ''}`,
		);
		return [...events, ...writes, ...effects].join('\n');
	}
}

const forEach = <Value>(value: Value) => ({
	wastage: value,
	transferOut: value,
	transferIn: value,
	purchaseOrder: value,
	returnOrder: value,
});

export const isBeforePerson = ({ state }: ActionRow): boolean =>
	state === 'attention' || state === 'stale-review';

/** An answer, or a person by mistake, named another entry's document. */
export const isNamedWrongly = ({ net, mistakes }: World): boolean =>
	net.met.has('names-another write') || mistakes > 0;

export const operationOf = (row: ActionRow): Operation => {
	const operation = findOperation(row.operation);
	if (!operation) throw new Error(`No operation is called ${row.operation}.`);
	return operation;
};

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
