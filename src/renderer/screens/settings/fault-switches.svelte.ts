// Practice service faults as switches: one per kind, with scope and repetitions.
import { faultKind, type Fault, type FaultKind } from '../../../shared/bridge/practice.ts';
import type { Failure, Reply } from '../../../shared/bridge/reply.ts';

interface FaultCalls {
	readonly read: () => Promise<Reply<{ faults: Fault[] }>>;
	readonly write: (faults: Fault[]) => Promise<Reply<{ faults: Fault[] }>>;
}

/** Requests before a fault ends; null until switched off. */
export const timesOnOffer = [null, 1, 3, 10] as const;

/** Operations a fault can be limited to, beside all (`*`) and all writes (`writes`). */
export const scopes = [
	'*',
	'writes',
	'wastage.create',
	'wastage.submit',
	'transferOut.create',
	'transferOut.submit',
	'transferIn.receive',
	'inventoryItem.changeStock',
] as const;
export type Scope = (typeof scopes)[number];

class FaultSwitch {
	readonly kind: FaultKind;
	on = $state(false);
	scope = $state<Scope>('*');
	times = $state<number | null>(null);

	constructor(kind: FaultKind) {
		this.kind = kind;
		// A network is down for everything; lost requests are interesting for writes.
		if (kind !== 'offline' && kind !== 'slow' && kind !== 'html') this.scope = 'writes';
	}
}

export class FaultSwitches {
	readonly switches = faultKind.options.map((kind) => new FaultSwitch(kind));
	failure = $state.raw<Failure | null>(null);
	readonly #calls: FaultCalls;
	/** The active faults by the last answer. */
	#active: readonly Fault[] = [];
	#asked = 0;
	#applying = 0;

	constructor(calls: FaultCalls) {
		this.#calls = calls;
	}

	get anyOn(): boolean {
		return this.switches.some(({ on }) => on);
	}

	/** Faults end by themselves, so reload after every request sent. */
	load = async (): Promise<void> => {
		// Applying returns the active faults itself.
		if (this.#applying === 0) await this.#show(this.#calls.read());
	};

	/** Activates what the switches say. */
	apply = async (): Promise<void> => {
		const faults = this.switches
			.filter(({ on }) => on)
			.map(({ kind, scope, times }) => ({
				kind,
				operation: scope,
				times,
				probability: 1,
				delayMs: 3_000,
			}));
		this.#applying += 1;
		await this.#show(this.#calls.write(faults));
		this.#applying -= 1;
	};

	async allOff(): Promise<void> {
		for (const each of this.switches) each.on = false;
		await this.apply();
	}

	/** Answers may overtake each other: the last request counts. */
	async #show(called: Promise<Reply<{ faults: Fault[] }>>): Promise<void> {
		const asked = ++this.#asked;
		const reply = await called;
		if (asked === this.#asked) this.#take(reply);
	}

	#take(reply: Reply<{ faults: Fault[] }>): void {
		this.failure = reply.ok ? null : reply;
		if (reply.ok) this.#active = reply.value.faults;
		for (const each of this.switches) {
			const fault = this.#active.find(({ kind }) => kind === each.kind);
			each.on = fault !== undefined;
			if (fault === undefined) continue;
			each.times = fault.times;
			each.scope = scopes.find((scope) => scope === fault.operation) ?? each.scope;
		}
	}
}
