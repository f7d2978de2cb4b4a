// First run: the link, connecting, and practising; by keyboard.
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, fetched, holdEvents, test } from '../support/office.ts';
import { credentials } from '../support/practice.ts';
import { practiceProfile } from '../../src/practice/profile.ts';
import { holdBack } from './hold-back.ts';
import { fillIn, pressOn, tabTo } from './keyboard.ts';

const jsonFile = (name: string, value: unknown) => ({
	name,
	mimeType: 'application/json',
	buffer: Buffer.from(JSON.stringify(value)),
});

test('shows connection errors where they can be fixed, and keeps the input @night', async ({
	page,
	pc,
	service,
}) => {
	const { link } = await pc.launch();
	const letEventsCome = await holdEvents(page);
	await page.goto(link);
	await expect(page, 'the token is out of the address').not.toHaveURL(/token/);
	const address = page.getByLabel('Address');
	const clientId = page.getByLabel('Client ID');
	const secret = page.getByLabel('Client secret');
	const connect = page.getByRole('button', { name: 'Connect', exact: true });

	await test.step('with nothing filled in', async () => {
		await expect(address, 'the page starts there').toBeFocused();
		await pressOn(page, connect);
		await expect(page.getByText('This is required.')).toHaveCount(3);
		await expect(address).toBeFocused();
	});

	await test.step('a secret the service refuses', async () => {
		await fillIn(page, address, service.url);
		await fillIn(page, clientId, credentials.clientId);
		await fillIn(page, secret, 'not the secret');
		await page.keyboard.press('Enter');
		await expect(page.getByText('does not accept this client ID and secret')).toBeVisible();
		await expect(address).toHaveValue(service.url);
		await expect(clientId).toHaveValue(credentials.clientId);
		await expect(secret).toHaveValue('not the secret');
	});

	const pickProfile = async (button: string, file: ReturnType<typeof jsonFile>) => {
		const asked = page.waitForEvent('filechooser');
		await pressOn(page, page.getByRole('button', { name: button }));
		await (await asked).setFiles(file);
		await expect(page.getByText(file.name)).toBeVisible();
	};

	await test.step('a profile with two errors', async () => {
		const wrong = { ...practiceProfile, timeouts: { readMs: -1 }, nonsense: true };
		await pickProfile('Choose a file', jsonFile('wrong.json', wrong));
		await tabTo(page, secret, 'Shift+Tab');
		await fillIn(page, secret, credentials.clientSecret);
		await page.keyboard.press('Enter');
		await expect(page.getByText('The profile has 2 errors')).toBeVisible();
		await expect(page.getByText('timeouts.readMs')).toBeVisible();
		await expect(page.getByText('nonsense')).toBeVisible();
		await expect(secret).toHaveValue(credentials.clientSecret);
	});

	await test.step('fixed', async () => {
		await pickProfile('Choose another file', jsonFile('practice.json', practiceProfile));
		await pressOn(page, connect);
		// The page knows from the answer that it is connected, however late the event.
		await expect(page.getByRole('heading', { name: 'Downloading your data' })).toBeVisible();
		letEventsCome();
	});

	await test.step('choosing the location and starting', async () => {
		await tabTo(page, page.getByRole('radio', { name: 'Harbour Kitchen' }));
		// Nobody waits for the choice to be saved before pressing Enter.
		const saveTheChoice = await holdBack(page, 'settings.set');
		await page.keyboard.press('ArrowDown');
		await expect(page.getByRole('radio', { name: 'Mill Street Grill' })).toBeChecked();
		await page.keyboard.press('ArrowUp');
		await expect(page.getByRole('radio', { name: 'Harbour Kitchen' })).toBeChecked();
		await page.keyboard.press('Enter');
		await saveTheChoice();
		await expect(page.getByRole('heading', { level: 1, name: 'Counts' })).toBeVisible();
		await expect(page.getByText('Counts of Harbour Kitchen')).toBeVisible();
	});
});

test('practising starts its own service, and the program returns to it @night', async ({
	page,
	pc,
	stocked,
}) => {
	// The data already exists; creating it is tested with the practice service.
	const practiceFolder = join(pc.dataFolder, 'practice');
	await mkdir(practiceFolder);
	await copyFile(await stocked('small'), join(practiceFolder, 'practice.db'));

	const { link } = await pc.launch();
	// The event for the account may come after its page.
	const letEventsCome = await holdEvents(page);
	await page.goto(link);
	// The locations may arrive before the program chose one: nobody is asked.
	const locations = ['L-1', 'L-2'].map((locationId) => ({
		locationId,
		name: locationId,
		areas: [],
		currency: 'EUR',
		timeZone: 'Europe/Dublin',
		dayStartHour: 4,
		today: '2026-01-01',
	}));
	await page.route('**/call/location.list', (route) =>
		route.fulfill({ json: { ok: true, value: { locations, asOf: null } } }),
	);
	await pressOn(page, page.getByRole('button', { name: 'Start practice' }));
	await expect(
		page.getByRole('heading', { level: 1, name: 'Downloading your data' }),
	).toBeVisible();
	letEventsCome();
	await expect(page.getByRole('heading', { level: 1, name: 'Counts' })).toBeVisible();
	await page.unroute('**/call/location.list');
	await page.reload();
	await expect(page.getByRole('button', { name: /^Harbour Kitchen/ })).toBeVisible();
	await expect(page.getByRole('link', { name: /^Online/ })).toBeVisible();

	await page.goto('about:blank');
	await pc.stop();
	await pc.start();
	await pc.until(fetched);
	await pc.until(({ network, session }) => network.state === 'online' && session === 'signed-in');
	await pc.show(page, '/counts');
	await expect(page.getByRole('link', { name: /^Online/ })).toBeVisible();
});

test('a start to practise, in a fresh folder, lands on the list of counts @night', async ({
	page,
	pc,
}) => {
	const { link } = await pc.launch(['--practice', '--data-set', 'small']);
	await page.goto(link);
	await expect(page.getByRole('heading', { level: 1, name: 'Counts' })).toBeVisible();
	await expect(page.getByText('Counts of Harbour Kitchen')).toBeVisible();
	await expect(page).toHaveURL(/#\/counts$/);
});
