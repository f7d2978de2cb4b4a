// Names of rights, places and kinds of documents.
import type { Access } from '../../../shared/bridge/access.ts';
import type { Because } from '../../../shared/access/rights.ts';
import type { App } from '../../app.svelte.ts';
import { typeNamed } from '../../../shared/record/records.ts';
import { choiceWord } from '../../record/record-words.ts';

export class AccessWords {
	readonly #app: App;
	readonly #access: Access;

	constructor(app: App, access: Access) {
		this.#app = app;
		this.#access = access;
	}

	/** The service shows numbers only; the profile may name them. */
	right(scope: number): string {
		return this.#access.rightNames[String(scope)] ?? this.#app.t('access.right', { number: scope });
	}

	location(locationId: string): string {
		const found = this.#access.locations.find((each) => each.locationId === locationId);
		return found?.name ?? locationId;
	}

	where(locationIds: readonly string[] | null): string {
		return locationIds === null || locationIds.length === 0
			? this.#app.t('access.everywhere')
			: this.#app.format.list(locationIds.map((id) => this.location(id)));
	}

	role(roleId: string): string {
		return this.#access.roles.find((each) => each.roleId === roleId)?.name ?? roleId;
	}

	/** "Approver (everywhere), Buyer (Harbour)" */
	because(because: readonly Because[]): string {
		const { t, format } = this.#app;
		return format.list(
			because.map(({ role, locationIds }) =>
				t('access.roleAt', { role: role.name, place: this.where(locationIds) }),
			),
		);
	}

	documents(documentType: string): string {
		return choiceWord(this.#app, typeNamed('approvalMatrix'), 'documentType', documentType);
	}
}
