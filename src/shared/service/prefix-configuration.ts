// Things with a prefix, and their next code. Paths are shown; methods and records are our reading.
import { z } from 'zod';
import { integer, record, text } from './field.ts';
import { operation } from './operation.ts';
import { noQuery, resource } from './resource.ts';

const prefixConfigurationRecord = record('PrefixConfiguration', {
	/** `category`, `entity` or `transaction`. */
	kind: text,
	target: text,
	prefix: text.optional(),
	digits: integer.optional(),
});
export type PrefixConfigurationRecord = z.output<typeof prefixConfigurationRecord>;

/** The next code of its kind; reading it does not consume it. */
const prefixCode = record('PrefixCode', { target: text, code: text });

const configuration = resource('Catalogue', 'PrefixConfiguration', 'assumed');

export const prefixConfigurationOperations = [
	configuration.list(
		'prefixConfiguration.list',
		'/api/v1/PrefixConfiguration',
		prefixConfigurationRecord,
		noQuery,
	),
	operation({
		name: 'prefixConfiguration.code',
		area: 'Catalogue',
		resource: 'PrefixConfiguration',
		method: 'GET',
		path: '/api/v1/PrefixConfiguration/Code',
		evidence: { method: 'assumed', request: 'assumed', response: 'assumed' },
		query: z.object({ target: text.optional() }),
		answer: { kind: 'one', schema: prefixCode },
	}),
] as const;
