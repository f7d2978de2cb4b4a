// The PCs of a history: the real core on real files, with a virtual clock, and a network only while sending. Each PC
// starts as a copy of a folder already connected to the practice service.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallInput, CallName, CallOutput } from '../../src/shared/bridge/contract.ts';
import type { Reply } from '../../src/shared/bridge/reply.ts';
import { filePart } from '../../src/shared/bridge/rescue.ts';
import type { Core } from '../../src/main/core/core.ts';
import { createCore } from '../../src/main/core/create-core.ts';
import type { CorePorts, Fetch } from '../../src/main/core/ports.ts';
import { openDataFolder } from '../../src/main/core/store/recovery.ts';
import { noConnection, openTestPc } from '../support/pc.ts';
import { holding, quietPorts } from '../support/ports.ts';
import { credentials, startTestPractice, type TestPractice } from '../support/practice.ts';
import { datedBy } from '../support/quick-time.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { documentIdOf } from '../../src/main/core/document/document-id.ts';

/** The service data that histories use. */
export interface Place {
	locationId: string;
	itemId: string;
	unitId: string;
	reasonId: string;
	/** A transfer in transit to the location, and an editable waste document. */
	transferId: string;
	wasteId: string;
}

export interface Templates {
	folders: readonly string[];
	place: Place;
	/** Starts the service as it was when the PCs connected. */
	startService(clock: HistoryClock): Promise<TestPractice>;
	remove(): void;
}

/** Three connected PCs with all data. */
export async function makeTemplates(): Promise<Templates> {
	const practice = mkdtempSync(join(tmpdir(), 'stillroom-travel-service-'));
	const file = join(practice, 'practice.db');
	const service = await startTestPractice({ file });
	await service.signIn();
	const folders: string[] = [];
	let place: Place | null = null;
	for (const person of ['Noor', 'Ben', 'Mara']) {
		const pc = await openTestPc({ person });
		await pc.connect(service.url);
		await pc.call('settings.set', { undoSeconds: 120 });
		if (place === null) {
			const found = await placeOf((name, input) => pc.call(name, input));
			place = { ...found, wasteId: await wasteToEdit(service, found.locationId) };
			await pc.call('sync.pull', {});
			await pc.until(({ sync }) => !sync.running);
		}
		await pc.stop();
		// A history makes its own backups, at its own time.
		for (const made of ['copies', 'ballast', 'lock.db']) {
			rmSync(join(pc.folder, made), { recursive: true, force: true });
		}
		folders.push(pc.folder);
	}
	await service.close();
	if (place === null) throw new Error('There is no PC.');
	return {
		folders,
		place,
		async startService({ now }) {
			const own = join(practice, `${crypto.randomUUID()}.db`);
			cpSync(file, own);
			const started = await startTestPractice({ file: own, clock: { now: () => now } });
			await started.signIn();
			return started;
		},
		remove: () => {
			for (const folder of [...folders, practice]) rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function placeOf(
	call: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>,
): Promise<Place> {
	const { settings } = await call('app.state', {});
	const locationId = settings.locationId ?? '';
	const { items } = await call('item.search', { text: 'a', locationId });
	const { reasons } = await call('wasteReason.list', {});
	const transfers = await call('transfer.list', { locationId });
	const transfer = transfers.documents.find(
		({ kind, phase, lines }) => kind === 'transferIn' && phase === 'in-transit' && lines > 1,
	);
	const [item] = items;
	return {
		locationId,
		itemId: item?.itemId ?? '',
		unitId: item?.units[0]?.unitId ?? '',
		reasonId: reasons[0]?.reasonId ?? '',
		transferId: transfer?.documentId ?? '',
		wasteId: '',
	};
}

/** A service document not submitted yet. */
async function wasteToEdit(service: TestPractice, at: string): Promise<string> {
	const { wastage } = await service.snapshot();
	const like = wastage.find(({ locationId }) => locationId === at) ?? wastage[0];
	if (like === undefined) throw new Error('The service has no waste.');
	const shown = (await service.call('wastage.get', { path: { id: like.id } })).json;
	const { date, description, items } = shown as Record<string, unknown>;
	const body = { locationId: at, date, description, items };
	const { json } = await service.call('wastage.create', { body });
	return documentIdOf('wastage', String((json as { id: unknown }).id));
}

/** Wall clock of all PCs; each call is a moment later. */
export interface HistoryClock {
	now: number;
}

export class Pc {
	readonly folder = mkdtempSync(join(tmpdir(), 'stillroom-travel-'));
	readonly #clock: HistoryClock;
	readonly #timers = virtualClock();
	readonly #onTheWay = new Set<Promise<unknown>>();
	#core: Core | null = null;
	#serviceUrl: string | null = null;
	ahead = 0;

	constructor(template: string, clock: HistoryClock) {
		this.#clock = clock;
		cpSync(template, this.folder, { recursive: true });
	}

	async open(): Promise<void> {
		this.#core = createCore({ dataFolder: this.folder, ports: this.#ports() });
		await this.#passing(this.#core.start());
	}

	/** The network is up until everything is done or awaits a person. */
	async send(serviceUrl: string): Promise<void> {
		this.#serviceUrl = serviceUrl;
		await this.reply('network.check', {});
		for (let turn = 0; ; turn += 1) {
			const { outbox } = await this.call('app.state', {});
			if (outbox.waiting === 0) break;
			if (turn > 2_000) throw new Error(`${String(outbox.waiting)} documents are stuck`);
			await this.#pass(500);
		}
		while (this.#onTheWay.size > 0) await this.#pass(0);
		this.#serviceUrl = null;
		await this.reply('network.check', {});
	}

	async #pass(ms: number): Promise<void> {
		if (this.#onTheWay.size > 0) await Promise.race(this.#onTheWay);
		else await this.#timers.pass(ms);
	}

	async #passing<Result>(work: Promise<Result>): Promise<Result> {
		const pending = new Set([work]);
		const ended = work.finally(() => pending.clear());
		ended.catch(() => undefined);
		while (pending.size > 0) await this.#pass(10);
		return ended;
	}

	/** @param check reads the whole file, like every start does in the background */
	async restart(change: () => void, check: boolean): Promise<void> {
		if (this.#core !== null) await this.#passing(this.#core.stop());
		this.#core = null;
		change();
		if (check) {
			const around = { now: () => this.#now(), free: () => null };
			openDataFolder(this.folder, around, { kind: 'check' }).close();
		}
		await this.open();
	}

	reply<Name extends CallName>(
		name: Name,
		input: CallInput<Name>,
	): Promise<Reply<CallOutput<Name>>> {
		if (this.#core === null) throw new Error('It is not open.');
		return this.#passing(this.#core.call(name, input));
	}

	async call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
		const reply = await this.reply(name, input);
		if (reply.ok) return reply.value;
		throw new Error(`${name}: ${reply.code}: ${reply.message} ${JSON.stringify(reply.details)}`);
	}

	async give(text: string): Promise<void> {
		for (let from = 0; from < text.length; from += filePart) {
			const part = text.slice(from, from + filePart);
			await this.call('rescue.giveFile', { file: 'work.json', first: from === 0, text: part });
		}
	}

	async remove(): Promise<void> {
		if (this.#core !== null) await this.#passing(this.#core.stop());
		rmSync(this.folder, { recursive: true, force: true });
	}

	#now(): number {
		this.#clock.now += 1_000;
		return this.#clock.now + this.ahead;
	}

	#ports(): CorePorts {
		const clock = { ...this.#timers, now: () => this.#now() };
		const send: Fetch = (request) => {
			if (this.#serviceUrl === null) return Promise.reject(noConnection());
			const { pathname, search } = new URL(request.url);
			const answer = fetch(new Request(this.#serviceUrl + pathname + search, request));
			const come = answer.then(
				() => undefined,
				() => undefined,
			);
			this.#onTheWay.add(come);
			void come.then(() => this.#onTheWay.delete(come));
			return answer;
		};
		return {
			...quietPorts(),
			clock,
			newId: () => crypto.randomUUID(),
			network: datedBy(clock, { read: send, write: send }),
			secrets: holding(credentials.clientSecret),
			pcName: this.folder,
		};
	}
}
