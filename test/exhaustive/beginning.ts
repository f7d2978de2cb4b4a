// Where a life begins: a scene, and what survived the life before.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { createOutbox } from '../../src/main/core/outbox/engine.ts';
import type { NewAction, NewLane } from '../../src/main/core/outbox/outbox.ts';
import type { Clock, CorePorts, Fetch } from '../../src/main/core/ports.ts';
import { LazyDatabase } from '../../src/main/core/store/lazy-statements.ts';
import { openStore, type Sqlite, type Store } from '../../src/main/core/store/open.ts';
import { storeOf } from '../../src/main/core/store/store-of.ts';
import { nothingLearned } from '../../src/shared/service/behaviour.ts';
import { serviceProfile, type ServiceProfile } from '../../src/shared/service/profile.ts';
import type { Call } from '../simulation/service.ts';
import { holding, quietPorts, silentLog } from '../support/ports.ts';
import { addAccounts } from '../support/store.ts';
import { virtualClock } from '../support/virtual-clock.ts';

/** What survives the program: its files, and what the service did or will still do. */
export interface Beginning {
	/** Equal for starts with the same possible futures. */
	key: string;
	durable: Buffer;
	cache: Buffer;
	/** Our writes applied by the service, in order. */
	done: readonly Write[];
	/** A request the service applies after we gave up, on the timeline below. */
	late: (Write & { dueAt: number }) | null;
	/** Per action: what is known from its requests and answers. */
	known: ReadonlyMap<string, Known>;
	/** ms since the first life began. */
	at: number;
}

export interface Write {
	call: Call;
	actionId: string;
}

export interface Known {
	/** `maybe`: a request may have been applied; `signed-out`: the same, and its token was refused. */
	sent: 'never' | 'maybe' | 'signed-out' | 'settled';
	/** When the last such request was given up. */
	since: number;
	/** Conclusive probes since then, each after its pause. */
	looks: number;
	lookedAt: number;
	/** A person ordered it again. */
	ordered: boolean;
}

export interface Scene {
	lane: NewLane;
	actions: readonly NewAction[];
	profile: z.input<typeof serviceProfile>;
}

export const unknown: Known = { sent: 'never', since: 0, looks: 0, lookedAt: 0, ordered: false };

/** Whether a look at the service at this time counts: two do, each after its pause. */
export const lookCounts = (
	{ sent, since, looks, lookedAt }: Known,
	{ pauses }: ServiceProfile,
	at: number,
): boolean =>
	sent === 'maybe' &&
	looks < 2 &&
	at >= (looks === 0 ? since + pauses.beforeProbeMs : lookedAt + pauses.betweenProbesMs);

export const accountId = 'account-1';
export const person = 'Kit';
export const startedAt = Date.UTC(2026, 10, 20, 9);
/** Equal pauses, so that the number of failed probes does not affect the future. */
export const profileOf = (scene: Scene): ServiceProfile =>
	serviceProfile.parse({
		paging: { style: 'none' },
		...scene.profile,
		pauses: { retryFirstMs: 1_000, retryMostMs: 1_000, staleAfterMs: 0 },
		resendsWhenAbsent: 1,
		timeouts: { readMs: 30_000, writeMs: 60_000 },
	});

export function firstBeginning(scene: Scene): Beginning {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-exhaustive-'));
	const store = openStore(folder);
	try {
		addAccounts(store, [accountId]);
		const clock = virtualClock(startedAt);
		const outbox = createOutbox({
			store,
			ports: portsOf(clock, { read: noFetch, write: noFetch }, () => undefined),
			account: () => ({ accountId, profile: profileOf(scene), learned: nothingLearned }),
			api: {
				read: never,
				readAll: never,
				readFirst: never,
				readByName: never,
				readAllByName: never,
				write: never,
			},
			maySend: () => false,
			person: () => person,
			changed: () => undefined,
			confirmed: () => undefined,
			reopen: () => undefined,
		});
		const queued = store.durable
			.transaction(() => outbox.enqueue(scene.lane, scene.actions, { mayWait: true }))
			.immediate();
		if (!queued.ok) throw new Error(queued.message);
		return {
			key: '',
			durable: contentOf(store.durable),
			cache: contentOf(store.cache),
			done: [],
			late: null,
			known: new Map(),
			at: 0,
		};
	} finally {
		store.close();
		rmSync(folder, { recursive: true });
	}
}

/** Its files in memory: a crash leaves what was committed, and thousands of files would cost more than all the rest. */
export function openFiles(from: Beginning): Store {
	const [durable, cache] = [openContent(from.durable), openContent(from.cache)];
	return storeOf({
		durable,
		cache,
		noteSaved: () => undefined,
		close() {
			cache.close();
			durable.close();
		},
	});
}

export const portsOf = (
	clock: Clock,
	network: CorePorts['network'],
	crashPoint: (label: string) => void,
) => ({
	...quietPorts(),
	clock,
	network,
	crashPoint,
	secrets: holding('secret'),
	log: { ...silentLog },
});

function contentOf(db: Sqlite): Buffer {
	const content = db.serialize();
	// Bytes 18 and 19 of the header announce a write-ahead log; an in-memory database has none.
	// https://www.sqlite.org/fileformat2.html#file_format_version_numbers
	content.fill(1, 18, 20);
	return content;
}

function openContent(content: Buffer): Sqlite {
	const db = new LazyDatabase(content);
	db.pragma('foreign_keys = ON');
	return db;
}

const never = () => Promise.reject(new Error('Nothing is sent before the first life.'));
const noFetch: Fetch = never;
