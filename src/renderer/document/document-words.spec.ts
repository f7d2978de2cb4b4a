import { expect, test } from 'vitest';
import { wastage } from '../../shared/document/wastage.ts';
import { Language } from '../messages/language.svelte.ts';
import { numberWord, stateWord } from './document-words.ts';

const { t } = new Language('en');

test("shows what waits on this PC before the service's last state", () => {
	const known = { phase: 'approved', stateWord: 'Approved', edits: null } as const;
	expect(stateWord({ ...known, standing: 'waiting' }, t, wastage).tone).toBe('amber');
	expect(stateWord({ ...known, standing: 'needs-you' }, t, wastage).tone).toBe('rust');
	expect(stateWord({ ...known, standing: 'service' }, t, wastage).text).toBe('Approved');
});

test('shows an unknown state in the service’s own word', () => {
	const state = {
		phase: 'unknown',
		stateWord: 'PendingAudit',
		standing: 'service',
		edits: null,
	} as const;
	expect(stateWord(state, t, wastage).text).toBe('PendingAudit');
});

test('explains a missing document number', () => {
	expect(numberWord({ number: 'WST-0042', standing: 'service' }, t)).toBe('WST-0042');
	expect(numberWord({ number: '', standing: 'draft' }, t)).toBe('Draft');
	expect(numberWord({ number: '', standing: 'waiting' }, t)).toBe('No number yet');
});
