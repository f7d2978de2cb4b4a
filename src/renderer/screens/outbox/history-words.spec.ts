import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { historyCodes } from '../../../shared/bridge/outbox-history.ts';
import { messagesOf } from '../../messages/catalogue.ts';
import { historyWords, isForThePerson } from './history-words.ts';

describe('why a step changed', () => {
	it.each(Object.entries(historyCodes))('has words for %s with its parameters', (code, names) => {
		const message = messagesOf('en').get(`outboxHistory.${code}`);
		const used = parse(message ?? '').flatMap((each) =>
			each.type === TYPE.argument || each.type === TYPE.number || each.type === TYPE.plural
				? [each.value]
				: [],
		);
		expect(new Set(used)).toEqual(new Set(names.filter((name) => name !== 'id')));
	});

	it('stays as written if it comes from a newer Stillroom', () => {
		const newer = { code: 'of-tomorrow', args: {}, said: 'The service answered 200.' };
		expect(historyWords(newer)).toBeNull();
		expect(isForThePerson(newer)).toBe(true);
	});

	it('quotes what the service said, and keeps all else for the technical detail', () => {
		const quoted = Object.keys(historyCodes).filter((code) =>
			isForThePerson({ code, args: {}, said: 'Too much.' }),
		);
		expect(quoted.toSorted()).toEqual([
			'look-not-found',
			'look-refused',
			'refused',
			'refused-after-unknown',
		]);
	});
});
