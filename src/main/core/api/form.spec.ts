import { afterEach, expect, test } from 'vitest';
import {
	credentials,
	startTestPractice,
	type TestPractice,
} from '../../../../test/support/practice.ts';
import { variants } from '../../../practice/variants.ts';
import { nothingLearned } from '../../../shared/service/behaviour.ts';
import { serviceProfile } from '../../../shared/service/profile.ts';
import { systemClock, systemRandom } from '../../host/clock.ts';
import { openTransport, type Transport } from '../../host/transport.ts';
import { Client } from './client.ts';
import { Connectivity } from './connectivity.ts';

let practice: TestPractice;
let transport: Transport;
afterEach(async () => {
	await transport.close();
	await practice.close();
});

const items = 'name,code\nRoast chestnuts,CHN-1\nQuince,"QNC-1"\n';

test.each(['a', 'b'] as const)(
	'sends a file of items as a form and imports it, variant %s',
	async (variant) => {
		practice = await startTestPractice({ variant });
		transport = openTransport();
		const profile = serviceProfile.parse(variants[variant].profile);
		const client = new Client({
			account: {
				accountId: 'a',
				serviceUrl: practice.url,
				clientId: credentials.clientId,
				name: '',
				practice: false,
				profile,
				learned: nothingLearned,
			},
			network: transport,
			secrets: {
				read: () => Promise.resolve(credentials.clientSecret),
				keep: () => Promise.resolve(false),
				forget: () => Promise.resolve(),
			},
			clock: systemClock,
			log: { info: () => undefined, warn: () => undefined, error: () => undefined },
			connectivity: new Connectivity({
				clock: systemClock,
				random: systemRandom,
				pauses: profile.pauses,
				changed: () => undefined,
				opened: () => undefined,
			}),
			nextReadNo: () => 1,
			sessionChanged: () => undefined,
		});

		expect(await client.write('inventoryItem.import', { body: { file: items } })).toMatchObject({
			kind: 'applied',
		});
		const read = await client.readAll('inventoryItem.list', { query: { search: 'QNC-1' } });
		expect(read.ok && read.value.rows.map(({ name }) => name)).toEqual(['Quince']);

		const refused = await client.write('inventoryItem.import', { body: { file: 'price\n1\n' } });
		expect(refused).toMatchObject({ kind: 'rejected', status: 400 });
	},
);
