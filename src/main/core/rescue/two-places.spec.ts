// A draft or count on two PCs, from a file or a copy, becomes one document, whichever is sent first.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestPc } from '../../../../test/support/pc.ts';
import {
	drained,
	giveWork,
	newWaste,
	locationIdOf,
	TestPcs,
} from '../../../../test/support/pcs.ts';
import type { TestPractice } from '../../../../test/support/practice.ts';
import { whole } from '../../../../test/support/whole.ts';
import { practiceProfile } from '../../../practice/profile.ts';

let pcs: TestPcs;
let service: TestPractice;

beforeEach(async () => {
	pcs = await TestPcs.start();
	({ service } = pcs);
});
afterEach(() => pcs.end());

const { behaviour } = practiceProfile;
const services = {
	'that keeps references': {},
	'of which nobody knows whether it keeps references': {
		behaviour: { ...behaviour, keepsReferences: null },
	},
	'that keeps no references': {
		reference: { wastage: null },
	},
} satisfies Record<string, Parameters<TestPc['connect']>[1]>;

const open: TestPcs['connected'] = (...of) => pcs.connected(...of);
const asked = (pc: TestPc) =>
	pc.until(({ outbox }) => outbox.waiting === 0 && outbox.needYou === 1);
async function draft(pc: TestPc, description: string) {
	const waste = await newWaste(pc, description);
	const { documentId, revision } = await pc.call('wastage.save', waste);
	return { ...waste, documentId, revision };
}
const submit = (pc: TestPc, documentId: string) =>
	pc.call('wastage.submit', { documentId, intentId: crypto.randomUUID() });

const made = async () => {
	const { wastage } = await service.snapshot();
	return wastage.filter(({ createdDate }) => Date.parse(String(createdDate)) >= service.clock.time);
};

async function importWork(
	pc: TestPc,
	{ file, text }: { file: string; text: string },
	drafts: 'there' | null = null,
) {
	await giveWork(pc, { file, text });
	return pc.call('rescue.importWork', { drafts });
}

async function question(pc: TestPc) {
	const { lanes } = await pc.call('outbox.list', { filter: 'needs-you' });
	const step = lanes[0]!.steps.find(({ state }) => state === 'attention')!;
	const { actionId, revision } = step;
	const { candidates } = await pc.call('outbox.candidates', { actionId });
	return { step, target: { actionId, revision }, candidates };
}

/** By day the two ends of what is known about references; what lies between, every night. */
const tried = Object.entries(services).filter(([, profile]) => whole || !('behaviour' in profile));

describe.each(tried)('At a service %s', (_name, profile) => {
	const sure = !('reference' in profile);
	const unknown = 'behaviour' in profile;

	test('a copied draft that both PCs submit becomes one document', async () => {
		const first = await open('Noor', profile);
		const { documentId } = await draft(first, 'Dropped tray');
		const file = await first.call('rescue.exportWork', { mode: 'copy' });
		const second = await open('Ben', profile);
		expect(await importWork(second, file)).toMatchObject({ drafts: 1 });
		// The second PC is asked if anyone; otherwise the author of the file.
		const [early, late] = sure ? [second, first] : [first, second];
		late.unplug();
		await submit(late, documentId);
		await submit(early, documentId);
		await drained(early);
		late.plugIn();
		await late.call('network.check', {});

		if (!sure) {
			await asked(late);
			const { step, target, candidates } = await question(late);
			expect(step).toMatchObject({
				attention: 'maybe-elsewhere',
				attempts: 0,
				because: { code: 'alike-there' },
			});
			expect(candidates).toHaveLength(1);
			expect(await made()).toHaveLength(1);
			const { serverId } = candidates[0]!;
			await late.call('outbox.markDone', { ...target, serverId });
		}
		await drained(late);
		expect(await made()).toHaveLength(1);
		expect((await late.call('wastage.get', { documentId })).phase).toBe('submitted');
	});

	if (unknown) return;
	test('a draft of a lost PC is sent from the other one without a question', async () => {
		const first = await open('Noor', profile);
		const { documentId } = await draft(first, 'Dropped tray');
		const file = await first.call('rescue.exportWork', { mode: 'copy' });
		await pcs.stop(first);
		const second = await open('Ben', profile);
		await importWork(second, file);
		await submit(second, documentId);
		await drained(second);
		expect(await made()).toHaveLength(1);
	});

	test('a draft changed on the second PC is not lost: a person decides', async () => {
		const first = await open('Noor', profile);
		const { documentId, ...waste } = await draft(first, 'Dropped tray');
		const file = await first.call('rescue.exportWork', { mode: 'copy' });
		const second = await open('Ben', profile);
		await importWork(second, file);
		await second.call('wastage.save', { ...waste, documentId, description: 'Dropped two trays' });
		await submit(first, documentId);
		await drained(first);
		await submit(second, documentId);
		await asked(second);
		const { step, target } = await question(second);
		expect(step.because?.code).toBe(sure ? 'sent-as-other' : 'alike-there');
		expect(await made()).toHaveLength(1);

		// The person says that it is another document, and is not asked again.
		await second.call('outbox.sendAgain', target);
		await drained(second);
		expect(await made()).toHaveLength(2);
	});
});

test('A draft in a data copy restored on another PC is sent once', async () => {
	const first = await open('Noor');
	const { documentId } = await draft(first, 'Dropped tray');
	const { name } = await first.call('rescue.makeCopy', {});
	const second = await pcs.open({ person: 'Ben' });
	// Its own first copy may have the same name.
	while ((await second.call('rescue.state', {})).copies.length === 0) {
		await new Promise((resolve) => setImmediate(resolve));
	}
	copyFileSync(join(first.folder, 'copies', name), join(second.folder, 'copies', name));
	await second.call('rescue.restore', { name });
	await second.connect(service.url);

	await submit(first, documentId);
	await drained(first);
	await submit(second, documentId);
	await drained(second);
	expect(await made()).toHaveLength(1);
});

test("A person's order on the second PC leads to one more lookup before sending", async () => {
	const first = await open('Noor');
	first.unplug();
	const { documentId } = await draft(first, 'Dropped tray');
	await submit(first, documentId);
	const file = await first.call('rescue.exportWork', { mode: 'copy' });
	const second = await open('Ben');
	await importWork(second, file);
	await asked(second);
	const { target } = await question(second);
	first.plugIn();
	await first.call('network.check', {});
	await drained(first);
	await second.call('outbox.sendAgain', target);
	await drained(second);
	expect(await made()).toHaveLength(1);
});

test('A receipt begun in two places receives the goods once', async () => {
	const first = await open('Noor');
	const locationId = await locationIdOf(first);
	const { documents } = await first.call('transfer.list', { locationId });
	const { documentId } = documents.find(
		({ kind, phase }) => kind === 'transferIn' && phase === 'in-transit',
	)!;
	await first.call('transferIn.enterAllAsDue', { documentId });
	const file = await first.call('rescue.exportWork', { mode: 'copy' });
	const second = await open('Ben');
	await importWork(second, file);
	second.unplug();
	const receive = (pc: TestPc) =>
		pc.call('transferIn.receive', { documentId, intentId: crypto.randomUUID() });
	await receive(second);
	await receive(first);
	await drained(first);
	const taken = (await service.snapshot()).stock;
	second.plugIn();
	await second.call('network.check', {});
	await asked(second);
	const { step, target } = await question(second);
	expect(step).toMatchObject({ attention: 'maybe-elsewhere', attempts: 0 });
	await second.call('outbox.markDone', { ...target, serverId: null });
	await drained(second);
	expect((await service.snapshot()).stock).toEqual(taken);
});

test('A count in two places is posted once', async () => {
	const first = await open('Noor');
	const { stocktakeId } = await first.call('stocktake.open', {
		locationId: await locationIdOf(first),
		name: 'Friday',
		plan: { scope: { kind: 'full' }, blanks: 'leave', approval: 'none' },
		intentId: crypto.randomUUID(),
	});
	const { documents } = await first.call('cutOff.get', { stocktakeId });
	await first.call('cutOff.acknowledge', { stocktakeId, keys: documents.map(({ key }) => key) });
	const { lines } = await first.call('stocktake.sheet', { stocktakeId });
	await first.call('stocktake.enter', {
		stocktakeId,
		lineNo: 1,
		unitId: lines[0]!.units[0]!.unitId,
		typed: '777',
		locale: 'en-GB',
	});
	const file = await first.call('rescue.exportWork', { mode: 'copy' });
	const second = await open('Ben');
	await importWork(second, file);
	second.unplug();
	const post = (pc: TestPc) =>
		pc.call('stocktake.submit', { stocktakeId, intentId: crypto.randomUUID() });
	await post(second);
	await post(first);
	await drained(first);
	const counted = (await service.snapshot()).stock;
	second.plugIn();
	await second.call('network.check', {});
	await asked(second);
	expect((await question(second)).step.because?.code).toBe('moved-since-entered');
	expect((await service.snapshot()).stock).toEqual(counted);
});

test('a document undone here and submitted on another PC comes back with a move', async () => {
	const here = await open('Noor', { pauses: { holdMs: 600_000 } });
	const { documentId } = await draft(here, 'Dropped tray');
	const file = await here.call('rescue.exportWork', { mode: 'copy' });
	const there = await open('Ben');
	await importWork(there, file);
	for (const pc of [here, there]) {
		pc.unplug();
		await submit(pc, documentId);
	}
	const [queued] = (await here.call('outbox.list', { filter: 'all' })).lanes[0]!.steps;
	await here.call('outbox.cancel', { actionId: queued!.actionId, revision: queued!.revision });
	const moved = await there.call('rescue.exportWork', { mode: 'move' });
	expect(await importWork(here, moved, 'there')).toMatchObject({ documents: 1 });
	here.plugIn();
	await here.until(({ outbox }) => outbox.waiting === 0);
	expect(await made()).toHaveLength(1);
});
