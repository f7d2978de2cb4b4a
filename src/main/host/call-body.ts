// What a window sends with a call: its input, and the person at the window.
import { z } from 'zod';

export const callBody = z
	.object({ input: z.unknown(), person: z.string().max(200).optional() })
	.catch({ input: undefined });
