// All prefixes, and the next number for one.
import type { PrefixConfigurationRecord } from '../../shared/service/catalogue.ts';
import { NOT_ACCEPTED, prefixFor } from './document.ts';
import { done, refuse } from './handler.ts';
import type { HandlersOf } from './handler.ts';
import { pageRows } from './plain.ts';

export const prefixHandlers = {
	'prefixConfiguration.list': ({ page }, { records }) => {
		const rows = (['category', 'entity', 'transaction'] as const).flatMap((kind) =>
			records.all(`${kind}Prefix`).map((each): PrefixConfigurationRecord => ({
				kind,
				target: each.target,
				prefix: each.prefix,
				...(each.digits === undefined ? {} : { digits: each.digits }),
			})),
		);
		return pageRows(rows, page);
	},

	'prefixConfiguration.code': ({ query: { target } }, practice) => {
		if (target === undefined) {
			return refuse(400, NOT_ACCEPTED, { target: 'The kind of document is needed.' });
		}
		const set = prefixFor(practice, target);
		if (set === undefined) return refuse(404, 'No prefix is set for this.');
		return done({ target, code: practice.records.comingNumber(set.prefix, set.digits) });
	},
} satisfies HandlersOf<'prefixConfiguration'>;
