import { expect, test } from 'vitest';
import { openClient } from '../../../../test/support/client.ts';
import { credentials, startTestPractice } from '../../../../test/support/practice.ts';
import { variants } from '../../../practice/variants.ts';
import { openTransport } from '../../host/transport.ts';

const items = 'name,code\nRoast chestnuts,CHN-1\nQuince,"QNC-1"\n';

test.each(['a', 'b'] as const)(
	'sends a file of items as a form and imports it, variant %s',
	async (variant) => {
		const practice = await startTestPractice({ variant });
		const transport = openTransport();
		const { clientId, clientSecret: secret } = credentials;
		const { profile } = variants[variant];
		const { client } = openClient({
			url: practice.url,
			network: transport,
			profile,
			clientId,
			secret,
		});
		const imported = (file: string) => client.write('inventoryItem.import', { body: { file } });
		try {
			expect(await imported(items)).toMatchObject({ kind: 'applied' });
			const read = await client.readAll('inventoryItem.list', { query: { search: 'QNC-1' } });
			expect(read.ok && read.value.rows.map(({ name }) => name)).toEqual(['Quince']);
			expect(await imported('price\n1\n')).toMatchObject({ kind: 'rejected', status: 400 });
		} finally {
			await transport.close();
			await practice.close();
		}
	},
);
