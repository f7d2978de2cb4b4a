import { describe, expect, it } from 'vitest';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import { fail, succeed, type Failure } from '../../../shared/bridge/reply.ts';
import { addressOf, ConnectForm } from './connect-form.svelte.ts';

function setUp(failure?: Failure) {
	const sent: CallInput<'session.connect'>[] = [];
	const form = new ConnectForm(async (input) => {
		sent.push(input);
		return (
			failure ??
			succeed({ accountId: '1', name: '', serviceUrl: '', clientId: '', practice: false })
		);
	});
	form.address = 'inventory.example';
	form.clientId = ' kitchen ';
	form.clientSecret = ' s3cret ';
	return { form, sent };
}

describe('service address', () => {
	it.each([
		['inventory.example', 'https://inventory.example'],
		[' https://inventory.example/base ', 'https://inventory.example/base'],
		['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['ftp://inventory.example', null],
		['', null],
		['https://', null],
		['not an address', null],
		['https:/inventory.example', null],
		['https//inventory.example', null],
		['https://inventory.example/?tab=1', null],
		['https://inventory.example/#/login', null],
	])('of %j is %j', (typed, address) => {
		expect(addressOf(typed)).toBe(address);
	});
});

describe('connecting to a service', () => {
	it('asks only for the secret of a known account', async () => {
		const { form, sent } = setUp();
		await form.submit();
		form.failure = fail('refused', '');
		form.chooseAccount({ serviceUrl: 'https://grill.example', clientId: 'grill' });
		expect(form.failure).toBeNull();
		expect(await form.submit()).toBe(false);
		expect(form.errors).toEqual({ clientSecret: 'connect.needed' });
		form.clientSecret = 's3cret';
		expect(await form.submit()).toBe(true);
		expect(sent.at(-1)).toMatchObject({
			serviceUrl: 'https://grill.example',
			clientId: 'grill',
			clientSecret: 's3cret',
		});
	});

	it('checks each field when it is left, and drops a reason that no longer applies', async () => {
		const { form } = setUp(fail('refused', ''));
		form.address = 'https//inventory.example';
		form.left('address');
		expect(form.errors).toEqual({ address: 'connect.addressWrong' });
		form.clientId = ' ';
		form.left('clientId');
		expect(form.errors).toMatchObject({ clientId: 'connect.needed' });
		form.address = 'inventory.example';
		form.clientId = 'kitchen';
		form.left('address');
		form.left('clientId');
		expect(form.errors).toEqual({});
		await form.submit();
		expect(form.errors).toEqual({ clientSecret: 'connect.refused' });
		form.clientSecret = 'another';
		form.left('clientSecret');
		expect(form.errors).toEqual({});
	});

	it('sends the secret as typed, and no profile if none was picked', async () => {
		const { form, sent } = setUp();
		expect(await form.submit()).toBe(true);
		expect(sent).toEqual([
			{ serviceUrl: 'https://inventory.example', clientId: 'kitchen', clientSecret: ' s3cret ' },
		]);
	});

	it.each(['https://kit:s3cret@inventory.example', 'kit@inventory.example', 'http://:x@h'])(
		'refuses an address with a user name or password without calling anyone',
		async (address) => {
			const { form, sent } = setUp();
			form.address = address;
			expect(await form.submit()).toBe(false);
			expect(form.errors).toEqual({ address: 'connect.addressNamesUser' });
			expect(sent).toEqual([]);
		},
	);
});
