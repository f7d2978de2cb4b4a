// Answers may overtake each other.

/** Drops an answer when one to a later question came before it. */
export class InOrder {
	#asked = 0;
	#answered = 0;

	/** @returns null for an answer that was overtaken */
	async answerOf<Answer>(question: Promise<Answer>): Promise<Answer | null> {
		const asked = ++this.#asked;
		const answer = await question;
		if (asked < this.#answered) return null;
		this.#answered = asked;
		return answer;
	}
}
