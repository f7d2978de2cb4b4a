// Enters something into every box, list and switch of every screen, while the core refuses all changes: what each asks,
// says and shows.
import { expect, it } from 'vitest';
import {
	enter,
	fieldNameOf,
	fieldsIn,
	indented,
	leaveDialog,
	openToPress,
	page,
	pressKey,
	toldOf,
	whatDoes,
} from '../../../test/support/pressing.ts';
import { someSettings } from '../../../test/support/test-core.ts';

it('does what each box says', async () => {
	// This document makes no sound.
	const scanner = { ...someSettings.scanner, sound: false };
	const { screen, named, go } = await openToPress({ settings: { scanner } });
	const entered: string[] = [];
	for (const [path, name] of named) {
		await go(path);
		entered.push(name);
		for (const field of new Set(fieldsIn(page()).map(fieldNameOf))) {
			const find = () => fieldsIn(page()).find((each) => fieldNameOf(each) === field);
			// What came before led away, or took it away.
			if (screen.app.route.path !== path || find() === undefined) await go(path);
			const act = () => {
				const box = find()!;
				box.focus();
				enter(box);
				pressKey('Enter');
			};
			// A filter asks for what fits it.
			const isFilter = find()!.matches('[role=search] *');
			const did = new Set(await whatDoes(screen, act, isFilter));
			entered.push(...indented([`{${field}}`, ...indented([...did])]));
			await leaveDialog();
		}
	}
	await expect(toldOf(entered)).toMatchFileSnapshot('entered.txt');
}, 120_000);
