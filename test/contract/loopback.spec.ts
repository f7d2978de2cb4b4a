// The browser's transport: a real server, real HTTP.
import { connectBridge } from '../support/bridge-client.ts';
import { startTestHost } from '../support/test-host.ts';
import { bridgeContract, wireContract, type Connect } from './bridge-contract.ts';

const connect: Connect = async (core) => {
	const server = await startTestHost({ core });
	const client = await connectBridge(server.newLink());
	return {
		call: client.call.bind(client),
		on: client.on.bind(client),
		callUnchecked: client.callUnchecked.bind(client),
		async close() {
			await client.close();
			await server.close();
		},
	};
};

bridgeContract('loopback', connect);
wireContract('loopback', connect);
