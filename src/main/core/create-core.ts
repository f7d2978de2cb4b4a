// Builds the core, each part from what it needs, in order. Parts that come later are accessed at run time.
import { settingsInCall } from './acting-person.ts';
import { AccountConnection } from './account-connection.ts';
import { AccountInUse } from './account-in-use.ts';
import { AccountWork } from './account-work.ts';
import { App } from './app/app.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { CoreContext } from './context.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { documentReopening } from './document/reopen.ts';
import { Events } from './events.ts';
import { once } from './once.ts';
import type { LaneRow } from './outbox/action.ts';
import { createOutbox, type OutboxEngine } from './outbox/engine.ts';
import { ImportRuns } from './import/runs.ts';
import { recordParts } from './record/record.ts';
import { reopening, type OpenedCore, type OpenedData } from './reopening.ts';
import { FollowUps } from './follow-up/follow-ups.ts';
import { FolderCare } from './rescue/folder-care.ts';
import { rescueCapability } from './rescue/rescue.ts';
import { ServiceCheck } from './service-check/service-check.ts';
import { Accounts } from './store/accounts.ts';
import { serviceChecks } from './store/service-checks.ts';
import { settingsTable } from './store/settings.ts';
import { recordTelling } from './record/telling.ts';
import { refreshAfter } from './sync/refresh-after.ts';
import { Sync } from './sync/sync.ts';
import { areaOf } from '../../shared/document/stored.ts';

const assemble = (opened: OpenedData): OpenedCore => {
	const { dataFolder, store, ports, reopen, nextState } = opened;
	const { clock, log } = ports;
	const accounts = new Accounts(store.durable);
	const settings = settingsTable(store, ports.systemLocale);
	const found = accounts.current();

	const events: Events = new Events(clock, opened.listener, {
		areasOf: (laneIds) => areasOf(outbox, laneIds),
		appState() {
			app.chooseLocation();
			return app.state();
		},
	});
	const changed = () => events.appChanged();

	const connection = new AccountConnection(
		{
			store,
			ports,
			settings: () => settings.read(),
			changed,
			waits: () => outbox.counts().waiting > 0,
			opened: () => outbox.wake(),
			signedIn() {
				if (sync.state().asOf === null) sync.pull();
				outbox.wake();
			},
		},
		found,
	);
	const work: AccountWork = new AccountWork(() => ({
		connection,
		outbox,
		sync,
		runs,
		events,
		stopCheck: () => serviceCheck.stop(),
	}));
	const account: AccountInUse = new AccountInUse(
		{ accounts, connection, work, events, clock },
		found,
	);

	const folder = new FolderCare({
		dataFolder,
		store,
		ports,
		reopen,
		roomChanged(isFull) {
			changed();
			if (!isFull) outbox.wake();
		},
		copiesChanged: () => rescue().changed(),
	});

	const base: Omit<CoreContext, 'outbox' | 'sync'> = {
		store,
		ports,
		api: connection.api,
		appChanged: changed,
		account: () => account.current(),
		settings: () => settingsInCall(settings.read()),
		emit: (name, payload) => events.emit(name, payload),
	};
	const parts = { base, account, connection, folder, events };
	const outbox = outboxOf(parts, () => sync);
	const sync = syncOf(parts, outbox);
	const context: CoreContext = { ...base, outbox, sync };
	const records = once(() => recordParts(context));
	const runs = new ImportRuns(context, records);

	const app: App = new App({
		store,
		followUps: once(() => new FollowUps(context)),
		account,
		connection,
		outbox,
		sync,
		settings,
		events,
		nextState,
		version: ports.version,
		diskFull: () => folder.room.isFull(),
	});
	const rescue = once(() =>
		rescueCapability(context, {
			dataFolder,
			copies: folder.copies,
			checking: folder.checking,
			reopen,
			paused: (change) => work.betweenSends(change),
			secrets: () => connection.secrets(),
		}),
	);
	const serviceCheck = serviceCheckOf(context, { account, connection });

	const dispatch = createDispatch(
		capabilitiesOf({
			context,
			dataFolder,
			accounts,
			account,
			connection,
			settings,
			events,
			outbox,
			app,
			rescue,
			serviceCheck,
			records,
			runs,
		}),
		log,
		ports.crashPoint,
		{ ...dataFolderOf(folder), noteSaved: () => store.noteSaved() },
	);
	outbox.recover();
	return coreOf({ opened, events, connection, account, work, folder, dispatch });
};

const dataFolderOf = (folder: FolderCare) => ({
	isFull: () => folder.room.isFull(),
	full: () => {
		folder.room.give();
	},
	damaged: () => {
		folder.repair();
	},
});

function serviceCheckOf(
	context: CoreContext,
	{ account, connection }: Pick<Parts, 'account' | 'connection'>,
): ServiceCheck {
	const checks = serviceChecks(context.store.durable);
	return new ServiceCheck(context, checks, {
		secret: () => connection.secret(),
		use: (to, profile, secret) => account.switchTo(to, profile, secret),
		learned() {
			account.learn(({ accountId, profile }) => checks.learned(accountId, profile));
			context.outbox.wake();
		},
	});
}

interface Parts {
	base: Omit<CoreContext, 'outbox' | 'sync'>;
	account: AccountInUse;
	connection: AccountConnection;
	folder: FolderCare;
	events: Events;
}

const areasOf = ({ tables }: OutboxEngine, laneIds: readonly string[]) => {
	const lanes = laneIds.flatMap((laneId) => tables.lane(laneId) ?? []);
	return new Set(lanes.map(({ document }) => areaOf(document)));
};

function outboxOf(
	{ base, account, connection, folder, events }: Parts,
	sync: () => Sync,
): OutboxEngine {
	const { store, ports, api, settings } = base;
	const reopenDocument = once(() => documentReopening(store));
	const outdated = (lane: LaneRow, operation: string) => {
		const isBusy = connection.isReturning();
		refreshAfter({ sync: sync(), isBusy, log: ports.log }, lane, operation);
	};
	return createOutbox({
		store,
		ports,
		api,
		outdated,
		account: () => account.current(),
		person: () => settings().person,
		undoMs: () => settings().undoSeconds * 1_000,
		maySend: () => !folder.room.isFull() && !account.profileDamaged() && connection.maySend(),
		atOnce: () => (connection.isReturning() ? 1 : (account.current()?.profile.lanesAtOnce ?? 1)),
		changed: (laneIds) => {
			events.lanesChanged(laneIds);
		},
		confirmed(lane, operation, laneDone) {
			if (laneDone) outdated(lane, operation);
		},
		reopen: (lane, taken) => {
			reopenDocument()(lane, taken);
		},
		giveRoom: () => folder.room.give(),
		damaged: () => {
			folder.repair();
		},
	});
}

const syncOf = ({ base, account, connection, folder }: Parts, outbox: OutboxEngine): Sync =>
	new Sync({
		context: base,
		standing: () =>
			folder.room.isFull() || account.profileDamaged() ? 'away' : connection.standing(),
		cameWhole: (kind, begunAt) => outbox.listCame(kind, begunAt),
		cameAlone: (kind, serverId) => outbox.copyCame(kind, serverId),
		recordsCame: recordTelling(base.store),
		waiting: () => outbox.counts().waiting > 0 || connection.isReturning(),
	});

interface RunningParts extends Omit<Parts, 'base'> {
	opened: OpenedData;
	work: AccountWork;
	dispatch: Dispatch;
}

function coreOf({
	opened: { store, ports, again },
	events,
	connection,
	account,
	work,
	folder,
	dispatch,
}: RunningParts): OpenedCore {
	const core: OpenedCore = {
		call: async (name, input, person) => {
			const reply = await dispatch(name, input, { connection: 'direct', person });
			return reply as Awaited<ReturnType<typeof core.call<typeof name>>>; // The handler of this name made it.
		},
		callUnchecked: (name, input, caller) => dispatch(name, input, caller),
		async start() {
			if (!(await folder.checkFirst())) return;
			work.begin();
			if (again) events.allChanged();
			folder.start();
			// The host starts the practice service and knows its secret.
			if (account.current()?.practice && ports.practice) await core.call('session.practise', {});
		},
		suspend() {
			connection.connected()?.connectivity.suspend();
		},
		resume() {
			connection.connected()?.connectivity.resume();
		},
		async stop() {
			await work.end();
			events.end();
			await folder.stop();
			store.close();
		},
	};
	return core;
}

export const createCore = reopening(assemble);
