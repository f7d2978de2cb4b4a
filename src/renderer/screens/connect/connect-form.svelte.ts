// The connection form: its input and errors. Input is never lost.
import type { Account, WaitingElsewhere } from '../../../shared/bridge/app.ts';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import type { Failure, Problem, Reply } from '../../../shared/bridge/reply.ts';
import { namesUser } from '../../../shared/bridge/values.ts';
import type { MessageKey } from '../../messages/catalogue.ts';

/** A picked profile file. */
type ProfileFile =
	| { readonly name: string; readonly readable: true; readonly profile: unknown }
	| { readonly name: string; readonly readable: false };

type FormField = 'address' | 'clientId' | 'clientSecret';
type FormErrors = Partial<Record<FormField, MessageKey>>;

export class ConnectForm {
	address = $state('');
	clientId = $state('');
	clientSecret = $state('');
	profile = $state.raw<ProfileFile | null>(null);
	errors = $state.raw<FormErrors>({});
	/** Profile errors by path in the file. */
	profileProblems = $state.raw<readonly Problem[]>([]);
	/** A failure that belongs to no field. */
	failure = $state.raw<Failure | null>(null);
	busy = $state(false);
	readonly #connect: (input: CallInput<'session.connect'>) => Promise<Reply<Account>>;

	constructor(connect: (input: CallInput<'session.connect'>) => Promise<Reply<Account>>) {
		this.#connect = connect;
	}

	/** Fills in a known account, except for its secret. */
	chooseAccount({ serviceUrl, clientId }: Pick<WaitingElsewhere, 'serviceUrl' | 'clientId'>): void {
		this.address = serviceUrl;
		this.clientId = clientId;
		this.clientSecret = '';
		this.errors = {};
		this.failure = null;
	}

	/** Reads a picked file; invalid JSON is reported and not sent. */
	takeProfile(name: string, text: string): void {
		this.profileProblems = [];
		try {
			const profile: unknown = JSON.parse(text);
			this.profile = { name, readable: true, profile };
		} catch {
			this.profile = { name, readable: false };
		}
	}

	dropProfile(): void {
		this.profile = null;
		this.profileProblems = [];
	}

	/** Checks a field that the person changed and left. */
	left(field: FormField): void {
		const { [field]: _, ...others } = this.errors;
		const { [field]: error } = this.#wrong();
		this.errors = error === undefined ? others : { ...others, [field]: error };
	}

	#wrong(): FormErrors {
		const address = addressOf(this.address);
		return {
			...(address === null
				? { address: this.address.trim() === '' ? needed : 'connect.addressWrong' }
				: namesUser(address)
					? { address: 'connect.addressNamesUser' }
					: {}),
			...(this.clientId.trim() === '' ? { clientId: needed } : {}),
			...(this.clientSecret === '' ? { clientSecret: needed } : {}),
		};
	}

	/** Connects; resolves with true on success. */
	async submit(): Promise<boolean> {
		if (this.busy) return false;
		const serviceUrl = addressOf(this.address);
		const clientId = this.clientId.trim();
		this.failure = null;
		this.profileProblems = [];
		this.errors = this.#wrong();
		if (serviceUrl === null || Object.keys(this.errors).length > 0) return false;
		if (this.profile?.readable === false) return false;

		this.busy = true;
		const reply = await this.#connect({
			serviceUrl,
			clientId,
			clientSecret: this.clientSecret,
			...(this.profile === null ? {} : { profile: this.profile.profile }),
		});
		this.busy = false;
		if (!reply.ok) this.#explain(reply);
		return reply.ok;
	}

	#explain(failure: Failure): void {
		switch (failure.code) {
			case 'refused':
				this.errors = { clientSecret: 'connect.refused' };
				return;
			case 'unreachable':
				this.errors = { address: 'connect.unreachable' };
				return;
			case 'not-this-service':
				this.errors = { address: 'connect.notThisService' };
				return;
			case 'profile-invalid':
				this.profileProblems = failure.details ?? [];
				return;
			case 'invalid-input':
				if (failure.details?.some(({ path }) => path === 'serviceUrl') === true)
					this.errors = { address: 'connect.addressWrong' };
				else this.failure = failure;
				return;
			default:
				this.failure = failure;
		}
	}
}

const needed = 'connect.needed' satisfies MessageKey;

/** Completes a typed URL: `inventory.example` means https. null if invalid. */
export function addressOf(typed: string): string | null {
	const text = typed.trim();
	const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
	if (!URL.canParse(whole)) return null;
	const { protocol, hostname, search, hash } = new URL(whole);
	// "https:/inventory.example" would be a host called https. Paths are appended, so nothing may follow the path.
	const isAddress = !/^(https?)?$/.test(hostname) && search === '' && hash === '';
	return isAddress && (protocol === 'https:' || protocol === 'http:') ? whole : null;
}
