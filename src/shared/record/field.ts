// Kinds of fields of a record. Each kind says how a value is edited, compared and checked; the zod schemas of
// shared/service say how it is read and sent.
import type { ListedResource } from './registry.ts';

interface Editing {
	readonly needed?: true;
	/** Chosen when the record is created, and never changed afterwards. */
	readonly fixed?: true;
}

interface TextField extends Editing {
	readonly kind: 'text' | 'paragraph' | 'email' | 'phone';
	readonly longest?: number;
	readonly pattern?: RegExp;
}

/** A code that people type and scan. Leading zeros and letter case are kept. */
interface CodeField extends Editing {
	readonly kind: 'code';
}

/** An exact decimal. `unit` is a fixed word, or the field that names the unit. */
interface DecimalField<Sibling extends string> extends Editing {
	readonly kind: 'decimal';
	readonly from?: string;
	/** Like `from`, but the bound itself is not allowed. */
	readonly above?: string;
	readonly to?: string;
	readonly unit?: 'percent' | Sibling;
}

/** Money in the currency that the field `currency` names, or in the currency of the business. */
interface MoneyField<Sibling extends string> extends Editing {
	readonly kind: 'money';
	readonly currency?: Sibling;
	/** Decimals that it is shown with at least, so that costs of small units line up; default: those of the currency. */
	readonly places?: number;
}

interface WholeField extends Editing {
	readonly kind: 'whole';
	/** A number of the service that people do not know: it is chosen by the names that other records have for it. */
	readonly learned?: true;
	readonly from?: number;
	readonly to?: number;
}

/** An instant of the service, entered as a day. */
interface DayField extends Editing {
	readonly kind: 'day';
}

interface FlagField extends Editing {
	readonly kind: 'flag';
}

/** One of the words that we know. Another word of the service is shown as it is, and survives an edit. */
interface ChoiceField extends Editing {
	readonly kind: 'choice';
	readonly options: readonly string[];
}

/** A number with its name, as the service pairs them. */
interface CodedField extends Editing {
	readonly kind: 'coded';
	readonly options: Readonly<Record<number, string>>;
}

/** `stockable` is an inventory item or a prep item. */
export type Target = ListedResource | 'stockable';

interface ReferenceField<Sibling extends string> extends Editing {
	readonly kind: 'reference';
	readonly to: Target;
	/** The field of the other record that this field holds; default: its id. */
	readonly by?: string;
	/** Only records with the same value in this field can be chosen. */
	readonly within?: Sibling;
}

/** Several other records. Their order means nothing. */
interface ReferencesField<Sibling extends string> extends Editing {
	readonly kind: 'references';
	readonly to: Target;
	readonly within?: Sibling;
}

/**
 * A unit of the item that the field `of` names, or of this record if `of` is a field with lines. Units are the lines of
 * `units`, with the number of a unit in their key.
 */
interface UnitField<Sibling extends string> extends Editing {
	readonly kind: 'unit';
	readonly of: Sibling;
}

/** Numbers in no particular order. */
interface NumbersField extends Editing {
	readonly kind: 'numbers';
	readonly from?: number;
	readonly to?: number;
}

/** Fields that belong together and are merged one by one. */
interface GroupField<Group, Sibling extends string> extends Editing {
	readonly kind: 'group';
	readonly fields: InnerFields<Group, Sibling>;
}

/** Lines, identified by the fields in `key`. A line with another key is another line. Their order means nothing. */
interface LinesField<Line, Sibling extends string> extends Editing {
	readonly kind: 'lines';
	readonly key: readonly (keyof Line & string)[];
	/** A line is merged as one value: two people who changed the same line clash, whatever they changed in it. */
	readonly whole?: true;
	/** Units: the form tells what they come to while their factors are typed. */
	readonly chain?: true;
	/** Ingredients: the form tells what they cost. */
	readonly costed?: true;
	readonly fields: InnerFields<Line, Sibling>;
}

/** The declared fields of a loose object. */
export type Declared<Value> = {
	[Field in keyof Value as string extends Field ? never : Field]: Value[Field];
};

export type FieldFor<Value, Sibling extends string> = [Value] extends [boolean]
	? FlagField
	: [Value] extends [number]
		? WholeField | UnitField<Sibling> | ReferenceField<Sibling>
		: [Value] extends [string]
			? | TextField
				| CodeField
				| DecimalField<Sibling>
				| MoneyField<Sibling>
				| DayField
				| ChoiceField
				| ReferenceField<Sibling>
			: [Value] extends [readonly (infer Element)[]]
				? [Element] extends [string]
					? ReferencesField<Sibling>
					: [Element] extends [number]
						? NumbersField
						: LinesField<Declared<Element>, Sibling>
				: [Value] extends [{ id: number; name: string }]
					? CodedField
					: GroupField<Declared<Value>, Sibling>;

type InnerFields<Value, Outer extends string> = {
	readonly [Field in keyof Value & string]-?: FieldFor<
		Exclude<Value[Field], undefined>,
		Outer | (keyof Value & string)
	>;
};

/** A field as the kit reads it, whatever its record. */
export interface AnyField {
	readonly kind: string;
	readonly needed?: true;
	readonly fixed?: true;
	/** Set by the service and never sent. */
	readonly owned?: true;
	readonly longest?: number;
	readonly pattern?: RegExp;
	readonly from?: string | number;
	readonly above?: string;
	readonly to?: string | number;
	readonly by?: string;
	readonly within?: string;
	readonly of?: string;
	readonly learned?: true;
	readonly unit?: string;
	readonly currency?: string;
	readonly places?: number;
	readonly options?: readonly string[] | Readonly<Record<number, string>>;
	readonly key?: readonly string[];
	readonly whole?: true;
	readonly chain?: true;
	readonly costed?: true;
	readonly fields?: AnyFields;
}

export type AnyFields = Readonly<Record<string, AnyField>>;

export const isReference = ({ kind }: AnyField): boolean =>
	kind === 'reference' || kind === 'references';
