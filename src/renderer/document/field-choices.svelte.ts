// The records that fields can refer to, for a draft and for filters.
import type { App } from '../app.svelte.ts';
import type { Field, Fields, ReferredRecord } from '../../shared/document/kit.ts';

interface Choice {
	readonly value: string;
	readonly label: string;
}
type Reference = Extract<Field, { as: 'reference' }>;

export const referencesOf = (fields: Fields): readonly (readonly [string, Reference])[] =>
	Object.entries(fields).flatMap(([name, field]) =>
		field.as === 'reference' ? [[name, field] as const] : [],
	);

/** Loaded while the component that makes it is shown. */
export class FieldChoices {
	#found = $state.raw<Readonly<Record<string, readonly Choice[]>>>({});

	/** @param except the location of the document, to which it cannot refer */
	constructor(app: App, references: ReturnType<typeof referencesOf>, except: () => string) {
		$effect(() => {
			for (const [name, { to }] of references) {
				void choicesOf(app, to, except()).then((found) => {
					this.#found = { ...this.#found, [name]: found };
				});
			}
		});
	}

	of(name: string): readonly Choice[] {
		return this.#found[name] ?? [];
	}
}

async function choicesOf(
	app: App,
	record: ReferredRecord,
	except: string,
): Promise<readonly Choice[]> {
	switch (record) {
		case 'location':
			return app.locations
				.filter(({ locationId }) => locationId !== except)
				.map(({ locationId, name }) => ({ value: locationId, label: name }));
		case 'wasteReason': {
			const reply = await app.call('wasteReason.list', {});
			return reply.ok
				? reply.value.reasons.map(({ reasonId, name }) => ({ value: reasonId, label: name }))
				: [];
		}
		case 'supplier': {
			const reply = await app.call('supplier.list', {});
			return reply.ok
				? reply.value.suppliers.map(({ supplierId, name }) => ({ value: supplierId, label: name }))
				: [];
		}
		default:
			// Documents are too many to choose from.
			return [];
	}
}
