// Asks once about a doubtful number: the same text entered again in the same box is meant.
import { doubtOf } from '../../../shared/domain/doubt.ts';
import type { DecimalText } from '../../../shared/domain/decimal.ts';
import type { Message } from '../../messages/message.ts';

export class Doubts {
	/** The text asked about, by box. */
	readonly #asked = new Map<string, string>();

	/**
	 * The question about a text; null if there is none, or if it was asked.
	 * @param box identifies the box on its sheet
	 * @param doubted total and usual quantity of the line, in base units
	 */
	about(
		box: string,
		typed: string,
		doubted: { readonly total: DecimalText | null; readonly usual: DecimalText | null },
	): Message | null {
		const doubt = doubtOf({ typed, ...doubted });
		const isAsked = this.#asked.get(box) === typed;
		this.#asked.delete(box);
		if (doubt === null || isAsked) return null;
		this.#asked.set(box, typed);
		return { key: `entry.doubt-${doubt}` };
	}
}
