import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../shared/bridge/practice.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import { FaultSwitches } from './fault-switches.svelte.ts';

const fault = (change: Partial<Fault>): Fault => ({
	kind: 'drop-reply',
	operation: '*',
	times: null,
	probability: 1,
	delayMs: 3_000,
	...change,
});

function setUp(inForce: Fault[]) {
	const written: Fault[][] = [];
	const faults = new FaultSwitches({
		read: async () => succeed({ faults: inForce }),
		write: async (wanted) => {
			written.push(wanted);
			return succeed({ faults: wanted });
		},
	});
	const of = (kind: Fault['kind']) => faults.switches.find((each) => each.kind === kind)!;
	return { faults, written, of };
}

describe('practice service switches', () => {
	it('show the active faults', async () => {
		const { faults, of } = setUp([
			fault({ operation: 'wastage.create', times: 3 }),
			fault({ kind: 'slow', operation: 'of-a-newer-stillroom' }),
		]);
		const { scope } = of('slow');
		expect(faults.anyOn).toBe(false);
		await faults.load();
		expect(of('drop-reply')).toMatchObject({ on: true, scope: 'wastage.create', times: 3 });
		expect(of('slow')).toMatchObject({ on: true, scope });
		expect(of('offline').on).toBe(false);
	});

	it('keep their position if an earlier answer arrives later', async () => {
		const read = Promise.withResolvers<undefined>();
		const faults = new FaultSwitches({
			read: async () => {
				await read.promise;
				return succeed({ faults: [] });
			},
			write: async (wanted) => succeed({ faults: wanted }),
		});
		const offline = faults.switches.find(({ kind }) => kind === 'offline')!;
		const loading = faults.load();
		offline.on = true;
		await faults.apply();
		read.resolve(undefined);
		await loading;
		expect(offline.on).toBe(true);
	});

	it('keep their position while it is being applied', async () => {
		const written = Promise.withResolvers<undefined>();
		const faults = new FaultSwitches({
			read: async () => succeed({ faults: [] }),
			write: async (wanted) => {
				await written.promise;
				return succeed({ faults: wanted });
			},
		});
		const offline = faults.switches.find(({ kind }) => kind === 'offline')!;
		offline.on = true;
		const applying = faults.apply();
		await faults.load();
		expect(offline.on).toBe(true);
		written.resolve(undefined);
		await applying;
		expect(offline.on).toBe(true);
	});

	it('show the reason when the practice service does not answer', async () => {
		const faults = new FaultSwitches({
			read: async () => fail('unreachable', 'no answer'),
			write: async () => fail('unreachable', 'no answer'),
		});
		await faults.load();
		expect(faults.failure?.code).toBe('unreachable');
	});
});
