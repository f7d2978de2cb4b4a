// A bridge call is a pair of schemas. Each capability declares its calls in its own file in this folder.
import { z } from 'zod';

type Schema = z.core.$ZodType;

/** `$ZodType` rather than `ZodType`: comparing our schemas with all sixty methods took half of the type check. */
export interface Call<Input extends Schema = Schema, Output extends Schema = Schema> {
	readonly input: Input;
	readonly output: Output;
}

type Shape = Readonly<Record<string, Schema>>;
type SchemaOf<Given extends Schema | Shape> = Given extends Schema
	? Given
	: Given extends Shape
		? z.ZodObject<{ -readonly [Field in keyof Given]: Given[Field] }>
		: never;

export const call = <const Input extends Schema | Shape, const Output extends Schema | Shape>(
	input: Input,
	output: Output,
): Call<SchemaOf<Input>, SchemaOf<Output>> => ({
	input: schemaOf(input),
	output: schemaOf(output),
});

const schemaOf = <Given extends Schema | Shape>(given: Given): SchemaOf<Given> =>
	(given instanceof z.core.$ZodType ? given : z.object({ ...given })) as SchemaOf<Given>;
