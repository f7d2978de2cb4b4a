// Codes scanned over a count sheet: to the line of the item, which lights up; which of its places where it has several;
// one that nobody knows is parked.
import type { App } from '../../app.svelte.ts';
import { listenForScans, soundOf } from '../../scan/scanner.svelte.ts';
import type { ItemToPlace } from './arranging.ts';
import type { SheetRow } from './count-sheet.svelte.ts';
import type { SheetWalk } from './sheet-walk.svelte.ts';

/** To be made while the screen is: it listens as long. */
export class SheetScans {
	/** The places of a scanned item, while it is asked which one is meant. */
	places = $state.raw<readonly SheetRow[]>([]);
	choosingPlace = $state(false);
	/** The line that a scan found, or that it was not known, and how often: each time it lights up. */
	#flashed = $state.raw({ key: '', times: 0 });
	/** The unit of the code scanned last, while it is asked which place is meant. */
	#unitId = '';
	readonly #app: App;
	readonly #walk: SheetWalk;
	readonly #onmissing: (item: ItemToPlace) => void;

	/** @param onmissing the item is known, and not on the count */
	constructor(app: App, walk: SheetWalk, onmissing: (item: ItemToPlace) => void) {
		this.#app = app;
		this.#walk = walk;
		this.#onmissing = onmissing;
		$effect(() =>
			listenForScans(
				() => app.settings.scanner,
				(code) => this.#scanned(code),
			),
		);
	}

	/** By which of the two names of the animation a line lights up, or the sheet for an `unknown` code; undefined: not at all. */
	flashOf(key: string): number | undefined {
		const { key: flashed, times } = this.#flashed;
		return flashed === key ? times % 2 : undefined;
	}

	/** Which of several places was meant. */
	choose(row: SheetRow): void {
		this.#found(row, this.#unitId);
	}

	/** @returns false where it does not lead to a box: what was typed behind it is for none of those on the sheet. */
	async #scanned(code: string): Promise<boolean> {
		const { call, settings, notices, explain } = this.#app;
		const { sheet } = this.#walk;
		const { locationId } = settings;
		// Whoever scans has that in hand, whatever becomes of the code.
		this.#walk.stepOut();
		const reply = await call('item.byBarcode', { barcode: code, locationId });
		if (!reply.ok) {
			this.#sound('unknown');
			if (reply.code === 'not-found') await this.#park(code);
			else notices.show(explain(reply), 'amber');
			return false;
		}
		const { item, unitId } = reply.value;
		await sheet.whole;
		this.#unitId = unitId;
		const rows = sheet.linesOfItem(item.itemId);
		const inArea = rows.filter((row) => sheet.areaOf(row) === sheet.area);
		const [only, ...others] = inArea.length > 0 ? inArea : rows;
		if (only === undefined) {
			this.#sound('unknown');
			this.#onmissing({ value: item.itemId, label: item.name, note: item.code });
			return false;
		}
		this.#sound('found');
		if (others.length === 0) {
			this.#found(only, unitId);
			return true;
		}
		this.places = [only, ...others];
		this.choosingPlace = true;
		return false;
	}

	#found(row: SheetRow, unitId: string): void {
		this.#flash(row.key);
		this.#walk.jump(row, [...row.units].find(([, unit]) => unit.unitId === unitId)?.[0]);
	}

	async #park(code: string): Promise<void> {
		const { t, notices } = this.#app;
		const { stocktakeId, area, by } = this.#walk.sheet;
		const areaId = area?.areaId ?? null;
		const reply = await this.#app.call('stocktake.park', { stocktakeId, code, areaId, by });
		if (!reply.ok) {
			const problem = this.#app.explain(reply);
			notices.show(t('stocktake.parkFailed', { code, problem }), 'rust');
			return;
		}
		this.#flash('unknown');
		notices.show(t('stocktake.scanParked', { code, count: reply.value.times }), 'amber', code);
	}

	#flash(key: string): void {
		this.#flashed = { key, times: this.#flashed.times + 1 };
	}

	#sound(what: 'found' | 'unknown'): void {
		if (this.#app.settings.scanner.sound) soundOf(what);
	}
}
