// The state every screen shows: account, network, outbox, copies, settings.
import type { AppState } from '../../../shared/bridge/app.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import { documentAreas } from '../../../shared/document/kinds.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { noConnection, type AccountConnection } from '../account-connection.ts';
import type { AccountInUse } from '../account-in-use.ts';
import type { ActiveAccount, Handlers } from '../context.ts';
import type { Events } from '../events.ts';
import type { FollowUps } from '../follow-up/follow-ups.ts';
import type { OutboxEngine } from '../outbox/engine.ts';
import { view } from '../session/session.ts';
import type { Store } from '../store/open.ts';
import { nothingNeedsYou, openWork } from '../store/open-work.ts';
import type { SettingsTable } from '../store/settings.ts';
import type { Sync } from '../sync/sync.ts';

interface AppParts {
	store: Store;
	followUps(): FollowUps;
	version: string;
	account: AccountInUse;
	connection: AccountConnection;
	outbox: OutboxEngine;
	sync: Sync;
	settings: SettingsTable;
	events: Events;
	diskFull(): boolean;
	nextState(): number;
}

export class App {
	readonly #parts: AppParts;
	readonly #work;
	readonly #locations;
	#practiceOutdated = false;

	constructor(parts: AppParts) {
		this.#parts = parts;
		this.#work = openWork(parts.store);
		this.#locations = parts.store.locations;
	}

	state(): AppState {
		const { account, connection, outbox, sync, settings, nextState, version, diskFull } =
			this.#parts;
		const inUse = account.current();
		const waits = outbox.counts();
		return {
			order: nextState(),
			version,
			account: inUse && view(inUse),
			session: connection.session(),
			network: connection.network(),
			outbox: waits,
			elsewhere: this.#work.elsewhere(inUse),
			sync: sync.state(),
			settings: settings.read(),
			practiceOutdated: this.#practiceOutdated,
			profileDamaged: account.profileDamaged(),
			diskFull: diskFull(),
			textRoom: outbox.textRoom(),
			needYou: waits.needYou === 0 ? nothingNeedsYou : this.#work.needYou(inUse),
			open: this.#work.counts(inUse, settings.read().locationId),
			followUps: this.#openFollowUps(inUse, settings.read().locationId),
		};
	}

	/** Of every location. */
	followUps(): FollowUps {
		return this.#parts.followUps();
	}

	#openFollowUps(account: ActiveAccount | null, locationId: string | null): number {
		return account === null || locationId === null
			? 0
			: this.followUps().recent(account, locationId);
	}

	practiceOutdated(is: boolean): void {
		if (is !== this.#practiceOutdated) this.#parts.events.appChanged();
		this.#practiceOutdated = is;
	}

	/** Chooses the location without asking if there is only one, or no choice matters; once all are known. */
	chooseLocation(): void {
		const { account, settings, sync } = this.#parts;
		const inUse = account.current();
		if (!inUse || settings.read().locationId !== null) return;
		if (!sync.state().tables.some(({ kind, complete }) => kind === 'location' && complete)) return;
		const byName = nameOrder(settings.read().locale);
		const known = this.#locations.all(inUse.accountId).sort((a, b) => byName(a.name, b.name));
		const [first] = known;
		if (first && (known.length === 1 || inUse.practice)) {
			settings.write({ locationId: first.locationId });
		}
	}

	readonly handlers: Handlers<'app' | 'network' | 'sync'> = {
		'app.state': () => succeed(this.state()),
		'network.check': async () => {
			await this.#parts.connection.connected()?.connectivity.pingSoon();
			return succeed(this.#parts.connection.network());
		},
		'sync.pull': async ({ lists = [] }) => {
			const { sync, settings, events } = this.#parts;
			if (lists.length === 0) {
				sync.pull();
				return succeed({});
			}
			const { locationId } = settings.read();
			const came = await Promise.all([
				sync.refreshLists(lists.filter((list) => list !== 'stock')),
				!lists.includes('stock') || locationId === null || sync.refreshStock(locationId),
			]);
			events.documentsChanged(documentAreas);
			return came.every(Boolean)
				? succeed({})
				: fail('unreachable', sync.state().failure ?? noConnection.said);
		},
	};
}
