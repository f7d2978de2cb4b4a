// Random receipts, accepted or refused, with waste submitted at once or not: goods leave the stock only after they came
// in. The books are simple enough to be kept here.
import fc from 'fast-check';
import { openKitchen, stockUp, valueOf, type Kitchen } from '../support/kitchen.ts';
import { applied, refused } from '../support/verdicts.ts';
import { Difference } from './compare.ts';

const arrival = fc.record({
	came: fc.nat({ max: 29 }),
	isRefused: fc.boolean(),
	isSubmitted: fc.boolean(),
	isSentAgain: fc.boolean(),
});
type Drawn = typeof arrival extends fc.Arbitrary<infer Each> ? Each : never;
type Arrival = Drawn & { readonly id: string; readonly sent: number };

export async function reckonRefused(asked: { histories: number; seed: number }): Promise<void> {
	const kitchen = openKitchen();
	kitchen.store.durable.pragma('synchronous = OFF');
	stockUp(kitchen);
	const arrivals = fc
		.sample(arrival, { numRuns: asked.histories, seed: asked.seed })
		// Quantities are unique: the outbox would ask about two equal documents.
		.map((each, at): Arrival => ({ ...each, sent: each.came + at + 1, id: `T-${String(at)}` }));
	await kitchen.shows({
		'transferIn.list': arrivals.map(({ id, sent }) => ({
			id,
			number: `TRI-${id}.`,
			fromLocationId: 'L-2',
			toLocationId: 'L-1',
			date: '2026-11-19T10:00:00Z',
			sentDate: '2026-11-19T11:00:00Z',
			status: 'InTransit',
			items: [{ id: `l-${id}`, itemId: '1', quantity: String(sent), unitCost: '0.50' }],
		})),
	});
	kitchen.service.there = false;
	for (const each of arrivals) receive(kitchen, each);
	kitchen.service.there = true;

	const { service } = kitchen;
	const toRefuse = new Set(arrivals.flatMap(({ id, isRefused }) => (isRefused ? [id] : [])));
	const received = new Set<string>();
	service.onWrite = (name) => {
		const id = String(service.writes.at(-1)?.body['transferId']);
		const isRefused = name === 'transferIn.receive' && toRefuse.delete(id);
		if (name === 'transferIn.receive' && !isRefused) received.add(id);
		// Each write has its own verdict, because several are in flight.
		service.next.push(isRefused ? refused : applied(null));
	};
	await sendAll(kitchen);
	for (const each of arrivals) check(kitchen, each, received.has(each.id));

	for (const { id, isRefused, isSentAgain } of arrivals) {
		const step = kitchen.outbox.stepsOf('transferIn', `service:transferIn:${id}`).at(-1);
		if (isRefused && isSentAgain && step !== undefined)
			valueOf(kitchen.outbox.sendAgain(step, 'Noor'));
	}
	await sendAll(kitchen);
	for (const each of arrivals) check(kitchen, each, !each.isRefused || each.isSentAgain);
	await kitchen.end();
}

/** Until nothing more is sent: work waiting for a refused receipt keeps waiting. */
async function sendAll(kitchen: Kitchen): Promise<void> {
	for (let still = 0; still < 2; still += 1) {
		const before = kitchen.service.writes.length;
		await kitchen.send();
		if (kitchen.service.writes.length > before) still = 0;
	}
}

/** The rest is to be wasted. */
function receive({ call }: Kitchen, { id, came, isSubmitted }: Arrival): void {
	const documentId = `service:transferIn:${id}`;
	const line = { documentId, lineId: `l-${id}` };
	const typed = { unitId: '1', typed: String(came), locale: 'en-GB' };
	call('transferIn.enter', { ...line, ...typed });
	call('transferIn.explain', { ...line, reason: 'Spoiled' });
	call('transferIn.settle', { ...line, settlement: 'waste' });
	const intentId = `intent-${id}-receive`;
	const { lines } = call('transferIn.receive', { documentId, intentId });
	const draft = lines[0]?.settled[0]?.documentId;
	if (typeof draft !== 'string') throw new Difference(`${id} has no draft of waste`);
	const submitted = { documentId: draft, intentId: `intent-${id}-submit` };
	if (isSubmitted) call('wastage.submit', submitted);
}

/** @param isReceived the service accepted the receipt */
function check(
	{ service }: Kitchen,
	{ id, sent, came, isSubmitted }: Arrival,
	isReceived: boolean,
): void {
	const made = service.writes.filter(
		({ name, body }) =>
			name === 'wastage.create' && String(body['description']).includes(`TRI-${id}.`),
	);
	const wasted = made.flatMap(({ body }) => body['items'] as { uomId: number; quantity: string }[]);
	const wanted = isReceived && isSubmitted ? [String(sent - came)] : [];
	// A dozen is drafted as a case.
	const said = wasted.map(({ uomId, quantity }) =>
		String(Number(quantity) * (uomId === 3 ? 12 : 1)),
	);
	if (said.join() !== wanted.join())
		throw new Difference(`${id}: ${said.join() || 'nothing'} thrown away, not ${wanted.join()}`);
}
