import { describe, expect, it } from 'vitest';
import type { Step } from '../../../shared/bridge/outbox.ts';
import { actionState, attentionReason } from '../../../shared/bridge/outbox.ts';
import { messagesOf } from '../../messages/catalogue.ts';
import {
	explanationOf,
	howConfirmed,
	isCertainlyNotDone,
	sentenceOf,
	whenWords,
	wordOfState,
} from './step-words.ts';

const now = 1_000_000;
const calm = { now, network: 'online', secretNeeded: false, diskFull: false } as const;

const step = (change: Partial<Step>): Step => ({
	actionId: 'a',
	revision: 1,
	operation: 'wastage.create',
	verb: 'create',
	state: 'queued',
	attention: null,
	createdAt: now - 60_000,
	since: now - 60_000,
	attempts: 0,
	fromCopy: false,
	moved: false,
	nextAt: null,
	waitsFor: null,
	serviceNumber: '',
	because: null,
	serviceStatus: null,
	serviceSaid: '',
	confirmedBy: null,
	can: [],
	...change,
});

describe('sentence of a step', () => {
	it('names the document that a create made, once its number is known', () => {
		expect(sentenceOf(step({ state: 'confirmed', serviceNumber: 'WST-0042' }), calm).key).toBe(
			'outbox.createdAs',
		);
		expect(sentenceOf(step({ state: 'confirmed' }), calm).key).toBe('outbox.done-create');
		expect(
			sentenceOf(step({ state: 'confirmed', verb: 'submit', serviceNumber: 'WST-0042' }), calm).key,
		).toBe('outbox.done-submit');
	});

	it('says that a step was moved to another PC, not that a later change replaced it', () => {
		const replaced = step({ state: 'superseded' });
		expect(sentenceOf(replaced, calm).key).toBe('outbox.state-superseded');
		expect(sentenceOf({ ...replaced, moved: true }, calm).key).toBe('outbox.state-moved');
	});

	it('counts down to the next probe of an unconfirmed step', () => {
		const ambiguous = step({ state: 'ambiguous', nextAt: now + 40_000 });
		expect(sentenceOf(ambiguous, calm)).toEqual({
			key: 'outbox.state-ambiguous',
			inMs: 40_000,
			tone: 'amber',
		});
		expect(sentenceOf(ambiguous, { ...calm, now: now + 50_000 }).inMs).toBe(0);
	});

	it('promises no time while offline', () => {
		expect(
			sentenceOf(step({ state: 'ambiguous', nextAt: now + 40_000 }), {
				...calm,
				network: 'offline',
			}),
		).toMatchObject({ key: 'outbox.state-ambiguousOpen', inMs: null });
		expect(
			sentenceOf(step({ nextAt: now + 5_000 }), { ...calm, network: 'offline' }),
		).toMatchObject({ key: 'outbox.state-queuedOffline', inMs: null });
	});

	it('promises no probe while the secret is missing', () => {
		const wanting = { ...calm, secretNeeded: true };
		const held = step({ state: 'held', nextAt: now });
		expect(sentenceOf(held, calm).key).toBe('outbox.state-held');
		expect(sentenceOf(held, wanting)).toMatchObject({ key: 'outbox.state-heldOpen', inMs: null });
		for (const state of ['ambiguous', 'verifying'] as const) {
			expect(sentenceOf(step({ state, nextAt: now }), wanting)).toMatchObject({
				key: 'outbox.state-ambiguousSecret',
				inMs: null,
			});
		}
	});

	it('does not say of a restored step that it was sent', () => {
		const unsure = step({ state: 'ambiguous' });
		expect(explanationOf(unsure)).toBe('outbox.explain-unsure');
		expect(explanationOf({ ...unsure, fromCopy: true })).toBe('outbox.explain-from-copy');
		const attention = 'not-confirmed-undecided';
		expect(explanationOf(step({ state: 'attention', attention, fromCopy: true }))).toBe(
			'outbox.explain-from-copy-undecided',
		);
	});

	it('explains a decision that the document overtook', () => {
		const changed = step({ state: 'attention', attention: 'changed', verb: 'reject' });
		expect(explanationOf(changed)).toBe('overlap.explainDecision');
		expect(explanationOf({ ...changed, verb: 'update' })).toBe('outbox.explain-changed');
	});

	it('says what a queued step waits for', () => {
		expect(sentenceOf(step({}), calm).key).toBe('outbox.state-queuedNext');
		expect(sentenceOf(step({ nextAt: now - 9_000 }), calm).key).toBe('outbox.state-queuedNext');
		expect(sentenceOf(step({ nextAt: now + 9_000 }), calm)).toMatchObject({
			key: 'outbox.state-queued',
			inMs: 9_000,
		});
		expect(
			sentenceOf(step({ nextAt: now + 9_000, serviceSaid: 'connect ECONNREFUSED' }), calm).key,
		).toBe('outbox.state-queuedAgain');
		expect(sentenceOf(step({}), { ...calm, secretNeeded: true }).key).toBe(
			'outbox.state-queuedSecret',
		);
		const because = { code: 'not-taken-yet', args: {}, said: '' } as const;
		expect(sentenceOf(step({ nextAt: now + 9_000, because }), calm).key).toBe(
			'outbox.state-queuedApproval',
		);
	});

	it('has messages for every state and attention reason', () => {
		const messages = messagesOf('en');
		const steps = actionState.options.flatMap((state) =>
			state === 'attention'
				? [null, ...attentionReason.options].map((attention) => step({ state, attention }))
				: [step({ state })],
		);
		for (const each of steps) {
			expect(messages.has(sentenceOf(each, calm).key), each.state).toBe(true);
			const explanation = explanationOf(each);
			if (explanation !== null) expect(messages.has(explanation), explanation).toBe(true);
		}
	});

	it('never says "failed"', () => {
		for (const [key, message] of messagesOf('en')) {
			if (key.startsWith('outbox.')) expect(message, key).not.toMatch(/fail/i);
		}
	});
});

describe('remaining time', () => {
	it.each([
		[0, 'outbox.inNow', undefined],
		[400, 'outbox.inSeconds', 1],
		[40_000, 'outbox.inSeconds', 40],
		[99_000, 'outbox.inSeconds', 99],
		[150_000, 'outbox.inMinutes', 3],
		[3 * 3_600_000, 'outbox.inHours', 3],
	])('of %i ms uses the unit that fits', (inMs, key, count) => {
		const said = whenWords(inMs);
		expect(said.key).toBe(key);
		expect(said.values['count']).toBe(count);
	});
});

describe('history words', () => {
	it('keep an unknown state of another version', () => {
		expect(wordOfState('queued')).toBe('outbox.word-queued');
		expect(wordOfState('')).toBe('outbox.word-new');
		expect(wordOfState('somewhere-else')).toBeNull();
	});
});

describe('while the disk is full', () => {
	it('no step promises a time: nothing is sent or probed', () => {
		const full = { ...calm, diskFull: true };
		const nextAt = now + 40_000;
		const keyOf = (state: Step['state']) => sentenceOf(step({ state, nextAt }), full).key;
		expect(keyOf('queued')).toBe('outbox.state-queuedDiskFull');
		expect(keyOf('ambiguous')).toBe('outbox.state-ambiguousDiskFull');
		expect(keyOf('verifying')).toBe('outbox.state-ambiguousDiskFull');
		expect(sentenceOf(step({ state: 'held', nextAt: now }), full).key).toBe(
			'outbox.state-heldOpen',
		);
	});
});

describe('a step not known to have been sent from here', () => {
	it('says so, whether or not the service has a record of it', () => {
		const sent = { state: 'confirmed', confirmedBy: 'probe', attempts: 1 } as const;
		expect(howConfirmed(step(sent))).toBe('outbox.confirmed-probe');
		expect(howConfirmed(step({ ...sent, fromCopy: true }))).toBe('outbox.confirmed-shown');
		expect(howConfirmed(step({ ...sent, attempts: 0 }))).toBe('outbox.confirmed-shown');
		expect(howConfirmed(step({ ...sent, confirmedBy: 'answer' }))).toBeNull();

		const absent = { state: 'attention', attention: 'not-confirmed-absent' } as const;
		expect(explanationOf(step(absent))).toBe('outbox.explain-not-confirmed-absent');
		expect(explanationOf(step({ ...absent, fromCopy: true }))).toBe(
			'outbox.explain-from-copy-absent',
		);
	});
});

it('a stock change that may have been reversed is not recommended to be sent again', () => {
	const lost = { verb: 'reverse', state: 'attention' } as const;
	for (const attention of ['not-confirmed-absent', 'not-confirmed-undecided'] as const) {
		expect(explanationOf(step({ ...lost, attention }))).toBe('outbox.explain-reverse');
	}
	const found = {
		verb: 'reverse',
		state: 'confirmed',
		confirmedBy: 'probe',
		attempts: 1,
	} as const;
	expect(howConfirmed(step(found))).toBe('outbox.confirmed-reverse');
});

it('is sent again without a question only if it cannot be done already', () => {
	const asked = attentionReason.options.filter(
		(attention) => !isCertainlyNotDone(step({ state: 'attention', attention, attempts: 1 })),
	);
	expect(asked).toEqual(attentionReason.options.filter((each) => each !== 'rejected'));
	const unsent = attentionReason.options.filter(
		(attention) => !isCertainlyNotDone(step({ state: 'attention', attention })),
	);
	expect(unsent.toSorted()).toEqual([
		'entered-before',
		'maybe-elsewhere',
		'not-confirmed-absent',
		'not-confirmed-undecided',
	]);
	expect(isCertainlyNotDone(step({ state: 'stale-review', attempts: 1 }))).toBe(true);
});
