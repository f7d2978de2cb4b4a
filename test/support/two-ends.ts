// Two PCs at two locations of one practice service, in quick time.
import type { CallOutput } from '../../src/shared/bridge/contract.ts';
import { openTestPc, removePc, type TestPc } from './pc.ts';
import { startTestPractice, type TestPractice } from './practice.ts';
import { quickTime, type QuickTime } from './quick-time.ts';

export interface End {
	readonly pc: TestPc;
	readonly locationId: string;
}

export class TwoEnds {
	readonly service: TestPractice;
	readonly here: End;
	readonly there: End;
	/** That both ends may hold, each with its base unit. */
	readonly items: readonly { itemId: string; unitId: string }[];
	readonly #time: QuickTime;

	/** Call `close` after the tests. */
	static async open(): Promise<TwoEnds> {
		const service = await startTestPractice();
		const time = quickTime();
		const [here, there] = await Promise.all([openTestPc({ time }), openTestPc({ time })]);
		await Promise.all([here.connect(service.url), there.connect(service.url)]);
		const [first, second] = (await here.call('location.list', {})).locations;
		await there.call('settings.set', { locationId: second!.locationId });
		const { locationId } = first!;
		const { items } = await here.call('item.search', { text: 's', locationId });
		return new TwoEnds(service, time, items, [
			{ pc: here, locationId },
			{ pc: there, locationId: second!.locationId },
		]);
	}

	private constructor(
		service: TestPractice,
		time: QuickTime,
		items: CallOutput<'item.search'>['items'],
		[here, there]: [End, End],
	) {
		this.service = service;
		this.here = here;
		this.there = there;
		this.#time = time;
		this.items = items.flatMap(({ itemId, units }) => {
			const base = units.find(({ factor }) => factor.numerator === factor.denominator);
			return base === undefined ? [] : [{ itemId, unitId: base.unitId }];
		});
	}

	async pull(...pcs: TestPc[]): Promise<void> {
		const pulled = async (pc: TestPc) => {
			await pc.call('sync.pull', {});
			await pc.until(({ sync }) => !sync.running);
		};
		await Promise.all(pcs.map(pulled));
	}

	/** Looks until a program shows the document so. */
	async shown<Document>(
		look: () => Promise<Document | null>,
		fits: (document: Document) => boolean,
	): Promise<Document> {
		for (;;) {
			const document = await look();
			if (document !== null && fits(document)) return document;
			await this.#time.clock.settle();
		}
	}

	async close(): Promise<void> {
		const pcs = [this.here.pc, this.there.pc];
		await Promise.all(pcs.map((pc) => pc.stop()));
		await Promise.all([this.#time.stop(), this.service.close()]);
		for (const pc of pcs) removePc(pc);
	}
}

/** A new click. */
export const intent = () => ({ intentId: crypto.randomUUID() });
