// A record type is declared as data: its fields, its list, its form, and its rules. The bridge, the list, the form, the
// drafts, the merge and the practice service's rules are made from the declaration (docs/architecture.md, Records).
import type { AnyFields, FieldFor } from './field.ts';
import type { FieldName, IsSent, ListedResource, RecordOf } from './registry.ts';
import type { Facts, Problem } from './rules.ts';

/** A record, or a group or line in one. Fields that nobody declared stand beside the others. */
export type Plain = Readonly<Record<string, unknown>>;

/** Every declared field of the resource. `owned` exactly where the service sets the field and we never send it. */
type Fields<Name extends ListedResource> = {
	readonly [Field in FieldName<Name>]: FieldFor<
		Exclude<RecordOf<Name>[Field], undefined>,
		FieldName<Name>
	> &
		(IsSent<Name, Field> extends true ? { readonly owned?: never } : { readonly owned: true });
};

/** Where the list stands in the navigation. */
export type Place =
	'stock' | 'buying' | 'catalogue' | 'reports' | 'organisation' | 'access' | 'integrations';

interface Declaration<Name extends ListedResource> {
	readonly place: Place;
	/** The fields that identify a record; default: `id`. */
	readonly identity?: readonly FieldName<Name>[];
	/** The field that names a record on screen. */
	readonly title: FieldName<Name>;
	/** Names a record without a title. They are among the columns. */
	readonly titleElse?: readonly FieldName<Name>[];
	readonly fields: Fields<Name>;
	/** Of the list, in order. */
	readonly columns: readonly FieldName<Name>[];
	/** Sections of the form, in order: names of messages. Every editable field is in one of them. */
	readonly form: Readonly<Record<string, readonly FieldName<Name>[]>>;
	/** What the search box looks through. */
	readonly search: readonly FieldName<Name>[];
	/** Sets of fields that no two records share. The first also proves that a record was created. */
	readonly unique: readonly (readonly FieldName<Name>[])[];
	/** Rules that no field can state by itself. Runs in the form and in the practice service. */
	check?(record: RecordOf<Name>, facts: Facts): readonly Problem[];
}

export type RecordType<Name extends ListedResource> = Declaration<Name> & { readonly name: Name };

export const recordType = <const Name extends ListedResource>(
	name: Name,
	declaration: Declaration<Name>,
): RecordType<Name> => ({ ...declaration, name });

/** A record type as the kit reads it, whatever its resource. */
export interface AnyType {
	readonly name: ListedResource;
	readonly place: Place;
	readonly identity?: readonly string[];
	readonly title: string;
	readonly titleElse?: readonly string[];
	readonly fields: AnyFields;
	readonly columns: readonly string[];
	readonly form: Readonly<Record<string, readonly string[]>>;
	readonly search: readonly string[];
	readonly unique: readonly (readonly string[])[];
	check?(record: Plain, facts: Facts): readonly Problem[];
}

/** How copies, lanes and addresses name a record. */
export function identityOf({ identity = ['id'] }: AnyType, record: Plain): string | null {
	const parts = identity.flatMap((field) => {
		const part = record[field];
		return typeof part === 'string' ? [part] : [];
	});
	return parts.length === identity.length ? parts.join(' ') : null;
}
