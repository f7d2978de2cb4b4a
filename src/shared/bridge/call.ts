// What a bridge call is: a pair of schemas. Each capability declares its calls in its own file here.
import type { z } from 'zod';

/**
 * Schemas are known as `$ZodType`, what every schema of zod is underneath: to hold each of ours against `ZodType` with its
 * sixty methods took half of the time of the type check.
 */
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
