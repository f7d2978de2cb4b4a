// No transport at all: what the tests and the simulation use, and what the others are measured against.
import { bridgeContract } from './bridge-contract.ts';

bridgeContract('direct', async (core) => ({
	call: core.call.bind(core),
	on: core.on.bind(core),
	callUnchecked: (name, input) => core.callUnchecked(name, input, { connection: 'direct' }),
	close: async () => undefined,
}));
