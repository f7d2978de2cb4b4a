// One stranger from start to end: service check, form, a busy offline day sent with one reply in eight lost, and
// comparing the service with the entries.
import { createChance, seededRandom, type Chance } from '../../src/practice/demo/random.ts';
import { wholeList } from '../../src/practice/store/records.ts';
import type { CheckReport, WritePermission } from '../../src/shared/bridge/service-check.ts';
import {
	readProfile,
	type DocumentKind,
	type ServiceProfile,
} from '../../src/shared/service/profile.ts';
import { openTestPc, removePc, type TestPc } from '../support/pc.ts';
import { credentials } from '../support/practice.ts';
import { blindResends } from './blind.ts';
import type { Composition } from './composition.ts';
import { enterDay } from './day.ts';
import type { Entry } from './entries.ts';
import { answersTo } from './form.ts';
import { seeThrough, type Question } from './person.ts';
import { judgeProposal, writtenFor, type Judged } from './settings.ts';
import { startStranger, type Stranger } from './stranger.ts';
import { jumpingTime, type JumpingTime } from './time.ts';

export interface Outcome {
	readonly seed: number;
	readonly settings: readonly Judged[];
	/** What people did on the day. */
	readonly entered: readonly Entry['what'][];
	readonly effects: number;
	readonly lost: readonly string[];
	readonly doubled: readonly string[];
	readonly blind: readonly string[];
	readonly questions: readonly Question[];
	/** Why the day could not be completed; then all entries count as lost. */
	readonly unusable: string | null;
	/** Incomplete lists of a broken service, each with its reason. */
	readonly incomplete: readonly string[];
	readonly requests: number;
	readonly tookMs: number;
}

/** A Monday in summer, when local time differs from UTC. */
const firstDay = Date.UTC(2026, 6, 6, 9, 17, 23, 456);
const minutes = 60_000;

/** Share of services with two PCs, each at its own location. */
const withTwo = 0.25;

/** @param told a person who knows the composition writes the profile; the check still runs */
export async function runStranger(composition: Composition, told = false): Promise<Outcome> {
	const began = performance.now();
	const time = jumpingTime(firstDay);
	const stranger = await startStranger(composition, time.clock);
	const chance = createChance(composition.seed + 41);
	const open = () => openTestPc({ time, ports: portsFrom(chance, time) });
	const pcs = [await open(), ...(chance.happens(withTwo) ? [await open()] : [])];
	const day: Day = { settings: [], entries: [], questions: [], incomplete: [] };
	let unusable: string | null = null;
	try {
		await live(pcs, stranger, time, day, told);
	} catch (error) {
		unusable = error instanceof Error ? error.message : String(error);
	}
	const { settings, entries, questions } = day;
	const compared = compare(entries);
	try {
		return {
			seed: composition.seed,
			settings,
			questions,
			unusable,
			entered: entries.map(({ what }) => what),
			...compared,
			blind: blindResends(stranger.log),
			incomplete: day.incomplete,
			requests: stranger.log.length,
			tookMs: Math.round(performance.now() - began),
		};
	} finally {
		stranger.loses(0);
		const stopped = Promise.all(pcs.map((pc) => pc.stop()));
		await time.during(stopped, 365 * 24 * 60 * minutes, 'the program does not end');
		await stranger.close();
		for (const pc of pcs) removePc(pc);
	}
}

/** The results of a day, as far as it got. */
interface Day {
	settings: readonly Judged[];
	readonly entries: Entry[];
	readonly questions: Question[];
	readonly incomplete: string[];
}

async function live(
	pcs: readonly TestPc[],
	stranger: Stranger,
	time: JumpingTime,
	day: Day,
	told: boolean,
): Promise<void> {
	const { composition } = stranger;
	const [first, ...others] = pcs;
	if (first === undefined) throw new Error('There is no PC.');
	const report = await examine(first, stranger, time);
	const proposed = profileIn(JSON.parse(report.proposed));
	const longest = stranger.practice.ledger.list({}, wholeList).total;
	const kindsOf = (kind: DocumentKind) => occurring(stranger, kind);
	day.settings = judgeProposal(composition, report, proposed, kindsOf, longest);
	const profile = told ? writtenFor(composition) : await filledIn(first, stranger, report);
	await time.during(first.call('serviceCheck.use', { profile }), 10 * minutes, 'it is not used');
	for (const pc of others) await connect(pc, stranger, time, profile);
	for (const pc of pcs) {
		const whole = pulled(pc, time);
		// The day continues without what a broken service does not provide.
		await (composition.broken === null ? whole : whole.catch(() => undefined));
		const { tables } = (await pc.call('app.state', {})).sync;
		for (const { kind, incomplete } of tables) {
			if (incomplete !== null) day.incomplete.push(`${kind}: ${incomplete.code}`);
		}
		await pc.call('settings.set', { person: 'Noor', undoSeconds: 0 });
	}
	const entered: [TestPc, Entry[]][] = [];
	for (const [which, pc] of pcs.entries()) {
		pc.unplug();
		entered.push([pc, await enterDay(pc, stranger, which)]);
	}
	day.entries.push(...entered.flatMap(([, entries]) => entries));
	stranger.loses(1 / 8);
	for (const pc of pcs) pc.plugIn();
	// A PC that still believes it is offline finds out by itself.
	const sent = Promise.all(pcs.map((pc) => pc.reply('outbox.sendNow', {})));
	await time.during(sent, 10 * minutes, 'nothing was sent');
	for (const [pc, entries] of entered) {
		const desk = { pc, isChecked: pc === first };
		await seeThrough(desk, stranger, entries, day.questions, (awaited, what) =>
			time.during(awaited, 48 * 60 * minutes, what),
		);
	}
}

/** Random numbers and identifiers from the seed. */
const portsFrom = (chance: Chance, { clock }: JumpingTime) => ({
	newId: () => idAt(clock.now(), chance),
	random: seededRandom(chance.whole(1, 1_000_000)),
});

/** A seeded UUID of version 7. */
function idAt(now: number, chance: Chance): string {
	const at = now.toString(16).padStart(12, '0');
	return `${at.slice(0, 8)}-${at.slice(8)}-7${chance.uuid().slice(15)}`;
}

/** Connects without knowledge of the service, and runs the check. */
async function examine(pc: TestPc, stranger: Stranger, time: JumpingTime): Promise<CheckReport> {
	const { records } = stranger.practice;
	const [here, there] = records.all('location').map(({ id }) => stranger.dialect.shownId(id));
	const write: WritePermission = {
		locationId: here ?? '',
		otherLocationId: there ?? null,
		submit: true,
		documents: ['wastage', 'transferOut', 'transferIn', 'purchaseRequest'],
	};
	await connect(pc, stranger, time, {});
	const checked = Promise.withResolvers<CheckReport>();
	const look = async () => {
		const { running, report, failure } = await pc.call('serviceCheck.state', {});
		if (failure !== null) checked.reject(new Error(`The check ended with ${failure}.`));
		else if (running === null && report !== null) checked.resolve(report);
	};
	const off = pc.core.on('serviceCheck.changed', () => void look());
	await pc.call('serviceCheck.start', { write });
	try {
		return await time.during(checked.promise, 120 * minutes, 'the check still runs');
	} finally {
		off();
	}
}

async function connect(
	pc: TestPc,
	stranger: Stranger,
	time: JumpingTime,
	profile: unknown,
): Promise<void> {
	const { clientId, clientSecret } = credentials;
	const connecting = pc.call('session.connect', {
		serviceUrl: stranger.url,
		clientId,
		clientSecret,
		profile,
	});
	await time.during(connecting, 10 * minutes, 'nobody is signed in');
}

/** Phases that documents of a kind have, or had during the check. */
function occurring({ practice }: Stranger, kind: DocumentKind): ReadonlySet<string> {
	return new Set(['draft', 'submitted', ...practice.records.all(kind).map(({ status }) => status)]);
}

/** The proposal with the person's form answers. */
async function filledIn(
	pc: TestPc,
	{ composition }: Stranger,
	report: CheckReport,
): Promise<unknown> {
	const answers = answersTo(report.questions, composition);
	if (Object.keys(answers).length === 0) return JSON.parse(report.proposed);
	const caller = { connection: 'direct' } as const;
	const reply = await pc.core.callUnchecked('serviceCheck.answer', { answers }, caller);
	if (!reply.ok)
		throw new Error(`The form is not taken: ${reply.message} ${JSON.stringify(reply.details)}`);
	return JSON.parse((reply.value as { proposed: string }).proposed);
}

/** Waits until everything is fetched. */
async function pulled(pc: TestPc, time: JumpingTime): Promise<void> {
	const whole = pc.until(
		({ sync }) => sync.tables.length > 0 && sync.tables.every(({ complete }) => complete),
	);
	try {
		await time.during(whole, 30 * minutes, 'not everything is pulled');
	} catch (error) {
		const { sync } = await pc.call('app.state', {});
		const missing = sync.tables.filter(({ complete }) => !complete).map(({ kind }) => kind);
		const said = error instanceof Error ? error.message : String(error);
		const words = `${said} Missing: ${missing.join(', ')}. ${sync.failure ?? ''}`;
		throw new Error(words, { cause: error });
	}
}

function profileIn(json: unknown): ServiceProfile {
	const read = readProfile(json);
	if (!read.ok) throw new Error(JSON.stringify(read.problems));
	return read.profile;
}

/** Compares entries with the service: equal contents can only be counted. */
function compare(entries: readonly Entry[]): Pick<Outcome, 'effects' | 'lost' | 'doubled'> {
	const lost: string[] = [];
	const doubled: string[] = [];
	const groups = Map.groupBy(entries, ({ content }) => content);
	for (const [content, group] of groups) {
		const [first] = group;
		const times = first?.times() ?? 0;
		const submitted = first?.submitted?.() ?? times;
		const words = `${content}: entered ${String(group.length)}, there ${String(times)}, submitted ${String(submitted)}`;
		if (times > group.length) doubled.push(words);
		else if (group.some(({ waits }) => waits === true)) continue;
		else if (times < group.length || submitted < group.length) lost.push(words);
	}
	return { effects: entries.reduce((sum, { effects }) => sum + effects, 0), lost, doubled };
}

export interface Totals {
	readonly services: number;
	readonly effects: number;
	readonly lost: number;
	readonly doubled: number;
	readonly blind: number;
	readonly questions: number;
	readonly needless: number;
	readonly unusable: number;
	/** Settings the check found, and those it asked for. */
	readonly found: number;
	readonly settings: number;
}

export function totalsOf(outcomes: readonly Outcome[]): Totals {
	const sum = (of: (outcome: Outcome) => number) =>
		outcomes.reduce((all, each) => all + of(each), 0);
	return {
		services: outcomes.length,
		effects: sum(({ effects }) => effects),
		lost: sum(({ lost }) => lost.length),
		doubled: sum(({ doubled }) => doubled.length),
		blind: sum(({ blind }) => blind.length),
		questions: sum(({ questions }) => questions.length),
		needless: sum(({ questions }) => questions.filter(({ needless }) => needless).length),
		unusable: sum(({ unusable }) => (unusable === null ? 0 : 1)),
		found: sum(({ settings }) => settings.filter(({ outcome }) => outcome === 'found').length),
		settings: sum(({ settings }) => settings.length),
	};
}
