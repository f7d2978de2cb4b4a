// A message before translation: key and values. Stored messages keep this form and are translated when read.
import { z } from 'zod';
import type { Failure } from '../../shared/bridge/reply.ts';
import { messagesOf, type MessageKey } from './catalogue.ts';
import type { Format } from './format.svelte.ts';
import type { Language } from './language.svelte.ts';

const known = messagesOf('en');

export const isMessageKey = (key: string): key is MessageKey => known.has(key);

export const message = z.object({
	key: z.custom<MessageKey>((key) => typeof key === 'string' && isMessageKey(key)),
	values: z
		.record(
			z.string(),
			z.union([
				z.string(),
				z.number(),
				/** Quantities to choose from. */
				z.object({ oneOf: z.array(z.string()) }),
			]),
		)
		.optional(),
});
export type Message = z.infer<typeof message>;

export const failureMessage = ({ code }: Pick<Failure, 'code'>): Message => ({
	key: `errors.${code}`,
});

export function say(
	{ key, values = {} }: Message,
	t: Language['t'],
	format: Pick<Format, 'quantity'>,
): string {
	const said = Object.entries(values).map(([name, value]) => {
		if (typeof value !== 'object') return [name, value] as const;
		const quantities = value.oneOf.map((quantity) => format.quantity(quantity));
		return [name, quantities.reduce((first, second) => t('entry.or', { first, second }))] as const;
	});
	return t(key, Object.fromEntries(said));
}
