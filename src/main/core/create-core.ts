// Puts the core together: files, session, connectivity, outbox, copies, capabilities, and the events between them.
import { join } from 'node:path';
import type { AppState } from '../../shared/bridge/app.ts';
import type { Caller, EventName, EventPayload } from '../../shared/bridge/contract.ts';
import { fail, succeed } from '../../shared/bridge/reply.ts';
import { nameOrder } from '../../shared/domain/name-order.ts';
import { createClient, type Client } from './api/client.ts';
import { createConnectivity, type Connectivity } from './api/connectivity.ts';
import type { ServiceApi } from './api/service-api.ts';
import type { TokenResult } from './api/session.ts';
import type { ReadFailure } from './api/verdict.ts';
import { catalogueCapability } from './catalogue/catalogue.ts';
import type { ActiveAccount, CoreContext, Handlers } from './context.ts';
import type { Core } from './core.ts';
import { createDispatch } from './dispatch.ts';
import { areaOf, documentReopening } from './document/reopen.ts';
import { once } from './once.ts';
import { outboxCapability } from './outbox/calls.ts';
import { createOutbox } from './outbox/engine.ts';
import type { LaneRow } from './outbox/action.ts';
import { labelOf } from './outbox/lane-label.ts';
import { photoCapability } from './photo/photo.ts';
import { practiceCapability } from './practice/practice.ts';
import { reopening, type OpenedData } from './reopening.ts';
import { createChecking } from './rescue/checking.ts';
import { createDailyCopies } from './rescue/daily-copies.ts';
import { rescueCapability } from './rescue/rescue.ts';
import { createRoom } from './rescue/room.ts';
import { recipeCapability } from './recipe/recipe.ts';
import { serviceCheckCapability } from './service-check/service-check.ts';
import { sessionCapability, view } from './session/session.ts';
import { settingsCapability } from './settings/settings.ts';
import { countPaperCapability } from './stocktake/checking.ts';
import { countHistoryCapability } from './stocktake/history.ts';
import { countPlanCapability } from './stocktake/plans.ts';
import { countCutOff } from './stocktake/cut-off.ts';
import { evidenceCapability } from './stocktake/evidence.ts';
import { postingCapability } from './stocktake/posting-progress.ts';
import { stocktakeCapability } from './stocktake/stocktake.ts';
import { accounts as accountTable } from './store/accounts.ts';
import type { CachedDocument } from './store/cache-records.ts';
import { locations as locationTable } from './store/locations.ts';
import { nothingNeedsYou, openWork } from './store/open-work.ts';
import { scanCapability } from './scan/scan.ts';
import { photoFiles } from './store/photos.ts';
import { serviceChecks } from './store/service-checks.ts';
import { settingsTable } from './store/settings.ts';
import { createSync } from './sync/sync.ts';
import { transferCapability } from './transfer/transfer.ts';
import { wastageCapability } from './wastage/wastage.ts';

/** An account's connection: the client with its session, and what is known of the network. */
interface Connection {
	account: ActiveAccount;
	client: Client;
	connectivity: Connectivity;
}

const assemble = ({ dataFolder, store, ports, reopen, again, nextState }: OpenedData): Core => {
	const { clock, log } = ports;
	const accounts = accountTable(store.durable);
	const locations = locationTable(store.cache);
	const drawReadNo = store.cache
		.prepare<[], number>('UPDATE read_counter SET last = last + 1 RETURNING last')
		.pluck();

	let started = false;
	let stopped = false;
	let practiceOutdated = false;
	let account = accounts.current();
	let connection: Connection | null = null;
	/** Whether the profile of the account in use is damaged, so that nobody chose the settings that stand in for it. */
	const profileDamaged = (): boolean => {
		if (account !== profileReadOf.account) {
			const damaged = account && accounts.damagedProfile(account.accountId);
			profileReadOf = { account, damaged: damaged !== null };
		}
		return profileReadOf.damaged;
	};
	let profileReadOf: { account: ActiveAccount | null; damaged: boolean } = {
		account: null,
		damaged: false,
	};
	/** The account that a start found in use, until something needs its connection: the first answer does not. */
	let toConnect = account;

	// ── Events ─────────────────────────────────────────────────────────────────────────────────────────────────────

	const listeners = new Set<(name: string, payload: unknown) => void>();
	const emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => {
		for (const listener of listeners) listener(name, payload);
	};

	/** Collects what changed and tells it once, after the present work. */
	let telling = false;
	let appIsOld = false;
	const changedLanes = new Set<string>();
	const tellSoon = () => {
		if (telling) return;
		telling = true;
		clock.after(0, () => {
			telling = false;
			if (stopped) return;
			const laneIds = [...changedLanes];
			changedLanes.clear();
			if (laneIds.length > 0) {
				emit('outbox.changed', { laneIds });
				const lanes = laneIds.flatMap((laneId) => outbox.tables.lane(laneId) ?? []);
				for (const area of new Set(lanes.map((lane) => areaOf[lane.document]))) {
					emit('documents.changed', { area });
				}
			}
			if (appIsOld) {
				appIsOld = false;
				chooseLocation();
				emit('app.changed', appState());
			}
		});
	};
	const appChanged = () => {
		appIsOld = true;
		tellSoon();
	};

	// ── The account's connection ───────────────────────────────────────────────────────────────────────────────────

	/** By account, until when its service asked to wait; it holds also after another account was in use. */
	const askedToWait = new Map<string, number | null>();

	const connect = (to: ActiveAccount): Connection => {
		const connectivity = createConnectivity({
			clock,
			random: ports.random,
			pauses: to.profile.pauses,
			locations: () => locations.all(to.accountId).length,
			waitsUntil: askedToWait.get(to.accountId) ?? null,
			systemOnline: ports.systemOnline,
			changed: appChanged,
			waits: () => outbox.counts().waiting > 0,
			opened: () => {
				if (connection?.connectivity === connectivity) outbox.wake();
			},
		});
		const client = createClient({
			account: to,
			network: ports.network,
			secrets: ports.secrets,
			clock,
			log,
			connectivity,
			nextReadNo: () => drawReadNo.get() ?? 0,
			clockOf(locationId) {
				const place = locationId ?? settings().locationId;
				return place !== null && locations.knows(to.accountId, place)
					? locations.get(to.accountId, place)
					: null;
			},
			sessionChanged: () => {
				appChanged();
				if (connection?.client === client && client.session.state() === 'signed-in') {
					if (sync.state().asOf === null) sync.pull();
					outbox.wake();
				}
			},
		});
		return { account: to, client, connectivity };
	};

	const connected = (): Connection | null => {
		if (toConnect) {
			connection = connect(toConnect);
			toConnect = null;
		}
		return connection;
	};

	const open = () => {
		const opened = connected();
		if (!started || !opened) return;
		const { client, connectivity } = opened;
		connectivity.start(() => client.probe());
		void connectivity.probeNow();
		outbox.start();
		sync.start();
	};

	const close = async () => {
		serviceCheck.stop();
		if (connection) {
			connection.connectivity.stop();
			askedToWait.set(connection.account.accountId, connection.connectivity.waitsUntil());
		}
		await sync.stop();
		await outbox.stop();
		connection = null;
		toConnect = null;
	};

	const api: ServiceApi = {
		serviceNow: () => connected()?.client.serviceNow?.() ?? null,
		read: (name, input) => connected()?.client.read(name, input) ?? Promise.resolve(noConnection),
		readAll: (name, input, reader) =>
			connected()?.client.readAll(name, input, reader) ?? Promise.resolve(noConnection),
		readByName: (name, input) =>
			connected()?.client.readByName(name, input) ?? Promise.resolve(noConnection),
		readAllByName: (name, input) =>
			connected()?.client.readAllByName(name, input) ?? Promise.resolve(noConnection),
		write: (name, input) =>
			connected()?.client.write(name, input) ??
			Promise.resolve({
				kind: 'not-sent',
				code: 'no-connection',
				said: noConnection.said,
				waitUntil: null,
			}),
	};

	// ── The parts ──────────────────────────────────────────────────────────────────────────────────────────────────

	const settingsKept = settingsTable(store, ports.systemLocale);
	const settings = () => settingsKept.read();
	const base = { store, ports, account: () => account, settings, api, emit, appChanged };

	// ── The data folder ────────────────────────────────────────────────────────────────────────────────────────────

	const room = createRoom({
		dataFolder,
		store,
		disk: ports.disk,
		clock,
		log,
		changed: () => {
			if (stopped) return;
			appChanged();
			if (!room.isFull()) outbox.wake();
		},
	});
	const checking = createChecking({ clock, log, checkFile: ports.checkFile });
	const copies = createDailyCopies({
		dataFolder,
		durable: store.durable,
		clock,
		log,
		// What is left on a full disk is kept for the answers to what is on its way.
		free: () => (room.isFull() ? 0 : (ports.disk?.free(dataFolder) ?? null)),
		copyFile: ports.copyFile,
		changed: () => rescue().changed(),
	});
	const mend = () => {
		reopen({ kind: 'check' }).catch((error: unknown) => {
			log.error('The data could not be mended', { error: String(error) });
		});
	};

	/** Nothing is sent from a file that is not sound. @returns false when it is being mended instead */
	const checkFirst = async (): Promise<boolean> => {
		const wrong = await checking.open(store.durable);
		if (stopped) return false;
		if (wrong === null) return true;
		log.error('stillroom.db is damaged', { said: wrong });
		await reopen({ kind: 'check' });
		return false;
	};

	const reopenDocument = once(() => documentReopening(store));
	const outbox = createOutbox({
		store,
		ports,
		api,
		account: () => account,
		person: () => settings().person,
		undoMs: () => settings().undoSeconds * 1_000,
		maySend: () =>
			!room.isFull() &&
			!profileDamaged() &&
			connection !== null &&
			connection.connectivity.open() &&
			connection.client.session.state() !== 'secret-needed',
		// Many come back with us: one request of this PC at a time.
		atOnce: () =>
			connection?.connectivity.returning() === true ? 1 : (account?.profile.lanesAtOnce ?? 1),
		changed: (laneIds) => {
			for (const laneId of laneIds) changedLanes.add(laneId);
			appChanged();
		},
		confirmed: (lane, operation, laneDone) => {
			if (!laneDone) return;
			refreshAfter(lane, operation);
		},
		outdated: (lane, operation) => {
			refreshAfter(lane, operation);
		},
		reopen: (lane, taken) => reopenDocument()(lane, taken),
		giveRoom: () => room.give(),
		damaged: () => mend(),
	});

	const sync = createSync(
		base,
		() => {
			if (room.isFull() || profileDamaged() || connection === null) return 'away';
			if (connection.connectivity.open()) return 'there';
			return connection.connectivity.state().state === 'busy' ? 'busy' : 'away';
		},
		(kind, begunAt) => outbox.listCame(kind, begunAt),
		(kind, serverId) => outbox.copyCame(kind, serverId),
		() => outbox.counts().waiting > 0 || connection?.connectivity.returning() === true,
	);

	/** Our copy of the document, and of the stock it moved, is old now. */
	const refreshAfter = (lane: LaneRow, operation: string) => {
		const work: Promise<unknown>[] = [];
		const isBusy = connection?.connectivity.returning() === true;
		const refresh = (kind: CachedDocument) => {
			if (lane.server_id === null) return;
			// The pull that follows brings it; until then every request is wanted for what still waits.
			if (isBusy) sync.outdated({ kind, locationId: '' });
			else work.push(sync.refreshDocument(kind, lane.server_id));
		};
		if (lane.document === 'wastage') refresh('wastage');
		if (lane.document === 'transfer-out') refresh('transferOut');
		if (lane.document === 'transfer-in') refresh('transferIn');
		if (operation === 'transferIn.receive' || operation === 'inventoryItem.changeStock') {
			const { locationId } = labelOf(lane);
			if (locationId !== '' && isBusy) sync.outdated({ kind: 'stock', locationId });
			else if (locationId !== '') work.push(sync.refreshStock(locationId));
		}
		Promise.all(work).catch((error: unknown) => {
			log.warn('A copy could not be fetched again', { error: String(error) });
		});
	};

	const context: CoreContext = { ...base, outbox, sync };
	const work = openWork(store);
	/** Whatever a screen shows may be other work now. */
	const allChanged = () => {
		for (const area of ['stocktake', 'wastage', 'transfer'] as const) {
			emit('documents.changed', { area });
		}
		emit('outbox.changed', { laneIds: [] });
		appChanged();
	};
	/** Work comes or goes as a whole only while nothing of it is on its way. */
	const betweenSends = async <Result>(change: () => Result): Promise<Result> => {
		await outbox.stop();
		try {
			return change();
		} finally {
			if (started) outbox.start();
			allChanged();
		}
	};

	const rescue = once(() =>
		rescueCapability(context, {
			dataFolder,
			copies,
			checking,
			reopen,
			paused: betweenSends,
			secrets: () => connection?.client.session.secrets() ?? [],
		}),
	);

	/**
	 * Where there is nothing to choose, or nothing depends on it, the location is chosen without asking: once all of them
	 * have come, because one of the first is no choice made.
	 */
	const chooseLocation = () => {
		if (!account || settings().locationId !== null) return;
		if (!sync.state().tables.some(({ kind, complete }) => kind === 'location' && complete)) return;
		const byName = nameOrder(settings().locale);
		const known = locations.all(account.accountId).sort((a, b) => byName(a.name, b.name));
		const [first] = known;
		if (first && (known.length === 1 || account.practice)) {
			settingsKept.write({ locationId: first.locationId });
		}
	};

	const appState = (): AppState => {
		const waits = outbox.counts();
		return {
			order: nextState(),
			version: ports.version,
			account: account && view(account),
			session: connection?.client.session.state() ?? 'none',
			network: connection?.connectivity.state() ?? {
				state: 'unknown',
				lastAnswerAt: null,
				nextProbeAt: null,
				reason: null,
			},
			outbox: waits,
			elsewhere: work.elsewhere(account),
			sync: sync.state(),
			settings: settings(),
			practiceOutdated,
			profileDamaged: profileDamaged(),
			diskFull: room.isFull(),
			textRoom: outbox.textRoom(),
			needYou: waits.needYou === 0 ? nothingNeedsYou : work.needYou(account),
			open: work.counts(account, settings().locationId),
		};
	};

	const appHandlers: Handlers<'app' | 'network' | 'sync'> = {
		'app.state': () => succeed(appState()),
		async 'network.check'() {
			await connected()?.connectivity.probeSoon();
			return succeed(appState().network);
		},
		async 'sync.pull'({ lists = [] }) {
			if (lists.length === 0) {
				sync.pull();
				return succeed({});
			}
			const { locationId } = settings();
			const came = await Promise.all([
				sync.refreshLists(lists.filter((list) => list !== 'stock')),
				!lists.includes('stock') || locationId === null || sync.refreshStock(locationId),
			]);
			for (const area of ['wastage', 'transfer'] as const) emit('documents.changed', { area });
			return came.every(Boolean)
				? succeed({})
				: fail('unreachable', sync.state().failure ?? noConnection.said);
		},
	};

	const switchTo = async (
		to: ActiveAccount,
		profile: unknown,
		secret: string,
	): Promise<TokenResult> => {
		const candidate = connect(to);
		const result = await candidate.client.session.signIn(secret);
		if (!result.ok) return result;
		await close();
		accounts.use(to, profile, clock.now());
		account = to;
		connection = candidate;
		open();
		allChanged();
		return result;
	};

	const checks = serviceChecks(store.durable);
	const serviceCheck = serviceCheckCapability(context, checks, {
		secret: () => connected()?.client.session.secret() ?? Promise.resolve(null),
		use: switchTo,
		learned: () => {
			if (!account) return;
			account = { ...account, learned: checks.learned(account.accountId, account.profile) };
			outbox.wake();
		},
	});

	const catalogue = once(() => catalogueCapability(context));
	const wastage = once(() => wastageCapability(context));
	const transfer = once(() => transferCapability(context));
	const cutOff = once(() =>
		countCutOff(context, {
			waste: wastage().inPhases,
			transfers: transfer().open,
		}),
	);

	const dispatch = createDispatch(
		{
			app: () => appHandlers,
			network: () => appHandlers,
			sync: () => appHandlers,
			settings: once(() => settingsCapability(context, settingsKept)),
			session: once(() =>
				sessionCapability(context, accounts, {
					connect: switchTo,
					signIn: (secret) =>
						connected()?.client.session.signIn(secret) ??
						Promise.resolve({ ok: false, kind: 'unreachable', said: noConnection.said }),
					takeOver({ accountId, name, clientId }) {
						outbox.takeOver({ accountId, name: `${name} (${clientId})` }, settings().person);
						appChanged();
						for (const area of ['stocktake', 'wastage', 'transfer'] as const) {
							emit('documents.changed', { area });
						}
					},
					signedIn: () => connection?.client.session.state() === 'signed-in',
					practiceOutdated(is) {
						if (is !== practiceOutdated) appChanged();
						practiceOutdated = is;
					},
					async leave() {
						await connected()?.client.session.forget();
						await close();
						if (account) accounts.leave(account.accountId);
						account = null;
						appChanged();
					},
				}),
			),
			location: catalogue,
			item: catalogue,
			wasteReason: catalogue,
			supplier: catalogue,
			stock: catalogue,
			stocktake: once(() => stocktakeCapability(context, cutOff())),
			countHistory: once(() => countHistoryCapability(context)),
			countPaper: once(() => countPaperCapability(context)),
			countPlan: once(() => countPlanCapability(context)),
			cutOff: () => cutOff().handlers,
			posting: once(() => postingCapability(context)),
			evidence: once(() => evidenceCapability(context)),
			recipe: once(() => recipeCapability(context)),
			scan: once(() => scanCapability(context)),
			photo: once(() => photoCapability(context, photoFiles(join(dataFolder, 'photos')))),
			wastage: () => wastage().handlers,
			transfer: () => transfer().handlers,
			outbox: once(() =>
				outboxCapability(
					context,
					outbox,
					() => connected()?.connectivity ?? null,
					(locationId) => locations.get(account?.accountId ?? '', locationId).name,
				),
			),
			practice: once(() => practiceCapability(context)),
			rescue: () => rescue().handlers,
			serviceCheck: () => serviceCheck.handlers,
		},
		log,
		ports.crashPoint,
		{
			isFull: room.isFull,
			full: room.give,
			damaged: mend,
			noteSaved: () => store.noteSaved(),
		},
	);

	outbox.recover();

	const core: Core = {
		call: async (name, input) => {
			const reply = await dispatch(name, input, { connection: 'direct' });
			return reply as Awaited<ReturnType<typeof core.call<typeof name>>>; // The handler of this name made it.
		},
		callUnchecked: (name, input, caller: Caller) => dispatch(name, input, caller),
		on(name, listener) {
			return core.onAny((emitted, payload) => {
				if (emitted === name) listener(payload as EventPayload<typeof name>); // Emitted under this name.
			});
		},
		onAny(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		async start() {
			if (ports.disk && !(await checkFirst())) return;
			started = true;
			open();
			if (again) allChanged();
			if (ports.disk) {
				room.start();
				copies.start();
			}
			// The practice service is ours to start; its secret is known to the host alone.
			if (account?.practice && ports.practice) await core.call('session.practise', {});
		},
		suspend() {
			connected()?.connectivity.suspend();
		},
		resume() {
			connected()?.connectivity.resume();
		},
		async stop() {
			started = false;
			await close();
			stopped = true;
			await Promise.all([room.stop(), copies.stop(), checking.stop()]);
			store.close();
		},
	};
	return core;
};

export const createCore = reopening(assemble);

const noConnection: ReadFailure = {
	ok: false,
	kind: 'unreachable',
	status: null,
	said: 'This PC is not connected to a service.',
	waitUntil: null,
};
