// What every screen gets from getApp(): bridge, language, state and shell.
import { createContext, untrack } from 'svelte';
import type { AppState, Capability, Settings } from '../shared/bridge/app.ts';
import type { LocationView } from '../shared/bridge/catalogue.ts';
import type { CallInput, CallName, CallOutput, EventName } from '../shared/bridge/contract.ts';
import type { Failure, Reply } from '../shared/bridge/reply.ts';
import type { Area } from '../shared/document/stored.ts';
import { usePlacesOf } from '../shared/domain/money.ts';
import { can, type Bridge } from './bridge/bridge.ts';
import { Format } from './messages/format.svelte.ts';
import { Language } from './messages/language.svelte.ts';
import { failureMessage, say, type Message } from './messages/message.ts';
import { saidWords } from './messages/problem-words.ts';
import { Printing } from './report/printing.svelte.ts';
import { Clock } from './shell/clock.svelte.ts';
import { OpenedFiles } from './desktop/opened-files.svelte.ts';
import { FootNotes } from './shell/foot-notes.svelte.ts';
import { Loaded } from './ui/loaded.svelte.ts';
import { Notices } from './ui/notices.svelte.ts';
import type { Route } from './shell/route.svelte.ts';
import { personAtWindow, rememberPerson } from './shell/window-person.ts';

/** An event, or a change of documents or records of an area. */
type Cause = EventName | { readonly area: Area };

/** Business days begin on a quarter-hour in any time zone. */
const quarterHourMs = 15 * 60_000;

export class App {
	readonly bridge: Bridge;
	readonly language = new Language();
	/** `t('stocktake.title')`: a message of the catalogue. */
	readonly t = this.language.t;
	readonly format = new Format(this.language, () => this.location?.currency ?? '');
	readonly route: Route;
	readonly clock = new Clock(30_000);
	readonly foot = new FootNotes();
	readonly notices = new Notices();
	readonly printing = new Printing();
	readonly opened = new OpenedFiles();

	#state = $state.raw<AppState>();
	readonly #locations = new Loaded(async () => {
		const reply = await this.call('location.list', {});
		if (reply.ok) usePlacesOf(() => reply.value.currencies);
		return reply;
	});
	/** The account, copies and quarter-hour that the locations are for. */
	#locatedFor = '';
	#locating: Promise<void> = Promise.resolve();
	#changing: Promise<unknown> = Promise.resolve();
	readonly #onNetwork = new Set<() => void>();

	/** The program state; set before the first screen. */
	readonly state = $derived.by(() => {
		if (this.#state === undefined)
			throw new Error('The app was asked for its state before start()');
		return this.#state;
	});
	readonly settings = $derived(this.state.settings);
	readonly location = $derived(
		this.locations.find((location) => location.locationId === this.settings.locationId) ?? null,
	);

	constructor(bridge: Bridge, route: Route) {
		this.bridge = bridge;
		this.route = route;
	}

	get locations(): readonly LocationView[] {
		return this.#locations.value?.locations ?? [];
	}

	/** Fetches the state, then follows events. */
	async start(): Promise<Reply<AppState>> {
		this.bridge.on('app.changed', (state) => void this.#take(state));
		this.bridge.onReconnect(() => void this.refresh());
		return this.refresh();
	}

	/** Fetches the state after a call that changed it, because the event may come after the answer. */
	async refresh(): Promise<Reply<AppState>> {
		const reply = await this.call('app.state', {});
		if (reply.ok) await this.#take(reply.value);
		return reply;
	}

	/**
	 * A bridge call; expected failures are values. An effect that calls depends on its input only: a new state of the
	 * program, which comes with every pull, asks nothing anew.
	 */
	call = <Name extends CallName>(
		name: Name,
		input: CallInput<Name>,
	): Promise<Reply<CallOutput<Name>>> =>
		this.bridge.call(
			name,
			input,
			untrack(() => this.#state?.settings.person),
		);

	/** Calls back now, and again as `again` does. */
	follow(load: () => void, ...causes: Cause[]): () => void {
		const stop = this.again(load, ...causes);
		load();
		return stop;
	}

	/** Calls back at each of these events and after a reconnect. Returns a function that stops it. */
	again(load: () => void, ...causes: Cause[]): () => void {
		const stops = causes.map((cause) =>
			typeof cause === 'string'
				? this.bridge.on(cause, load)
				: this.bridge.on('documents.changed', ({ area }) => {
						if (area === cause.area) load();
					}),
		);
		stops.push(this.bridge.onReconnect(load));
		return () => {
			for (const stop of stops) stop();
		};
	}

	/**
	 * Calls back when the service begins or stops to answer, and after a reconnect: for what depends on the network.
	 * Returns a function that stops it.
	 */
	onNetwork(listener: () => void): () => void {
		const stop = this.bridge.onReconnect(listener);
		this.#onNetwork.add(listener);
		return () => {
			stop();
			this.#onNetwork.delete(listener);
		};
	}

	can = (capability: Capability): boolean => can(this.bridge, capability);

	/** A stored message in the current language. */
	say = (message: Message): string => say(message, this.t, this.format);

	/** A failure in the person's language. */
	explain = (failure: Failure): string =>
		failure.code === 'not-shown'
			? this.t('errors.not-shown', { said: saidWords(this.t, failure.message) })
			: this.say(failureMessage(failure));

	/** Whether a call failed; then says why. */
	failed = (reply: Reply<unknown>): reply is Failure => {
		if (!reply.ok) this.notices.show(this.explain(reply), 'rust');
		return !reply.ok;
	};

	/**
	 * Changes settings, one change at a time.
	 * @param wanted a function if it depends on the present settings, because an earlier change may be pending
	 */
	change(
		wanted: Partial<Settings> | ((now: Settings) => Partial<Settings>),
	): Promise<Reply<Settings>> {
		const changed = this.#changing.then(() =>
			this.#change(typeof wanted === 'function' ? wanted(this.settings) : wanted),
		);
		this.#changing = changed.catch(() => undefined);
		return changed;
	}

	async #change(settings: Partial<Settings>): Promise<Reply<Settings>> {
		const reply = await this.call('settings.set', settings);
		if (reply.ok) {
			if (settings.person !== undefined) rememberPerson(settings.person);
			await this.refresh();
			return reply;
		}
		this.notices.show(this.explain(reply), 'rust');
		// Boxes that were changed by hand show the saved settings again only if these are others.
		if (this.#state !== undefined) {
			this.#state = { ...this.#state, settings: structuredClone(this.#state.settings) };
		}
		return reply;
	}

	/** A window starts with the person last chosen on this PC, and keeps its own from then on. */
	#personHere({ person }: Settings): string {
		const here = personAtWindow();
		if (here === null && person !== '') rememberPerson(person);
		return here ?? person;
	}

	/** Resolves when the locations are here too. */
	#take(state: AppState): Promise<void> {
		if (this.#state !== undefined && state.order < this.#state.order) return this.#locating;
		// Every save sends the whole state. Keep the settings object if unchanged, or everything that reads it would
		// re-render.
		const before = this.#state?.settings;
		const network = this.#state?.network.state;
		const settings = { ...state.settings, person: this.#personHere(state.settings) };
		const same = JSON.stringify(before) === JSON.stringify(settings);
		this.#state = { ...state, settings: before !== undefined && same ? before : settings };
		this.language.use(state.settings.language, state.settings.locale);
		if (network !== undefined && network !== state.network.state) {
			for (const listener of this.#onNetwork) listener();
		}
		// Locations change with a pull, and their business day with time: fetch them again when either may have
		// changed.
		const quarter = Math.floor(Date.now() / quarterHourMs);
		const locatedFor = [state.account?.accountId, state.sync.asOf, quarter].join(' ');
		const known = this.#locatedFor === locatedFor && this.#locations.failure === null;
		if (state.account === null || known) return this.#locating;
		this.#locatedFor = locatedFor;
		this.#locating = this.#locations.load();
		return this.#locating;
	}
}

export const [getApp, setApp] = createContext<App>();
