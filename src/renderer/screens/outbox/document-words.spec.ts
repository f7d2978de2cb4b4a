import { expect, test } from 'vitest';
import type { Lane, Step } from '../../../shared/bridge/outbox.ts';
import {
	actionOf,
	hrefOfDocument,
	isOnlyElsewhere,
	needsDocument,
	openWord,
	standingOf,
} from './document-words.ts';

const stepsIn = (...states: Step['state'][]) =>
	states.map((state, at): Lane['steps'][number] => ({
		actionId: String(at),
		revision: 1,
		operation: '',
		verb: 'other',
		state,
		attention: null,
		createdAt: 0,
		since: 0,
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
	}));
const ended = (...states: Step['state'][]) =>
	standingOf({ standing: 'done', steps: stepsIn(...states) });

test('an uploaded file opens the list of its items, as no record is in its lane', () => {
	const document = 'record:inventoryItem';
	expect(hrefOfDocument({ document, documentId: 'upload' })).toBe('#/inventoryItem');
	expect(hrefOfDocument({ document, documentId: 'I-1' })).toBe('#/inventoryItem/I-1');
	expect(openWord({ document, documentId: 'upload' })).toBe('import.openItems');
	expect(openWord({ document, documentId: 'I-1' })).toBe('import.openRecord');
});

test('an undone or discarded document is not called done', () => {
	expect(ended('confirmed', 'confirmed')).toBe('done');
	expect(ended('cancelled', 'cancelled')).toBe('undone');
	expect(ended('confirmed', 'discarded')).toBe('given-up');
	expect(ended('cancelled', 'superseded')).toBe('undone');
	expect(ended('superseded', 'superseded'), 'edited').toBe('undone');
	expect(ended('cancelled', 'confirmed')).toBe('done');
});

test('a document moved to another PC is not called done, and keeps its name', () => {
	const steps = stepsIn('superseded', 'superseded').map((step): Step => ({
		...step,
		verb: 'submit',
		moved: true,
	}));
	expect(standingOf({ standing: 'done', steps })).toBe('moved');
	expect(actionOf({ steps })).toBe('submit');
	const left = { standing: 'done', document: 'wastage', number: '', steps } as const;
	expect(isOnlyElsewhere(left)).toBe(true);
	expect(isOnlyElsewhere({ ...left, number: 'WST-1' })).toBe(false);
	expect(isOnlyElsewhere({ ...left, document: 'stocktake' })).toBe(false);
	expect(isOnlyElsewhere({ ...left, steps: stepsIn('superseded') })).toBe(false);
});

test('a document is named by what the person did last, not by a replaced step', () => {
	const [create, submit, update] = stepsIn('confirmed', 'queued', 'superseded');
	const steps: Step[] = [
		{ ...create!, verb: 'create' },
		{ ...submit!, verb: 'submit' },
	];
	expect(actionOf({ steps })).toBe('submit');
	expect(actionOf({ steps: [...steps, { ...update!, verb: 'update' }] })).toBe('submit');
});

test('a create is needed by a later unfinished step', () => {
	const needed = (...states: Step['state'][]) =>
		needsDocument({ steps: stepsIn(...states) }, { actionId: '0' });
	expect(needed('attention', 'queued')).toBe(true);
	expect(needed('attention')).toBe(false);
	expect(needed('attention', 'superseded', 'cancelled')).toBe(false);
});
