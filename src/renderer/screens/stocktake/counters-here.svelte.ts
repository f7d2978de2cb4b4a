// Who has a count open beside this window: each window says in which area it is, and that it goes.
import { onMount } from 'svelte';
import type { Counter } from '../../../shared/bridge/stocktake.ts';
import type { App } from '../../app.svelte.ts';
import type { CountSheet } from './count-sheet.svelte.ts';

/** Windows say every minute that they are still there. */
const hereEveryMs = 60_000;

/** To be made while the screen is: it lasts as long. */
export class CountersHere {
	readonly #app: App;
	readonly #sheet: CountSheet;
	readonly #ownWindow = crypto.randomUUID();
	/** How often others were told of: an answer that comes behind that is older. */
	#heard = 0;
	#counters = $state.raw<readonly Counter[]>([]);

	constructor(app: App, sheet: CountSheet) {
		this.#app = app;
		this.#sheet = sheet;
		const { stocktakeId } = sheet;
		$effect(() =>
			app.bridge.on('stocktake.counters', (heard) => {
				if (heard.stocktakeId !== stocktakeId) return;
				this.#heard += 1;
				this.#counters = heard.counters;
			}),
		);
		$effect(() => {
			void this.#here(sheet.area?.areaId ?? null, sheet.by);
		});
		onMount(() => {
			const timer = setInterval(
				() => void this.#here(sheet.area?.areaId ?? null, sheet.by),
				hereEveryMs,
			);
			const leave = () =>
				void app.call('stocktake.here', {
					stocktakeId,
					window: this.#ownWindow,
					areaId: null,
					leaving: true,
					by: sheet.by,
				});
			window.addEventListener('pagehide', leave);
			return () => {
				clearInterval(timer);
				window.removeEventListener('pagehide', leave);
				leave();
			};
		});
	}

	/** The other people with this count open who are in an area. */
	in = (areaId: string): readonly string[] =>
		this.#counters
			.filter((each) => each.window !== this.#ownWindow && each.areaId === areaId)
			.map(({ person }) => (person === '' ? this.#app.t('stocktake.somebody') : person));

	async #here(areaId: string | null, by: string): Promise<void> {
		const { stocktakeId } = this.#sheet;
		const window = this.#ownWindow;
		const heard = this.#heard;
		const reply = await this.#app.call('stocktake.here', { stocktakeId, window, areaId, by });
		if (reply.ok && heard === this.#heard) this.#counters = reply.value.counters;
	}
}
