// What each button of each screen does: where it leads, what it opens, shows, saves and asks of the core. What would
// change something is refused, no file can be saved, and the screen says so.
import { expect, it } from 'vitest';
import {
	buttonsIn,
	finish,
	indented,
	menu,
	nameOf,
	openToPress,
	page,
	press,
	pressKey,
	soon,
	toldOf,
	whatDoes,
} from '../../../test/support/pressing.ts';

it('does what each button says', async () => {
	const { screen, named, go } = await openToPress();

	async function pressAll(path: string): Promise<string[]> {
		await go(path);
		const names = buttonsIn(page()).map(nameOf);
		/** Finds the button again, and first reopens the page if it has changed. */
		const again = async (at: number): Promise<HTMLElement> => {
			const now = buttonsIn(page());
			const isSame = now.map(nameOf).join() === names.join();
			if (!isSame || screen.app.route.path !== path) await go(path);
			return buttonsIn(page())[at]!;
		};
		const did: string[] = [];
		for (const [at, name] of names.entries()) {
			if (names.indexOf(name) !== at) continue;
			const button = await again(at);
			did.push(`[${name}]`, ...indented(await whatDoes(screen, () => press(button))));
			const entries = [...(menu()?.querySelectorAll('[role=menuitem]') ?? [])].map(nameOf);
			for (const [index, entry] of entries.entries()) {
				did.push(`\t[${entry}]`);
				// A workbook takes longer.
				if (entry.includes('XLSX')) continue;
				if (menu() === null) {
					const opener = await again(at);
					await whatDoes(screen, () => press(opener));
				}
				const item = menu()!.querySelectorAll<HTMLElement>('[role=menuitem]')[index]!;
				did.push(...indented(indented(await whatDoes(screen, () => item.click()))));
				did.push(...indented(indented(await finish(screen))));
			}
			if (menu() !== null) {
				pressKey('Escape');
				await soon();
			}
			did.push(...indented(await finish(screen)));
		}
		for (const form of page().querySelectorAll('form')) {
			const submit = () =>
				form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
			did.push('Enter in a form', ...indented(await whatDoes(screen, submit)));
		}
		return did;
	}

	const pressed: string[] = [];
	for (const [path, name] of named) pressed.push(name, ...indented(await pressAll(path)));
	await expect(toldOf(pressed)).toMatchFileSnapshot('pressed.txt');
}, 120_000);
