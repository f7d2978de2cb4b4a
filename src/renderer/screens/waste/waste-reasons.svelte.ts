// Waste reasons of a location: the staff's labels, then the service's names; the first nine have shortcut keys.
import type { App } from '../../app.svelte.ts';
import type { WasteLabel } from '../../../shared/bridge/waste.ts';
import type { FieldValues } from '../../document/draft-lines.ts';

interface ReasonChoice {
	/** Key in a choice list. */
	readonly value: string;
	readonly label: string;
	/** The staff's label; empty for the service's name. */
	readonly words: string;
	readonly reasonId: string;
}

/** Line fields that a reason fills. */
interface ReasonedLine {
	readonly reasonId: string | null;
	readonly label: string;
}

/** Both fields of a line. */
export const reasonedIn = ({ reasonId, label }: FieldValues): ReasonedLine => ({
	reasonId: typeof reasonId === 'string' ? reasonId : null,
	label: String(label ?? ''),
});

const keys = 9;

export class WasteReasons {
	labels = $state.raw<readonly WasteLabel[]>([]);
	reasons = $state.raw<readonly { reasonId: string; name: string }[]>([]);
	readonly #app: Pick<App, 'call'>;
	readonly #locationId: string;

	constructor(app: Pick<App, 'call'>, locationId: string) {
		this.#app = app;
		this.#locationId = locationId;
	}

	readonly choices: readonly ReasonChoice[] = $derived([
		...this.labels.map(({ words, reasonId }) => ({
			value: `words:${words}`,
			label: words,
			words,
			reasonId,
		})),
		...this.reasons.map(({ reasonId, name }) => ({
			value: `reason:${reasonId}`,
			label: name,
			words: '',
			reasonId,
		})),
	]);
	/** Key 1 takes the first. */
	readonly keyed: readonly ReasonChoice[] = $derived(this.choices.slice(0, keys));

	async load(): Promise<void> {
		const [labels, reasons] = await Promise.all([
			this.#app.call('waste.labels', { locationId: this.#locationId }),
			this.#app.call('wasteReason.list', {}),
		]);
		if (labels.ok) this.labels = labels.value.labels;
		if (reasons.ok) this.reasons = reasons.value.reasons;
	}

	/** A line's current choice; '' for none. A removed label stays on its line. */
	valueOf({ reasonId, label }: ReasonedLine): string {
		if (reasonId === null) return '';
		return label === '' ? `reason:${reasonId}` : `words:${label}`;
	}

	/** Choices for a line, including its own removed label. */
	optionsFor(line: ReasonedLine): readonly { value: string; label: string }[] {
		const value = this.valueOf(line);
		if (line.label === '' || this.choices.some((choice) => choice.value === value))
			return this.choices;
		return [...this.choices, { value, label: line.label }];
	}

	/** The fields a choice fills; null for an unknown choice. */
	reasonOf(value: string): ReasonedLine | null {
		const choice = this.choices.find((each) => each.value === value);
		return choice === undefined ? null : { reasonId: choice.reasonId, label: choice.words };
	}

	/**
	 * The choice of a shortcut: a digit alone outside text, or with Alt anywhere.
	 * @param code the key's position, the same on every keyboard.
	 */
	byKey(code: string): ReasonChoice | null {
		const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
		return digit === undefined ? null : (this.keyed[Number(digit) - 1] ?? null);
	}
}
