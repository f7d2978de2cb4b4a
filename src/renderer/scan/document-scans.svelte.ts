// Scanning on a transfer or waste sheet, as on the count sheet: goes to the item's line and enters nothing.
// Unrecognised barcodes are announced and kept with the document.
import type { App } from '../app.svelte.ts';
import type { Reply } from '../../shared/bridge/reply.ts';
import type { UnknownCode } from '../../shared/bridge/scan.ts';
import type { ItemView } from '../../shared/bridge/values.ts';
import { listenForScans, soundOf } from './scanner.svelte.ts';

interface ScannedSheet {
	readonly locationId: () => string | null;
	/** The document for unrecognised barcodes; saves a new one first. null if that failed. */
	readonly documentId: () => string | null | Promise<string | null>;
	/** Goes to the item's line. @returns false if it has no place on the sheet. */
	readonly goTo: (item: ItemView, unitId: string) => boolean | Promise<boolean>;
	/** Goes to the line with a code that no item has, for example the supplier's. */
	readonly goToCode?: (code: string) => boolean;
}

export class DocumentScans {
	codes = $state.raw<readonly UnknownCode[]>([]);
	readonly #app: App;
	readonly #sheet: ScannedSheet;
	/** Which item a person said an unrecognised barcode belongs to, until the sheet is closed. */
	readonly #items = new Map<string, ItemView>();
	/** Requests are numbered: answers may overtake each other. */
	#asked = 0;
	#shown = 0;

	constructor(app: App, sheet: ScannedSheet) {
		this.#app = app;
		this.#sheet = sheet;
	}

	/** Shows the saved codes and listens. @returns an unsubscribe function. */
	listen(documentId: string | null): () => void {
		if (documentId !== null) {
			void this.#show(this.#app.call('scan.list', { documentId }));
		}
		return listenForScans((code) => this.#scanned(code));
	}

	/** The code is removed once the sheet has reached its item: a person may still cancel adding it. */
	belongs(code: string, item: ItemView): void {
		this.#items.set(code, item);
	}

	/** Call when the sheet goes to a line. */
	reached({ itemId }: Pick<ItemView, 'itemId'>): void {
		for (const { code } of this.codes)
			if (this.#items.get(code)?.itemId === itemId) void this.forget(code);
	}

	async forget(code: string): Promise<void> {
		const documentId = await this.#sheet.documentId();
		if (documentId === null) return;
		const reply = await this.#show(this.#app.call('scan.forget', { documentId, code }));
		if (!reply.ok) this.#app.notices.show(this.#app.explain(reply), 'rust');
	}

	/** @returns whether it led to a line. */
	async #scanned(code: string): Promise<boolean> {
		const { t, notices } = this.#app;
		const locationId = this.#sheet.locationId();
		const reply = await this.#app.call('item.byBarcode', { barcode: code, locationId });
		if (reply.ok) {
			const { item, unitId } = reply.value;
			if (await this.#sheet.goTo(item, unitId)) {
				this.#sound('found');
				return true;
			}
			await this.#keep(code, t('scan.notOnTransfer', { name: item.name }));
		} else if (reply.code === 'not-found' && (await this.#toKnown(code))) {
			this.#sound('found');
			return true;
		} else if (reply.code === 'not-found') {
			await this.#keep(code, t('scan.kept', { code }));
		} else {
			this.#sound('unknown');
			notices.show(this.#app.explain(reply), 'amber');
		}
		return false;
	}

	/** To the line that the supplier calls so, or to the item that a person named. */
	async #toKnown(code: string): Promise<boolean> {
		if (this.#sheet.goToCode?.(code) === true) return true;
		const item = this.#items.get(code);
		return item !== undefined && this.#sheet.goTo(item, '');
	}

	async #keep(code: string, words: string): Promise<void> {
		const { t, notices, explain } = this.#app;
		this.#sound('unknown');
		const documentId = await this.#sheet.documentId();
		if (documentId === null) return;
		const reply = await this.#show(this.#app.call('scan.keep', { documentId, code }));
		if (reply.ok) notices.show(words, 'amber');
		else notices.show(t('common.codeNotKept', { code, problem: explain(reply) }), 'rust');
	}

	async #show(
		called: Promise<Reply<{ codes: UnknownCode[] }>>,
	): Promise<Reply<{ codes: UnknownCode[] }>> {
		const asked = ++this.#asked;
		const reply = await called;
		if (!reply.ok || asked < this.#shown) return reply;
		this.#shown = asked;
		this.codes = reply.value.codes;
		return reply;
	}

	#sound(what: 'found' | 'unknown'): void {
		if (this.#app.settings.scanner.sound) soundOf(what);
	}
}
