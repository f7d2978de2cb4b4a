// The reasons a line can have at a location: the staff's own words first, then the service's names; the first nine have
// a key each.
import type { App } from '../../app.svelte.ts';
import type { WasteLabel } from '../../../shared/bridge/wastage.ts';

interface ReasonChoice {
	/** What a list of choices knows it by. */
	readonly value: string;
	readonly label: string;
	/** The staff's words, empty for the service's own name. */
	readonly words: string;
	readonly reasonId: string;
}

/** The fields of a line that a reason fills. */
interface ReasonedLine {
	readonly reasonId: string | null;
	readonly label: string;
}

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
			this.#app.call('wastage.labels', { locationId: this.#locationId }),
			this.#app.call('wasteReason.list', {}),
		]);
		if (labels.ok) this.labels = labels.value.labels;
		if (reasons.ok) this.reasons = reasons.value.reasons;
	}

	/** The choice that a line has now; '' for none. Words that were taken off the list still stand on the line. */
	valueOf({ reasonId, label }: ReasonedLine): string {
		if (reasonId === null) return '';
		return label === '' ? `reason:${reasonId}` : `words:${label}`;
	}

	/** The choices for a line: with its own words, where they are on the list no more. */
	optionsFor(line: ReasonedLine): readonly { value: string; label: string }[] {
		const value = this.valueOf(line);
		if (line.label === '' || this.choices.some((choice) => choice.value === value))
			return this.choices;
		return [...this.choices, { value, label: line.label }];
	}

	/** What a choice fills in a line; null where there is no such choice. */
	reasonOf(value: string): ReasonedLine | null {
		const choice = this.choices.find((each) => each.value === value);
		return choice === undefined ? null : { reasonId: choice.reasonId, label: choice.words };
	}

	/**
	 * The choice of a key: a digit alone where nothing is typed, with Alt anywhere.
	 * @param code the place of the key, which is the same on every keyboard.
	 */
	byKey(code: string): ReasonChoice | null {
		const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
		return digit === undefined ? null : (this.keyed[Number(digit) - 1] ?? null);
	}
}
