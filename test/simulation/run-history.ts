// One history over the real outbox, client and connectivity on real SQLite files, with a virtual clock and an in-memory
// service. Invariants are checked at every request, after every step, and at rest.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished, type ActionRow } from '../../src/main/core/outbox/action.ts';
import { openStore } from '../../src/main/core/store/open.ts';
import type { History, Step } from './history.ts';
import { wrongInEventLog } from '../support/event-log.ts';
import { beforePerson, decide, enterAgain, enterNew, takeBack } from './people.ts';
import { folded, pull } from './pull.ts';
import { checkGoods } from './goods-checks.ts';
import { checkView } from './rest-checks.ts';
import { checkState } from './step-checks.ts';
import { Violation } from './violation.ts';
import { copyData, restore, rollBack } from './rescues.ts';
import { isBeforePerson, World, type Seen } from './world.ts';

/** A late request completes within the pause before a probe; later ones are outside the guarantee. */
const withinThePause = 80_000;

/**
 * @param options.latestMs how long after we gave up the service may still apply it.
 * @throws Violation.
 */
export async function runHistory(
	history: History,
	{ seen, latestMs = withinThePause }: { seen?: Seen; latestMs?: number } = {},
): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-simulation-'));
	for (const [name, content] of emptyFiles()) writeFileSync(join(folder, name), content);
	const world = new World(history, folder, latestMs);
	try {
		for (const step of history.steps) await takeStep(world, step);
		await comeToRest(world);
		checkLog(world);
	} catch (error) {
		if (error instanceof Violation) error.message += `\n\n${world.tell()}`;
		throw error;
	} finally {
		await world.end();
		rmSync(folder, { recursive: true });
		if (seen) world.addTo(seen);
	}
}

/** Creating new files for every history would cost more than the history. */
let madeOnce: [string, Buffer][] | null = null;
function emptyFiles(): [string, Buffer][] {
	if (madeOnce) return madeOnce;
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-simulation-'));
	openStore(folder).close();
	madeOnce = ['stillroom.db', 'cache.db'].map((name) => [name, readFileSync(join(folder, name))]);
	rmSync(folder, { recursive: true });
	return madeOnce;
}

async function takeStep(world: World, step: Step): Promise<void> {
	const { clock, net, service } = world;
	await world.beAlive();
	switch (step.do) {
		case 'waste':
		case 'transfer':
		case 'approve':
		case 'reject':
		case 'receive':
		case 'order':
		case 'receive-order':
		case 'end-order':
		case 'send-back':
		case 'adjust':
		case 'draft':
		case 'edit':
		case 'edit-shown':
		case 'submit':
			enterNew(world, step);
			break;
		case 'click-again':
			enterAgain(world, step.which, 'click');
			break;
		case 'submit-again':
			enterAgain(world, step.which, 'undone');
			break;
		case 'switch-account':
			await world.run.use(world.other);
			break;
		case 'sleep':
			if (step.noticed) world.run.suspend();
			if (step.cut) net.cutAnswers();
			if (step.clocks === 'both') clock.sleep(step.ms);
			else clock.setWallClock(clock.now() + step.ms);
			if (step.noticed) world.run.resume();
			break;
		case 'take-back':
			takeBack(world, step.which);
			break;
		case 'decide': {
			const rows = beforePerson(world);
			const row = rows[step.which % Math.max(1, rows.length)];
			if (row) {
				world.guarded(() => {
					decide(world, row, step.choice);
				});
			}
			break;
		}
		case 'colleague':
			service.colleague(step.which);
			break;
		case 'colleague-orders':
			service.colleagueOrders(step.which);
			break;
		case 'colleague-receives':
			service.colleagueReceives(step.which);
			break;
		case 'stock-moves':
			service.stockMoves(step.which);
			break;
		case 'colleague-rejects':
			service.colleagueRejects();
			break;
		case 'reuse-id':
			service.idIsReused();
			break;
		case 'fault':
			net.arm(step.fault, step.on, step.times);
			break;
		case 'offline':
		case 'online':
			net.setOnline(step.do === 'online');
			break;
		case 'restart':
			await world.run.close();
			await world.reopen();
			break;
		case 'crash':
			world.crashAt = { ...step };
			break;
		case 'kill':
			world.run.die(step);
			await clock.pass(step.offMs);
			break;
		case 'roll-back':
			await rollBack(world, step.how);
			break;
		case 'profile':
			if (world.kind.references) {
				world.setReferenceField(step.which % 2 === 0 ? 'remarks' : 'description');
				await world.run.use(world.inUse);
			}
			break;
		case 'copy':
			await copyData(world);
			break;
		case 'restore':
			await restore(world);
			break;
		case 'wall-clock':
			clock.setWallClock(clock.now() + step.byMs);
			break;
		case 'lists-lag':
			service.listsLagBy(step.ms);
			break;
		case 'pull':
			for (const copied of folded) await pull(world, copied);
			break;
		case 'pass':
			await clock.pass(step.ms);
			break;
	}
	await clock.settle();
	checkState(world);
	checkGoods(world);
}

/** The network recovers and time passes: everything is done or awaits a person, who decides the rest. */
async function comeToRest(world: World): Promise<void> {
	world.net.calm();
	for (const who of [world.inUse, world.other]) {
		await world.beAlive();
		if (who !== world.inUse) await world.run.use(who);
		await world.beAlive();
		await decideAll(world);
	}
	const open = world.actions().find(({ state }) => !finished.includes(state));
	if (open) throw stuck(open);
	// Late requests arrive now, if ever. The program is down meanwhile, so that its day does not pass.
	await world.run.close();
	await world.beAlive();
	world.run.die();
	await world.clock.pass(Math.max(1, world.net.quietAt() - world.clock.monotonic() + 1));
	await world.beAlive();
	checkState(world);
	checkGoods(world);
	for (const who of [world.inUse, world.other]) {
		if (who !== world.inUse) await world.run.use(who);
		await world.beAlive();
		await checkView(world);
	}
}

/** A file without its last commits does not know all requests. */
function checkLog(world: World): void {
	const requests = (actionId: string) => world.requestsOf(actionId).length;
	const [wrong] = wrongInEventLog(
		world.run.store.durable,
		world.rolledBack === 0 ? { requests } : {},
	);
	if (wrong !== undefined) throw new Violation('blind resends', wrong);
}

async function decideAll(world: World): Promise<void> {
	await quiet(world);
	// Receipts of an order come before a person one after the other.
	for (let round = 0; round < 20 && beforePerson(world).length > 0; round += 1) {
		// What the service never accepts is discarded at the end.
		for (const row of beforePerson(world)) {
			world.guarded(() => {
				decide(world, row, round < 3 ? 'again' : 'discard');
			});
			await world.beAlive();
		}
		await quiet(world);
	}
}

/** Time passes until nothing waits. */
async function quiet(world: World): Promise<void> {
	for (let minute = 0; minute < 240; minute += 5) {
		// Receipts wait for it.
		world.service.ordersAreApproved();
		await world.clock.pass(300_000);
		await world.beAlive();
		checkState(world);
		if (waiting(world) === undefined) return;
	}
	const row = waiting(world);
	if (row) throw stuck(row);
}

/** A head that is neither done nor awaiting a person. */
function waiting(world: World): ActionRow | undefined {
	const heads = new Map<string, ActionRow>();
	for (const row of world.mine()) {
		if (!finished.includes(row.state) && !heads.has(row.lane_id)) heads.set(row.lane_id, row);
	}
	return [...heads.values()].find((row) => !isBeforePerson(row));
}

const stuck = (row: ActionRow) =>
	new Violation('stuck', `${row.operation} ${row.action_id} is still ${row.state}.`);
