// A bridge call is a pair of schemas. Each capability declares its calls in its own file in this folder.
import type { z } from 'zod';

/** `$ZodType` rather than `ZodType`: comparing our schemas with all sixty methods took half of the type check. */
export interface Call<
	Input extends z.core.$ZodType = z.core.$ZodType,
	Output extends z.core.$ZodType = z.core.$ZodType,
> {
	readonly input: Input;
	readonly output: Output;
}

export const call = <Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
	input: Input,
	output: Output,
): Call<Input, Output> => ({ input, output });
