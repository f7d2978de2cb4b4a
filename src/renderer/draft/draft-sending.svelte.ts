// What becomes of a draft as a whole: saved once more, met by another window, sent, given up.
import { tick } from 'svelte';
import type { App } from '../app.svelte.ts';
import type { Phase } from '../../shared/bridge/values.ts';
import { hrefOf } from '../shell/route.svelte.ts';
import type { DraftWalk } from './draft-walk.svelte.ts';

/** What is written, as a kind of draft tells the sheet. */
export interface DraftedDocument {
	readonly area: 'wastage' | 'transfers';
	/** The document of the service that is changed here, as it stood when that was begun; null for a new one. */
	readonly changes: { readonly phase: Phase } | null;
	/** What is said when it was sent. */
	readonly submitted: string;
	/** It is no draft any more: it was sent or taken away in another window. */
	readonly onclosed: (documentId: string) => void;
}

export class DraftSending {
	/** It is being sent or given up. */
	busy = $state(false);
	readonly #app: App;
	readonly #walk: DraftWalk;
	readonly #document: () => DraftedDocument;

	constructor(app: App, walk: DraftWalk, document: () => DraftedDocument) {
		this.#app = app;
		this.#walk = walk;
		this.#document = document;
	}

	/** Saves what is typed, so that the draft has an id. Null where that failed. */
	ensureSaved = async (): Promise<string | null> => {
		const { draft, grid } = this.#walk;
		grid?.leave();
		if (draft.documentId === null || draft.unsaved) await draft.save();
		return draft.documentId;
	};

	/** Saves, and then the cells that were refused with it once more. */
	async saveAgain(save = () => this.#walk.draft.save()): Promise<void> {
		await save();
		const { draft, grid } = this.#walk;
		if (draft.saving.state !== 'saved') return;
		for (const { lineId, column } of this.#walk.refused()) grid?.retry({ key: lineId, column });
	}

	/** Follows what another window did to the draft: it may have changed it, or sent it. */
	async meet(): Promise<void> {
		const { draft, page } = this.#walk;
		const { documentId } = draft;
		if (documentId === null || this.busy || draft.unsaved) return;
		const reply = await draft.saved();
		if (reply === null || page?.isConnected !== true) return;
		if (reply.ok && reply.value.standing === 'draft') draft.meet(reply.value);
		else if (reply.ok || reply.code === 'not-found') this.#document().onclosed(documentId);
	}

	/** Decides between what stands here and what another window saved meanwhile. */
	async settle(keep: 'mine' | 'saved'): Promise<void> {
		const { draft } = this.#walk;
		const { documentId } = draft;
		const reply = await draft.saved();
		if (documentId === null || reply === null) return;
		if (!reply.ok) this.#app.notices.show(this.#app.explain(reply), 'rust');
		else if (reply.value.standing !== 'draft') this.#document().onclosed(documentId);
		else if (keep === 'mine') await this.saveAgain(() => draft.saveOver(reply.value));
		else this.#walk.take(reply.value);
	}

	/**
	 * Sends it, unless something stands in the way: then it goes there.
	 * @param handIn false leaves a draft that the service has a draft there.
	 */
	async submit(handIn = true): Promise<void> {
		if (this.busy) return;
		const { draft, grid } = this.#walk;
		const { t, notices } = this.#app;
		grid?.leave();
		const from = this.#app.route.path;
		this.busy = true;
		await draft.save();
		if (this.#walk.refused().length > 0) {
			this.busy = false;
			this.#walk.toProblem(1);
			notices.show(t('draft.notTaken'), 'amber');
			return;
		}
		const reply = await draft.submit(handIn);
		this.busy = false;
		if (reply.ok) {
			notices.show(this.#sentWords(handIn), 'thyme', draft.documentId);
			this.#backToList(from);
		} else if (reply.code === 'incomplete') {
			await tick();
			this.#walk.toProblem(1);
		} else if (draft.saving.state !== 'failed') {
			notices.show(this.#app.explain(reply), 'rust');
		}
	}

	/** Gives it up. @returns whether it is gone. */
	async discard(): Promise<boolean> {
		const { t, notices, explain } = this.#app;
		const from = this.#app.route.path;
		this.busy = true;
		const reply = await this.#walk.draft.discard();
		this.busy = false;
		if (reply?.ok === false) {
			notices.show(explain(reply), 'rust');
			return false;
		}
		const isNew = this.#document().changes === null;
		if (reply !== null) notices.show(isNew ? t('draft.discarded') : t('edit.gaveUp'));
		this.#backToList(from);
		return true;
	}

	#sentWords(handIn: boolean): string {
		const { t } = this.#app;
		const { changes, submitted } = this.#document();
		if (changes === null) return submitted;
		return handIn ? t('edit.sentAgain') : t('edit.savedThere');
	}

	#backToList(from: string): void {
		this.#app.route.go(hrefOf(this.#document().area).slice(1), { from });
	}
}
