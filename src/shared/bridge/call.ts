// What a bridge call is: a pair of schemas. Each capability declares its calls in its own file here.
import type { z } from 'zod';

export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
	readonly input: Input;
	readonly output: Output;
}

export const call = <Input extends z.ZodType, Output extends z.ZodType>(
	input: Input,
	output: Output,
): Call<Input, Output> => ({ input, output });
