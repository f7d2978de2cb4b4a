// A kitchen of its own for each test of a file.
import { beforeEach, onTestFinished } from 'vitest';
import { openKitchen, openStockedKitchen, type Kitchen } from './kitchen.ts';

type Options = Parameters<typeof openKitchen>[0];
type Open = () => Kitchen | Promise<Kitchen>;
type Stocked = Parameters<typeof openStockedKitchen>[0];
type EachKitchen = Kitchen & {
	/** Ends the program and starts it again on the same folder. */
	restart(options?: Options): Promise<void>;
	/** Another kitchen in its place. */
	replace(open: Open): Promise<void>;
};

/** @param how opens it; the options of a stocked one otherwise */
export function eachKitchen(how: Open | Stocked = {}): EachKitchen {
	let kitchen: Kitchen;
	beforeEach(async () => {
		kitchen = await (typeof how === 'function' ? how() : openStockedKitchen(how));
		// After the screens of the test, which closed before it.
		onTestFinished(() => kitchen.end());
	});
	const more = {
		async restart(options: Options = {}): Promise<void> {
			await kitchen.close();
			kitchen = openKitchen({ folder: kitchen.folder, ...options });
		},
		async replace(other: Open): Promise<void> {
			await kitchen.end();
			kitchen = await other();
		},
	};
	return new Proxy(more as EachKitchen, {
		get: (own, name) => Reflect.get(name in own ? own : kitchen, name) as unknown,
	});
}
