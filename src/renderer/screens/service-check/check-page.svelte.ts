// State of the service check page: start, progress, writing, proposal. Input is never lost.
import type {
	CheckReport,
	CheckState,
	FormAnswers,
	WritePermission,
} from '../../../shared/bridge/service-check.ts';
import { checkedDocument } from '../../../shared/bridge/service-check.ts';
import type { CallInput, CallName, CallOutput } from '../../../shared/bridge/contract.ts';
import type { Failure, Problem, Reply } from '../../../shared/bridge/reply.ts';
import { InOrder } from '../../ui/in-order.ts';

type Call = <Name extends CallName>(
	name: Name,
	input: CallInput<Name>,
) => Promise<Reply<CallOutput<Name>>>;
type Document = WritePermission['documents'][number];

export const documentsOnOffer = checkedDocument.options;

export class CheckPage {
	state = $state.raw<CheckState | null>(null);
	/** A failure that belongs to no field. */
	failure = $state.raw<Failure | null>(null);

	// Allowing test documents. Defaults to those Stillroom itself sends.
	writing = $state(false);
	locationId = $state('');
	otherLocationId = $state('');
	documents = $state.raw<readonly Document[]>(['wastage', 'transferOut']);
	submit = $state(true);
	/** What is missing for it, after an attempt to start. */
	lacking = $state.raw<{ location: boolean; documents: boolean }>(nothingLacking);

	/** The proposed profile in the box. */
	profile = $state('');
	problems = $state.raw<readonly Problem[]>([]);
	/** The JSON parser's message, if the box is invalid. */
	notJson = $state<string | null>(null);

	/** Form choices, as the controls hold them. */
	answers = $state.raw<Readonly<Record<string, string>>>({});
	wrongAnswers = $state.raw<readonly Problem[]>([]);

	readonly #call: Call;
	readonly #reads = new InOrder();
	/** The report that filled the box: a new one refills it. */
	#filledFrom: number | null = null;
	/** The failure of the last load, which a later one clears. */
	#notLoaded: Failure | null = null;

	constructor(call: Call) {
		this.#call = call;
	}

	load = async (): Promise<void> => {
		const reply = await this.#reads.answerOf(this.#call('serviceCheck.state', {}));
		if (reply === null) return;
		if (!reply.ok) {
			this.failure = this.#notLoaded = reply;
			return;
		}
		if (this.failure === this.#notLoaded) this.failure = null;
		this.state = reply.value;
		const { report } = reply.value;
		if (report !== null && report.at !== this.#filledFrom) {
			this.#filledFrom = report.at;
			this.#fill(report.proposed);
			const given = Object.entries(report.given).map(([key, value]) => [key, String(value)]);
			this.answers = Object.fromEntries(given) as Record<string, string>;
			this.wrongAnswers = [];
		}
	};

	#fill(profile: string): void {
		this.profile = profile;
		this.problems = [];
		this.notJson = null;
	}

	/** Merges the form's answers into the proposed profile; true on success. */
	async answer(): Promise<boolean> {
		this.wrongAnswers = [];
		this.failure = null;
		const questions = this.state?.report?.questions ?? [];
		const answers: FormAnswers = Object.fromEntries(
			questions.flatMap(({ key, choices }) => {
				const said = this.answers[key] ?? '';
				return [[key, choices.find((choice) => String(choice) === said) ?? said]];
			}),
		);
		const reply = await this.#call('serviceCheck.answer', { answers });
		if (reply.ok) {
			this.#fill(reply.value.proposed);
			return true;
		}
		if (reply.code === 'profile-invalid') this.wrongAnswers = reply.details ?? [];
		else this.failure = reply;
		return false;
	}

	choose(document: Document, chosen: boolean): void {
		const others = this.documents.filter((each) => each !== document);
		this.documents = chosen ? [...others, document] : others;
	}

	/** Starts, unless something is missing for writing. */
	async start(): Promise<void> {
		this.lacking = this.writing
			? { location: this.locationId === '', documents: this.documents.length === 0 }
			: nothingLacking;
		if (this.lacking.location || this.lacking.documents) return;
		const write: WritePermission | null = this.writing
			? {
					locationId: this.locationId,
					otherLocationId: this.otherLocationId === '' ? null : this.otherLocationId,
					documents: documentsOnOffer.filter((each) => this.documents.includes(each)),
					submit: this.submit,
				}
			: null;
		const reply = await this.#call('serviceCheck.start', { write });
		this.failure = reply.ok ? null : reply;
	}

	async stop(): Promise<void> {
		await this.#call('serviceCheck.stop', {});
	}

	/** Uses the profile in the box; true on success. */
	async use(): Promise<boolean> {
		this.problems = [];
		this.notJson = null;
		this.failure = null;
		let profile: unknown;
		try {
			profile = JSON.parse(this.profile);
		} catch (error) {
			this.notJson = error instanceof Error ? error.message : String(error);
			return false;
		}
		const reply = await this.#call('serviceCheck.use', { profile });
		if (reply.ok) return true;
		if (reply.code === 'profile-invalid') this.problems = reply.details ?? [];
		else this.failure = reply;
		return false;
	}
}

const nothingLacking = { location: false, documents: false };

/** Number of answers per outcome. */
export function tally({ answers }: Pick<CheckReport, 'answers'>): {
	good: number;
	careful: number;
	open: number;
} {
	const counts = { good: 0, careful: 0, open: 0 };
	for (const { outcome } of answers) counts[outcome] += 1;
	return counts;
}
