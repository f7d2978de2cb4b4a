// Actions on a whole draft: save again, resolve a conflict with another window, send, discard.
import { tick } from 'svelte';
import type { App } from '../app.svelte.ts';
import { isUnanswered } from '../../shared/bridge/reply.ts';
import type { Phase } from '../../shared/bridge/values.ts';
import { queuedWords } from '../messages/queued-words.ts';
import type { Area } from '../shell/areas.ts';
import type { DraftWalk } from './draft-walk.svelte.ts';

/** The document as its sheet tells. */
export interface DraftedDocument {
	readonly area: Area;
	/** The service document being edited, as it was when editing began; null for a new one. */
	readonly changes: { readonly phase: Phase } | null;
	/** Notice after sending. */
	readonly submitted: string;
	/** Sent in another window. */
	readonly onclosed: (documentId: string) => void;
}

export class DraftSending {
	/** Being sent or discarded. */
	busy = $state(false);
	readonly #app: App;
	readonly #walk: DraftWalk;
	readonly #document: () => DraftedDocument;

	constructor(app: App, walk: DraftWalk, document: () => DraftedDocument) {
		this.#app = app;
		this.#walk = walk;
		this.#document = document;
	}

	/** Saves, so that the draft has an id. null if that failed. */
	ensureSaved = async (): Promise<string | null> => {
		const { draft, grid } = this.#walk;
		grid?.leave();
		if (draft.documentId === null || draft.unsaved) await draft.save();
		return draft.documentId;
	};

	/** The page is going: keeps what is not saved for the next one. */
	keepUnsaved = (): void => {
		const { draft, grid } = this.#walk;
		grid?.leave();
		// Leaving a field commits what is being typed.
		if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
		draft.keepUnsaved();
	};

	/** Goes to the next or previous problem, and shows all of them, as an attempt to send does. */
	async toProblem(step: 1 | -1): Promise<void> {
		const { draft, grid } = this.#walk;
		grid?.leave();
		if (draft.unsaved) await draft.save();
		draft.tried = true;
		await tick();
		this.#walk.toProblem(step);
	}

	/** Saves, then retries cells refused with it. */
	async saveAgain(save = () => this.#walk.draft.save()): Promise<void> {
		await save();
		const { draft, grid } = this.#walk;
		const { saving, documentId } = draft;
		const isSent = saving.state === 'failed' && saving.failure.code === 'already-submitted';
		// Another window sent it: its view shows what was not saved.
		if (isSent && documentId !== null) this.#document().onclosed(documentId);
		if (saving.state !== 'saved') return;
		for (const { lineId, column } of this.#walk.refused()) grid?.retry({ key: lineId, column });
	}

	/** Handles another window's change: it may have edited or sent the draft. */
	async meet(): Promise<void> {
		const { draft, page } = this.#walk;
		const { documentId, saving } = draft;
		if (this.busy) return;
		if (saving.state === 'failed' && isUnanswered(saving.failure)) return this.saveAgain();
		if (documentId === null || draft.unsaved) return;
		const reply = await draft.saved();
		if (reply === null || page?.isConnected !== true) return;
		if (reply.ok && reply.value.standing === 'draft') draft.meet(reply.value);
		else if (reply.ok) this.#document().onclosed(documentId);
		else if (reply.code === 'not-found') draft.lose(reply);
	}

	/** Keeps this window's content or the other window's. */
	async settle(keep: 'mine' | 'saved'): Promise<void> {
		const { draft } = this.#walk;
		const { documentId } = draft;
		if (documentId === null) {
			// The answer to its first save was lost: the saved version is in the list, and this page does not know which it is.
			await (keep === 'mine' ? this.saveAgain(() => draft.saveAnew()) : this.discard());
			return;
		}
		const reply = await draft.saved();
		if (reply === null) return;
		if (!reply.ok && reply.code === 'not-found') draft.lose(reply);
		else if (!reply.ok) this.#app.notices.show(this.#app.explain(reply), 'rust');
		else if (reply.value.standing !== 'draft') this.#document().onclosed(documentId);
		else if (keep === 'mine') await this.saveAgain(() => draft.saveOver(reply.value));
		else this.#walk.take(reply.value);
	}

	/**
	 * Sends the draft, or goes to the first problem.
	 * @param handIn false leaves a service draft a draft there.
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
			notices.show(t('common.notTaken'), 'amber');
			return;
		}
		const reply = await draft.submit(handIn);
		this.busy = false;
		if (reply.ok) {
			notices.show(queuedWords(this.#app, this.#sentWords(handIn)), 'thyme', draft.documentId);
			this.backToList(from);
		} else if (reply.code === 'incomplete') {
			await tick();
			this.#walk.toProblem(1);
		} else if (draft.saving.state !== 'failed') {
			notices.show(this.#app.explain(reply), 'rust');
		}
	}

	/** Discards the draft. @returns whether it is gone. */
	async discard(): Promise<boolean> {
		const { t, notices, explain } = this.#app;
		const from = this.#app.route.path;
		this.busy = true;
		const reply = await this.#walk.draft.discard();
		// Else it stays busy: the page must not take its own change for another window's while it is left.
		if (reply?.ok === false) {
			this.busy = false;
			notices.show(explain(reply), 'rust');
			return false;
		}
		const isNew = this.#document().changes === null;
		if (reply !== null) notices.show(isNew ? t('draft.discarded') : t('edit.gaveUp'));
		this.backToList(from);
		return true;
	}

	#sentWords(handIn: boolean): string {
		const { t } = this.#app;
		const { changes, submitted } = this.#document();
		if (changes === null) return submitted;
		return handIn ? t('edit.sentAgain') : t('edit.savedThere');
	}

	backToList(from?: string): void {
		this.#app.route.leave(this.#document().area, from);
	}
}
