// Purchase orders at a stranger: made, approved, received in two parts and closed, or cancelled. Through the outbox
// alone, because no screen enters them yet. A person answers its questions by what the service has.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '../../src/main/core/api/client.ts';
import { Connectivity } from '../../src/main/core/api/connectivity.ts';
import type { ActiveAccount } from '../../src/main/core/context.ts';
import type { ActionRow } from '../../src/main/core/outbox/action.ts';
import { createOutbox, type OutboxEngine } from '../../src/main/core/outbox/engine.ts';
import {
	lineId,
	serverId,
	type NewAction,
	type NewLane,
} from '../../src/main/core/outbox/outbox.ts';
import type { CorePorts } from '../../src/main/core/ports.ts';
import { openStore } from '../../src/main/core/store/open.ts';
import { openTransport } from '../../src/main/host/transport.ts';
import { nothingLearned } from '../../src/shared/service/behaviour.ts';
import { findOperation } from '../../src/shared/service/index.ts';
import { readProfile } from '../../src/shared/service/profile.ts';
import { wrongInEventLog } from '../support/event-log.ts';
import { holding, quietPorts } from '../support/ports.ts';
import { credentials } from '../support/practice.ts';
import { blindResends } from './blind.ts';
import type { Composition } from './composition.ts';
import { writtenFor } from './settings.ts';
import { startStranger, type Stranger } from './stranger.ts';
import { jumpingTime, type JumpingTime } from './time.ts';

const accountId = 'account-1';
const firstDay = Date.UTC(2026, 6, 6, 9, 17, 23, 456);
const twoDays = 172_800_000;
const mostQuestions = 60;

/** Quantities that no other order has: they identify ours at the service. */
const received = { ordered: '1011', parts: ['400', '300'] } as const;
const cancelled = { ordered: '1013' } as const;

/** @returns a sentence for everything that is lost, doubled or sent blindly */
export async function ordersAt(composition: Composition): Promise<string[]> {
	const time = jumpingTime(firstDay);
	const stranger = await startStranger(composition, time.clock);
	const program = openProgram(stranger, time);
	try {
		stranger.loses(1 / 8);
		enter(program.outbox, program.commit, stranger);
		for (let asked = 0; asked <= mostQuestions; asked += 1) {
			await time.during(program.rest(), twoDays, 'work is still waiting');
			const rows = program.asked();
			if (rows.length === 0) return [...wrongAt(stranger), ...program.wrong()];
			for (const row of rows) answer(program.outbox, stranger, row);
		}
		return ['The questions have no end.'];
	} finally {
		stranger.loses(0);
		await time.during(program.close(), twoDays, 'the program does not end');
		await stranger.close();
	}
}

function openProgram(stranger: Stranger, time: JumpingTime) {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-orders-'));
	const store = openStore(folder);
	store.durable
		.prepare(`INSERT INTO account VALUES (?, ?, 'client', 'Orders', 0, '{}', 0, 1)`)
		.run(accountId, stranger.url);
	const transport = openTransport();
	const account: ActiveAccount = {
		accountId,
		serviceUrl: stranger.url,
		clientId: credentials.clientId,
		name: 'Orders',
		practice: false,
		profile: profileOf(stranger.composition),
		learned: nothingLearned,
	};
	const { clock } = time;
	const { random } = Math;
	const ports: CorePorts = {
		...quietPorts(),
		clock,
		random,
		newId: () => crypto.randomUUID(),
		network: time.through(transport),
		secrets: holding(credentials.clientSecret),
	};
	const connectivity = new Connectivity({
		clock,
		random,
		pauses: account.profile.pauses,
		changed: () => undefined,
		opened: () => {
			outbox.wake();
		},
	});
	let reads = 0;
	const [place] = stranger.practice.records.all('location');
	const client = new Client({
		account,
		network: ports.network,
		secrets: ports.secrets,
		clock,
		log: ports.log,
		connectivity,
		nextReadNo: () => (reads += 1),
		sessionChanged: () => {
			if (client.session.state() === 'signed-in') outbox.wake();
		},
		clockOf: () => ({ timeZone: place?.timeZone ?? 'UTC', dayStartHour: 0 }),
	});
	let changed = (): void => undefined;
	const outbox = createOutbox({
		store,
		ports,
		api: client,
		account: () => account,
		person: () => 'Noor',
		maySend: () => connectivity.open() && client.session.state() !== 'secret-needed',
		changed: () => {
			changed();
		},
		confirmed: () => undefined,
		reopen: () => undefined,
	});
	connectivity.start(() => client.ping());
	void connectivity.pingNow();
	outbox.start();
	const heads = () => {
		const lanes = new Set(outbox.tables.unfinished().map(({ lane_id }) => lane_id));
		return [...lanes].flatMap((lane) => {
			const head = outbox.tables.head(accountId, lane);
			return head === null ? [] : (outbox.tables.byId(head.action_id) ?? []);
		});
	};
	return {
		outbox,
		commit: (work: () => void) => {
			store.durable.transaction(work).immediate();
		},
		asked: heads,
		/** Until every document is done or before a person. */
		async rest(): Promise<void> {
			const resting = Promise.withResolvers<null>();
			changed = () => {
				if (heads().every(isBeforePerson)) resting.resolve(null);
			};
			changed();
			await resting.promise;
		},
		wrong: () => wrongInEventLog(store.durable),
		async close() {
			connectivity.stop();
			await outbox.stop();
			await transport.close();
			store.close();
			rmSync(folder, { recursive: true });
		},
	};
}

const isBeforePerson = ({ state }: ActionRow): boolean =>
	state === 'attention' || state === 'stale-review';

/** As someone writes it who knows the service. */
function profileOf(composition: Composition) {
	const { text, lagMs, repeated } = composition;
	const written = writtenFor(composition);
	const read = readProfile({
		...(written as object),
		behaviour: {
			keepsReferences: text.field !== null,
			listsAreCurrent: lagMs === 0,
			refusesRepeatedTransition: repeated === 'refused',
		},
	});
	if (!read.ok) throw new Error(JSON.stringify(read.problems));
	return read.profile;
}

function enter(outbox: OutboxEngine, commit: (work: () => void) => void, stranger: Stranger): void {
	const { practice, dialect } = stranger;
	const shown = (kind: 'location' | 'supplier' | 'item') =>
		dialect.shownId(practice.records.all(kind)[0]?.id ?? '');
	const line = {
		itemId: shown('item'),
		uomId: practice.records.all('item')[0]?.baseUomId ?? 0,
	};
	const head = {
		locationId: shown('location'),
		supplierId: shown('supplier'),
		date: new Date(firstDay).toISOString(),
		isDraft: true,
	};
	const steps = (draft: string, ordered: string) => {
		const items = [{ ...line, quantity: ordered, price: '3' }];
		const action = (part: string, verb: string, payload: NewAction['payload']): NewAction => {
			const operation = findOperation(`purchaseOrder.${verb}`)?.name;
			if (operation === undefined) throw new Error(`Orders have no ${verb}.`);
			return { intentId: `${draft}/1/${part}`, operation, payload };
		};
		const receive = (invoiceNumber: string, quantity: string) =>
			action(invoiceNumber, 'receive', {
				body: {
					purchaseOrderId: serverId,
					invoiceNumber,
					date: head.date,
					items: [{ ...line, purchaseOrderItemId: lineId(0), quantity }],
				},
			});
		const setState = (verb: string) => action(verb, verb, { body: { id: serverId } });
		return {
			begin: [action('create', 'create', { body: { ...head, items } }), setState('submit')],
			approve: action('approve', 'approve', { path: { id: serverId } }),
			receive,
			setState,
		};
	};
	const lane = (documentId: string): NewLane => ({
		document: 'purchaseOrder',
		documentId,
		label: { locationId: head.locationId, title: '', lines: 1, cost: null, currency: 'EUR' },
		server: null,
	});
	const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
	const { begin, approve, receive, setState } = steps(first, received.ordered);
	const other = steps(second, cancelled.ordered);
	const receipts = received.parts.map((quantity) => receive(`INV-${quantity}`, quantity));
	commit(() => {
		const all = [...begin, approve, ...receipts, setState('close')];
		outbox.enqueue(lane(first), all, { mayWait: true });
		outbox.enqueue(lane(second), [...other.begin, other.setState('cancel')]);
	});
}

const ordersOf = ({ practice }: Stranger, ordered: string) =>
	practice.records
		.all('purchaseOrder')
		.filter(({ items }) => Number(items[0]?.quantity) === Number(ordered));

const receiptsOf = ({ practice }: Stranger, invoiceNumber: string) =>
	practice.records.all('purchaseReceiving').filter((each) => each.invoiceNumber === invoiceNumber);

/** Truthfully: done if the service shows it, else sent again. */
function answer(outbox: OutboxEngine, stranger: Stranger, row: ActionRow): void {
	const { dialect, practice } = stranger;
	const target = { actionId: row.action_id, revision: row.revision };
	const text = row.payload;
	const ordered = [received.ordered, cancelled.ordered].find((each) => text.includes(`"${each}"`));
	const laneServer = outbox.tables.lane(row.lane_id)?.server_id ?? null;
	const order =
		laneServer === null
			? ordersOf(stranger, ordered ?? '')[0]
			: practice.records.get('purchaseOrder', dialect.ownId(laneServer));
	const invoice = received.parts.map((part) => `INV-${part}`).find((each) => text.includes(each));
	const operation = findOperation(row.operation);
	const creates = operation?.answer.kind === 'created';
	const rule = operation?.replay;
	const reached: readonly string[] = rule?.proof === 'state' ? rule.reached : [];
	const isDone =
		order !== undefined &&
		(creates ||
			reached.includes(order.status) ||
			(invoice !== undefined && receiptsOf(stranger, invoice).length > 0));
	const reply = isDone
		? outbox.markDone({ ...target, serverId: creates ? dialect.shownId(order.id) : null }, 'Noor')
		: outbox.sendAgain(target, 'Noor');
	if (!reply.ok) throw new Error(`${row.operation}: ${reply.message}`);
}

function wrongAt(stranger: Stranger): string[] {
	const wrong: string[] = [];
	const counts = (what: string, times: number) => {
		if (times !== 1) wrong.push(`${what} is there ${String(times)} times`);
	};
	const orders = ordersOf(stranger, received.ordered);
	counts('The order to receive', orders.length);
	counts('The order to cancel', ordersOf(stranger, cancelled.ordered).length);
	for (const part of received.parts) {
		counts(`The receipt of ${part}`, receiptsOf(stranger, `INV-${part}`).length);
	}
	const came = Number(orders[0]?.items[0]?.quantityReceived);
	if (came !== 700) wrong.push(`${String(came)} came instead of 700`);
	const states = [...orders, ...ordersOf(stranger, cancelled.ordered)].map(({ status }) => status);
	if (states.join() !== 'closed,cancelled') wrong.push(`The orders are ${states.join()}`);
	return [...wrong, ...blindResends(stranger.log)];
}
