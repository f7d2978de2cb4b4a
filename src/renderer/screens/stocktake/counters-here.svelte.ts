// Other people with this count open: each window reports its area and its leaving.
import { onMount } from 'svelte';
import type { Counter } from '../../../shared/bridge/stocktake.ts';
import type { App } from '../../app.svelte.ts';
import type { CountSheet } from './count-sheet.svelte.ts';

/** Windows report every minute. */
const hereEveryMs = 60_000;

/** Create it with the component: it has the same lifetime. */
export class CountersHere {
	readonly #app: App;
	readonly #sheet: CountSheet;
	readonly #ownWindow = crypto.randomUUID();
	/** Events received: an answer requested before one is older. */
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
			// Named with each call: another person at this window is told at once.
			void app.settings.person;
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

	/** Other people in an area. */
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
