// Scanning on a count sheet: goes to the item's line and flashes it; asks which place if there are several; keeps
// unrecognised barcodes.
import type { App } from '../../app.svelte.ts';
import { listenForScans, soundOf } from '../../scan/scanner.svelte.ts';
import type { ItemToPlace } from './arranging.ts';
import type { SheetRow } from './sheet-lines.svelte.ts';
import type { SheetWalk } from './sheet-walk.svelte.ts';

/** Create it with the component: it listens for that lifetime. */
export class SheetScans {
	/** Places of a scanned item, while we ask which is meant. */
	places = $state.raw<readonly SheetRow[]>([]);
	choosingPlace = $state(false);
	/** The scanned line, or an unknown code, with a counter: each scan flashes again. */
	#flashed = $state.raw({ key: '', times: 0 });
	/** Unit of the last scanned code, while we ask for the place. */
	#unitId = '';
	readonly #app: App;
	readonly #walk: SheetWalk;
	readonly #onmissing: (item: ItemToPlace) => void;

	/** @param onmissing the item is known, but not on the count */
	constructor(app: App, walk: SheetWalk, onmissing: (item: ItemToPlace) => void) {
		this.#app = app;
		this.#walk = walk;
		this.#onmissing = onmissing;
		$effect(() => listenForScans((code) => this.#scanned(code)));
	}

	/** Which of the two animation names flashes a line, or the sheet for `unknown`; undefined for none. */
	flashOf(key: string): number | undefined {
		const { key: flashed, times } = this.#flashed;
		return flashed === key ? times % 2 : undefined;
	}

	choose(row: SheetRow): void {
		this.#found(row, this.#unitId);
	}

	/** @returns false if it leads to no box: the keys typed after it belong to none. */
	async #scanned(code: string): Promise<boolean> {
		const { call, notices, explain } = this.#app;
		const { sheet } = this.#walk;
		const { locationId } = sheet;
		// The scan has been handled, whatever the code.
		this.#walk.stepOut();
		const reply = await call('item.byBarcode', { barcode: code, locationId });
		if (!reply.ok) {
			this.#sound('unknown');
			if (reply.code === 'not-found') await this.#keepCode(code);
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

	async #keepCode(code: string): Promise<void> {
		const { t, notices } = this.#app;
		const { stocktakeId, area, by } = this.#walk.sheet;
		const areaId = area?.areaId ?? null;
		const reply = await this.#app.call('stocktake.keepUnknownCode', {
			stocktakeId,
			code,
			areaId,
			by,
		});
		if (!reply.ok) {
			const problem = this.#app.explain(reply);
			notices.show(t('common.codeNotKept', { code, problem }), 'rust');
			return;
		}
		this.#flash('unknown');
		notices.show(t('stocktake.scanUnknownCode', { code, count: reply.value.times }), 'amber', code);
	}

	#flash(key: string): void {
		this.#flashed = { key, times: this.#flashed.times + 1 };
	}

	#sound(what: 'found' | 'unknown'): void {
		if (this.#app.settings.scanner.sound) soundOf(what);
	}
}
