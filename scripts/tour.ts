// The whole job once, without a screen: sign in, pull, lose the service, count, log waste, send and receive, be killed
// in the middle of sending while replies are lost, start again, drain, and compare the service with what was entered.
//
//   npm run tour
//   npm run tour -- --variant a|b|c|d         another practice service of the same document
//   npm run tour -- --url URL --profile FILE --client-id ID --client-secret SECRET
//
// On a service other than the practice one it makes real documents: use a test account.
import Big from 'big.js';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppState } from '../src/shared/bridge/app.ts';
import type { CallInput, CallName, CallOutput } from '../src/shared/bridge/contract.ts';
import type { SheetLine } from '../src/shared/bridge/stocktake.ts';
import { referenceIn } from '../src/shared/domain/reference.ts';
import { phaseOf, type DocumentKind } from '../src/shared/service/profile.ts';
import { variants } from '../src/practice/variants.ts';
import { buildScreens } from './built.ts';
import { readOptions, refuse } from './command-line.ts';
import {
	startPractice,
	startProgram,
	type Program,
	type RunningPractice,
	type ServiceAccess,
} from './tour/program.ts';
import { startProxy } from './tour/proxy.ts';
import { viewService, type Shown } from './tour/service.ts';

/** An entry that must be at the service exactly once. */
interface Effect {
	what: string;
	/** Number of matches at the service. */
	found(shown: Shown): number;
}

const given = readOptions({
	url: { type: 'string' },
	profile: { type: 'string' },
	variant: { type: 'string', default: 'a' },
	'client-id': { type: 'string' },
	'client-secret': { type: 'string' },
	keep: { type: 'boolean' },
});
const service = given.url === undefined ? null : givenAccess(given.url);
if (!Object.hasOwn(variants, given.variant)) {
	refuse(`--variant takes ${Object.keys(variants).join(', ')}, not ${given.variant}`);
}
buildScreens();

/** Maximum ms of any wait in the tour. */
const patience = 180_000;

const began = performance.now();
let stepBegan = began;
function step(words: string): void {
	const now = performance.now();
	console.log(`${((now - stepBegan) / 1000).toFixed(1).padStart(6)} s  ${words}`);
	stepBegan = now;
}

const folder = mkdtempSync(join(tmpdir(), 'stillroom-tour-'));
try {
	process.exitCode = (await tour()) ? 0 : 1;
} finally {
	if (given.keep) console.log(`Data kept in ${folder}`);
	else rmSync(folder, { recursive: true, force: true });
}

async function tour(): Promise<boolean> {
	const { access, stop }: Pick<RunningPractice, 'access' | 'stop'> =
		service === null
			? await startPractice(join(folder, 'practice'), given.variant)
			: { access: service, stop: () => Promise.resolve() };
	const proxy = await startProxy(access.url);
	const view = await viewService(access);
	const data = join(folder, 'data');
	/** Whether documents keep our text; otherwise only their lines identify them. */
	const keepsText = view.profile.reference.wastage !== null;
	let known: ReadonlySet<string> = new Set();
	const newDocuments = async () =>
		documentsOf(await view.read())
			.map((each) => each.id)
			.filter((id) => !known.has(id));
	let program: Program | null = null;
	try {
		const before = await view.read();
		known = new Set(documentsOf(before).map((each) => each.id));
		step(
			service === null
				? `a fresh practice service runs, variant ${given.variant}`
				: `the service at ${access.url} answers`,
		);

		program = await startProgram(data);
		const call = caller(() => program);
		await call('session.connect', {
			serviceUrl: proxy.url,
			clientId: access.clientId,
			clientSecret: access.clientSecret,
			profile: access.profile,
		});
		step('signed in');
		await until(
			program,
			(app) =>
				!app.sync.running &&
				app.sync.tables.length > 0 &&
				app.sync.tables.every((table) => table.complete),
		);
		step('everything pulled');

		proxy.set('away');
		await call('network.check', {});
		const { network } = await call('app.state', {});
		if (network.state !== 'offline')
			throw new Error(`The network is ${network.state} without a service.`);
		const here = await chooseLocation(call);
		await call('settings.set', { person: 'Tour', locationId: here.locationId, undoSeconds: 0 });
		step('the service is taken away');

		const effects = [
			...(await receiveTransfer(call, here.locationId, before)),
			...(await count(call, here, before)),
			...(await logWastes(call, here.locationId)),
			...(await sendTransfer(call, here.locationId)),
		];
		const { outbox } = await call('app.state', {});
		step(`entered offline; ${String(outbox.waiting)} documents wait`);

		proxy.set('lose-replies');
		const someSent = proxy.writes(3);
		await call('outbox.sendNow', {});
		await within(someSent, 'the service has got three writes');
		await program.kill();
		step('killed while sending, its replies lost');

		program = await startProgram(data);
		await call('session.signIn', { clientSecret: access.clientSecret });
		step('started again');
		await within(proxy.writes(2), 'the service has got two more writes');
		proxy.set('pass');
		step('replies come back');
		const decisions = await drain(program, call, newDocuments);
		step(`drained; a person was asked ${String(decisions)} times`);

		const after = await view.read();
		const counts = effects.map((effect) => ({ ...effect, times: effect.found(after) }));
		const lost = counts.filter(({ times }) => times === 0);
		// Anything but once or never is too much, or something else.
		const doubled = counts.filter(({ times }) => times !== 0 && times !== 1);
		for (const { what } of lost) console.log(`  lost: ${what}`);
		for (const { what, times } of doubled)
			console.log(`  doubled: ${what}, ${String(times)} times`);
		const twin = twins(before, after, keepsText);
		step(`compared with the service, ${((performance.now() - began) / 1000).toFixed(1)} s in all`);
		console.log(
			`tour: ${String(effects.length)} effects expected, ${String(counts.length - lost.length)} found, ` +
				`${String(lost.length)} lost, ${String(doubled.length + twin)} doubled`,
		);
		return lost.length === 0 && doubled.length + twin === 0;
	} finally {
		await program?.stop();
		await view.close();
		await proxy.close();
		await stop();
	}

	/** New documents with this content in the wanted phase. */
	function documentEffects(
		what: string,
		kind: DocumentKind,
		rowsOf: (shown: Shown) => readonly ShownDocument[],
		entered: { marker: string; lines: readonly { itemId: string; quantity: string }[] },
	): Effect[] {
		const content = linesInWords(entered.lines);
		const ours = (shown: Shown) =>
			rowsOf(shown).filter((row) =>
				keepsText
					? row.description?.includes(entered.marker) === true
					: !known.has(row.id) && contentOf(row) === content,
			);
		return [
			{ what: `${what}: created`, found: (shown) => ours(shown).length },
			{
				what: `${what}: submitted`,
				found: (shown) =>
					ours(shown).filter((row) => phaseOf(view.profile, kind, row.status) !== 'draft').length,
			},
		];
	}

	async function receiveTransfer(call: Call, locationId: string, before: Shown): Promise<Effect[]> {
		const { documents } = await call('transfer.list', { locationId });
		const arrival = documents.find(
			(each) => each.direction === 'in' && each.move === 'ours' && each.standing === 'service',
		);
		if (!arrival) throw new Error('No transfer is on its way to this location.');
		const { documentId } = arrival;
		const [first] = (await call('transfer.get', { documentId })).lines;
		if (!first) throw new Error('The transfer on its way has no lines.');
		const [unit] = first.item.units.filter(
			(each) => each.factor.numerator === each.factor.denominator,
		);
		// One line is missing; the others are as sent.
		await call('transfer.enter', {
			documentId,
			lineId: first.lineId,
			unitId: unit?.unitId ?? first.boxes[0]?.unitId ?? '',
			typed: '0',
			locale: 'en-GB',
		});
		await call('transfer.explain', {
			documentId,
			lineId: first.lineId,
			reason: 'Not on the van',
		});
		const filled = await call('transfer.enterAllAsDue', { documentId });
		await call('transfer.receive', { documentId, intentId: crypto.randomUUID() });
		const serverId = documentId.replace(/^service:/, '');
		const receivedBefore = new Map(
			before.transfersIn
				.find((each) => each.id === serverId)
				?.items?.map((line) => [line.id, line.quantityReceived ?? '0']),
		);
		step('received a transfer, one line short');
		return filled.lines
			.map((line) => ({ ...line, came: line.entry?.total ?? '0' }))
			.filter(({ came }) => !new Big(came).eq(0))
			.map((line) => ({
				what: `received ${line.item.name}`,
				found: (shown) => {
					const now = shown.transfersIn
						.find((each) => each.id === serverId)
						?.items?.find((each) => each.id === line.lineId)?.quantityReceived;
					return timesAdded(receivedBefore.get(line.lineId) ?? '0', line.came, now ?? '0');
				},
			}));
	}

	async function count(
		call: Call,
		here: CallOutput<'location.list'>['locations'][number],
		before: Shown,
	): Promise<Effect[]> {
		const areas = here.areas.filter((area) => area.items >= 20).slice(0, 2);
		const { stocktakeId } = await call('stocktake.open', {
			locationId: here.locationId,
			name: 'Tour count',
			plan: { scope: { kind: 'areas', areaIds: areas.map((area) => area.areaId) } },
			intentId: crypto.randomUUID(),
		});
		const { lines } = await call('stocktake.sheet', { stocktakeId });
		// What is received now changes these items' book: leave them to the next count.
		const moving = new Set(
			(await call('transfer.list', { locationId: here.locationId })).documents
				.filter((each) => each.direction === 'in' && each.standing !== 'service')
				.map((each) => each.documentId),
		);
		const movingItems = new Set<string>();
		for (const documentId of moving) {
			for (const line of (await call('transfer.get', { documentId })).lines)
				movingItems.add(line.item.itemId);
		}
		const chosen = areas.flatMap((area) =>
			lines
				.filter(
					(line) =>
						line.areaId === area.areaId && line.expected !== null && !movingItems.has(line.itemId),
				)
				.slice(0, 20),
		);
		const entered = new Map<string, { line: SheetLine; total: string }>();
		for (const [index, line] of chosen.entries()) {
			const base = line.units.find((unit) => unit.factor.numerator === unit.factor.denominator);
			if (!base) throw new Error(`${line.name} has no base unit.`);
			const saved = await call('stocktake.enter', {
				stocktakeId,
				lineNo: line.lineNo,
				unitId: base.unitId,
				typed: index % 10 === 0 ? '0' : `${String(index + 1)}+3`,
				locale: 'en-GB',
			});
			if (saved.line.total === null) throw new Error(`${line.name} is still uncounted.`);
			entered.set(`${here.locationId} ${line.areaId} ${line.itemId}`, {
				line,
				total: saved.line.total,
			});
		}
		const { documents } = await call('cutOff.get', { stocktakeId });
		const keys = documents.flatMap(({ key, acknowledged }) => (acknowledged === null ? [key] : []));
		if (keys.length > 0) await call('cutOff.acknowledge', { stocktakeId, keys });
		await call('stocktake.submit', { stocktakeId, intentId: crypto.randomUUID() });
		step(`counted ${String(chosen.length)} lines in ${String(areas.length)} areas`);
		return [...entered]
			.filter(([key, { total }]) => !new Big(before.stock.get(key) ?? '0').eq(total))
			.map(([key, { line, total }]) => ({
				what: `counted ${line.name}`,
				found: (shown) => {
					const book = before.stock.get(key) ?? '0';
					return timesAdded(
						book,
						new Big(total).minus(book).toFixed(),
						shown.stock.get(key) ?? '0',
					);
				},
			}));
	}

	async function logWastes(call: Call, locationId: string): Promise<Effect[]> {
		const { reasons } = await call('wasteReason.list', {});
		const { items } = await call('item.search', { text: 'a', locationId, limit: 6 });
		const effects: Effect[] = [];
		for (let number = 1; number <= 3; number += 1) {
			const marker = `Tour waste ${String(number)} ${crypto.randomUUID().slice(0, 8)}`;
			const entered = items.slice(number - 1, number + 1).map((item, index) => ({
				itemId: item.itemId,
				quantity: String(index + number),
			}));
			const { documentId } = await call('wastage.save', {
				documentId: null,
				revision: 0,
				locationId,
				description: marker,
				locale: 'en-GB',
				lines: items.slice(number - 1, number + 1).map((item, index) => ({
					lineId: crypto.randomUUID(),
					itemId: item.itemId,
					boxes: [{ unitId: item.units.at(-1)?.unitId ?? '', typed: String(index + number) }],
					reasonId: reasons[index]?.reasonId ?? null,
					note: '',
				})),
			});
			await call('wastage.submit', { documentId, intentId: crypto.randomUUID() });
			effects.push(
				...documentEffects(`waste ${String(number)}`, 'wastage', (shown) => shown.wastage, {
					marker,
					lines: entered,
				}),
			);
		}
		step('logged 3 wastes');
		return effects;
	}

	async function sendTransfer(call: Call, locationId: string): Promise<Effect[]> {
		const { locations } = await call('location.list', {});
		const to = locations.find((each) => each.locationId !== locationId);
		if (!to) throw new Error('There is no other location to send to.');
		const marker = `Tour transfer ${crypto.randomUUID().slice(0, 8)}`;
		const { items } = await call('item.search', { text: 'b', locationId, limit: 3 });
		const { documentId } = await call('transfer.save', {
			documentId: null,
			revision: 0,
			direction: 'out',
			locationId,
			otherLocationId: to.locationId,
			description: marker,
			locale: 'en-GB',
			lines: items.map((item, index) => ({
				lineId: crypto.randomUUID(),
				itemId: item.itemId,
				boxes: [{ unitId: item.units.at(-1)?.unitId ?? '', typed: String(index + 1) }],
				note: '',
			})),
		});
		await call('transfer.send', { documentId, intentId: crypto.randomUUID() });
		step('sent a transfer');
		return documentEffects('transfer', 'transferOut', (shown) => shown.transfersOut, {
			marker,
			lines: items.map((item, index) => ({ itemId: item.itemId, quantity: String(index + 1) })),
		});
	}
}

function givenAccess(url: string): ServiceAccess {
	const { profile, 'client-id': clientId, 'client-secret': clientSecret } = given;
	if (clientId === undefined || clientSecret === undefined) {
		return refuse(
			'--url needs --client-id and --client-secret too (and --profile where the defaults do not fit)',
		);
	}
	return {
		url,
		clientId,
		clientSecret,
		profile: profile === undefined ? {} : (JSON.parse(readFileSync(profile, 'utf8')) as unknown),
	};
}

type Call = <Name extends CallName>(
	name: Name,
	input: CallInput<Name>,
) => Promise<CallOutput<Name>>;

/** Calls the running program; a refusal ends the tour. */
function caller(program: () => Program | null): Call {
	return async (name, input) => {
		const running = program();
		if (!running) throw new Error('The program does not run.');
		const reply = await running.bridge.call(name, input);
		if (reply.ok) return reply.value;
		throw new Error(
			`${name}: ${reply.code}: ${reply.message} ${JSON.stringify(reply.details ?? [])}`,
		);
	};
}

/** @throws on timeout, which ends the tour. */
async function within<Value>(wanted: Promise<Value>, what: string): Promise<Value> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => {
			reject(new Error(`Waited ${String(patience / 1000)} s in vain until ${what}.`));
		}, patience);
	});
	try {
		return await Promise.race([wanted, late]);
	} finally {
		clearTimeout(timer);
	}
}

/** Resolves when the program's state matches; listens before looking, so that nothing is missed. */
async function until(program: Program, fits: (app: AppState) => boolean): Promise<void> {
	const fitting = new Promise<void>((resolve, reject) => {
		const look = (app: AppState) => {
			if (!fits(app)) return;
			off();
			resolve();
		};
		const off = program.bridge.on('app.changed', look);
		program.bridge
			.call('app.state', {})
			.then((reply) => (reply.ok ? look(reply.value) : reject(new Error(reply.message))), reject);
	});
	await within(fitting, 'the program is as it should be');
}

/**
 * Waits until nothing waits. Answers questions like a careful person: marks as done if the service shows exactly one
 * new document with this content, and resends only if the program says that the service has no record of it.
 * @param newDocuments ids of documents created since the tour began
 * @returns the number of questions
 */
async function drain(
	program: Program,
	call: Call,
	newDocuments: () => Promise<string[]>,
): Promise<number> {
	for (let decisions = 0; ;) {
		await until(program, (app) => app.outbox.waiting === 0);
		const { lanes } = await call('outbox.list', { filter: 'needs-you' });
		if (lanes.length === 0) return decisions;
		for (const lane of lanes) {
			const stuck = lane.steps.find((each) => each.state === 'attention');
			if (stuck === undefined) throw new Error(`${lane.document} needs a person for no step.`);
			const target = { actionId: stuck.actionId, revision: stuck.revision };
			const { candidates } = await call('outbox.candidates', { actionId: stuck.actionId });
			const fresh = await newDocuments();
			const [ours, ...more] = candidates.filter((each) => fresh.includes(each.serverId));
			const unclear = stuck.attention?.startsWith('not-confirmed') === true;
			if (unclear && ours !== undefined && more.length === 0) {
				await call('outbox.markDone', { ...target, serverId: ours.serverId });
			} else if (stuck.attention === 'not-confirmed-absent') {
				await call('outbox.sendAgain', target);
			} else {
				throw new Error(
					`${lane.document} needs a person: ${stuck.attention ?? '?'}: ${stuck.serviceSaid}`,
				);
			}
			decisions += 1;
		}
	}
}

async function chooseLocation(call: Call) {
	const { locations } = await call('location.list', {});
	for (const location of locations) {
		const { documents } = await call('transfer.list', { locationId: location.locationId });
		const arrives = documents.some((each) => each.direction === 'in' && each.move === 'ours');
		if (arrives && location.areas.filter((area) => area.items >= 20).length >= 2) return location;
	}
	throw new Error('No location has two areas to count and a transfer on its way.');
}

/** How often `added` went from `before` to `now`; -1 if not a whole number. */
function timesAdded(before: string, added: string, now: string): number {
	const change = new Big(now).minus(before);
	const times = change.div(added);
	return times.mul(added).eq(change) && times.round().eq(times) ? times.toNumber() : -1;
}

interface ShownDocument {
	id: string;
	status: string;
	date: string;
	description?: string | undefined;
	items?:
		| {
				itemId: string;
				quantity: string;
				quantities?: { quantity: string }[] | undefined;
		  }[]
		| undefined;
}

function documentsOf(shown: Shown): ShownDocument[] {
	return [...shown.wastage, ...shown.transfersOut];
}

/** A document's lines: item, and quantity in the unit typed. */
function contentOf(document: ShownDocument): string {
	return linesInWords(
		(document.items ?? []).map((line) => ({
			itemId: line.itemId,
			quantity: line.quantities?.[0]?.quantity ?? line.quantity,
		})),
	);
}

function linesInWords(lines: readonly { itemId: string; quantity: string }[]): string {
	return lines
		.map((line) => `${line.itemId}: ${new Big(line.quantity).toFixed()}`)
		.sort()
		.join(', ');
}

/** Documents of the tour with another's reference or content, or with none. */
function twins(before: Shown, after: Shown, keepsText: boolean): number {
	const known = new Set(documentsOf(before).map((each) => each.id));
	const fresh = documentsOf(after).filter((each) => !known.has(each.id));
	const marks = fresh.flatMap((each) =>
		keepsText ? (referenceIn(each.description ?? '') ?? []) : contentOf(each),
	);
	return fresh.length - new Set(marks).size;
}
