// Answers may overtake each other.
import type { Reply } from '../../shared/bridge/reply.ts';

/** Drops an answer when one to a later question came before it, but not for a failure. */
export class InOrder {
	#asked = 0;
	#answered = 0;
	/** The last question with a value. */
	#known = 0;

	/** @returns null for an answer that was overtaken */
	async answerOf<Value>(question: Promise<Reply<Value>>): Promise<Reply<Value> | null> {
		const asked = ++this.#asked;
		const answer = await question;
		// A value is worth more than a later failure: without it, a page would stay empty.
		if (asked < (answer.ok ? this.#known : this.#answered)) return null;
		this.#answered = Math.max(asked, this.#answered);
		if (answer.ok) this.#known = asked;
		return answer;
	}
}
