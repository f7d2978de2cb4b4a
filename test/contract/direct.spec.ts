// No transport at all: used by tests and the simulation, and the reference for the others.
import { bridgeContract } from './bridge-contract.ts';

bridgeContract('direct', async (core) => ({
	call: core.call.bind(core),
	on: core.on.bind(core),
	callUnchecked: (name, input) => core.callUnchecked(name, input, { connection: 'direct' }),
	close: async () => undefined,
}));
