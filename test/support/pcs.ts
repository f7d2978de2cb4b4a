// The PCs of one test, at a practice service of their own, and the work that is done at them.
import { filePart } from '../../src/shared/bridge/rescue.ts';
import { keepReached } from '../../scripts/operations/reach.ts';
import { openTestPc, removePc, type TestPc } from './pc.ts';
import { startTestPractice, type TestPractice } from './practice.ts';

export class TestPcs {
	readonly service: TestPractice;
	readonly #running = new Set<TestPc>();
	readonly #opened = new Set<TestPc>();

	/** Starts the service. Call `end` after the test. */
	static async start(): Promise<TestPcs> {
		const service = await startTestPractice();
		await service.signIn();
		return new TestPcs(service);
	}

	private constructor(service: TestPractice) {
		this.service = service;
	}

	async open(options: Parameters<typeof openTestPc>[0] = {}): Promise<TestPc> {
		const pc = await openTestPc(options);
		this.#running.add(pc);
		this.#opened.add(pc);
		return pc;
	}

	/** @param profile differences from the practice service's */
	async connected(person: string, profile: Parameters<TestPc['connect']>[1] = {}): Promise<TestPc> {
		const pc = await this.open({ person });
		await pc.connect(this.service.url, profile);
		return pc;
	}

	async stop(pc: TestPc): Promise<void> {
		this.#running.delete(pc);
		await pc.stop();
	}

	async wasteWith(text: string) {
		const { wastage } = await this.service.snapshot();
		return wastage.filter(({ description }) => description?.includes(text));
	}

	async end(): Promise<void> {
		for (const pc of this.#running) await pc.stop();
		for (const pc of this.#opened) removePc(pc);
		keepReached(await this.service.calledByOthers());
		await this.service.close();
	}
}

export const locationIdOf = async (pc: TestPc): Promise<string> =>
	(await pc.call('app.state', {})).settings.locationId ?? '';

/** Two PCs that fetched everything and then lost the network. */
export async function twoUnplugged() {
	const pcs = await TestPcs.start();
	const first = await pcs.connected('Noor');
	const second = await pcs.connected('Ben');
	for (const pc of [first, second]) pc.unplug();
	return { pcs, first, second, locationId: await locationIdOf(first) };
}

/** Waits until nothing is left to send or to decide. */
export const drained = (pc: TestPc): Promise<void> =>
	pc.until(({ outbox }) => outbox.waiting + outbox.needYou === 0);

/** A new waste document with one line, for `wastage.save`. */
export async function newWaste(pc: TestPc, description: string, typed = '2') {
	const locationId = await locationIdOf(pc);
	const { items } = await pc.call('item.search', { text: 'a', locationId });
	const { reasons } = await pc.call('wasteReason.list', {});
	const [item] = items;
	const boxes = [{ unitId: item!.units[0]!.unitId, typed }];
	const line = { lineId: 'line-1', itemId: item!.itemId, boxes, note: '' };
	return {
		documentId: null,
		revision: 0,
		locationId,
		description,
		locale: 'en-GB',
		lines: [{ ...line, reasonId: reasons[0]!.reasonId }],
	};
}

/** Gives a work file to a PC in pieces, as its screen does. */
export async function giveWork(to: TestPc, { file, text }: { file: string; text: string }) {
	for (let from = 0; from === 0 || from < text.length; from += filePart) {
		const part = text.slice(from, from + filePart);
		await to.call('rescue.giveFile', { file, first: from === 0, text: part });
	}
}
