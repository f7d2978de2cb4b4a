import { expect, test } from 'vitest';
import type { Lane, Step } from '../../../shared/bridge/outbox.ts';
import { standingOf } from './document-words.ts';

const ended = (...states: Step['state'][]) =>
	standingOf({
		standing: 'done',
		steps: states.map((state): Lane['steps'][number] => ({
			...{ actionId: '', revision: 1, operation: '', verb: 'other', state, attention: null },
			...{
				createdAt: 0,
				createdBy: '',
				since: 0,
				attempts: 0,
				fromCopy: false,
				nextAt: null,
				serviceNumber: '',
			},
			...{ because: null, serviceStatus: null, serviceSaid: '', confirmedBy: null, can: [] },
		})),
	});

test('what was taken back or given up is not called done', () => {
	expect(ended('confirmed', 'confirmed')).toBe('done');
	expect(ended('cancelled', 'cancelled')).toBe('taken-back');
	expect(ended('confirmed', 'dropped')).toBe('given-up');
	expect(ended('cancelled', 'superseded')).toBe('taken-back');
	expect(ended('cancelled', 'confirmed')).toBe('done');
});
