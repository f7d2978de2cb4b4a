import { expect, test } from 'vitest';
import type { Phase } from '../../shared/bridge/values.ts';
import type { AnyKind } from '../../shared/document/kit.ts';
import { purchaseOrder } from '../../shared/document/purchase-order.ts';
import { transferIn } from '../../shared/document/transfer.ts';
import { wastage } from '../../shared/document/wastage.ts';
import { Format } from '../messages/format.svelte.ts';
import { Language } from '../messages/language.svelte.ts';
import { changeWords } from '../ui/cost-words.ts';
import { linksOf } from './desk.ts';
import type { ShownDocument } from './kind-calls.ts';
import { numberWord, stateWord } from './document-words.ts';

const { t } = new Language('en');

test("shows what waits on this PC before the service's last state", () => {
	const known = { phase: 'approved', stateWord: 'Approved', edits: null } as const;
	expect(stateWord({ ...known, standing: 'waiting' }, t, wastage).tone).toBe('amber');
	expect(stateWord({ ...known, standing: 'needs-you' }, t, wastage).tone).toBe('rust');
	expect(stateWord({ ...known, standing: 'service' }, t, wastage).text).toBe('Approved');
});

test('shows an unknown state in the service’s own word, and says that it is unknown', () => {
	const state = {
		phase: 'unknown',
		stateWord: 'PendingAudit',
		standing: 'service',
		edits: null,
	} as const;
	const shown = '“PendingAudit” (unknown state)';
	expect(stateWord(state, t, wastage).text).toBe(shown);
	const edited = { ...state, standing: 'draft', edits: 'service:wastage:1' } as const;
	expect(stateWord(edited, t, wastage).text).toBe(`${shown}, being edited`);
});

test('explains a missing document number', () => {
	expect(numberWord({ number: 'WST-0042', standing: 'service' }, t)).toBe('WST-0042');
	expect(numberWord({ number: '', standing: 'draft' }, t)).toBe('Draft');
	expect(numberWord({ number: '', standing: 'waiting' }, t)).toBe('No number yet');
});

test('a phase has the colour of who acts next', () => {
	const tone = (kind: AnyKind, phase: Phase) =>
		stateWord({ phase, stateWord: '', standing: 'service', edits: null }, t, kind).tone;
	expect([tone(wastage, 'submitted'), tone(wastage, 'approved')]).toEqual(['sea', 'thyme']);
	expect([tone(transferIn, 'approved'), tone(transferIn, 'received')]).toEqual(['sea', 'thyme']);
	expect(tone(transferIn, 'partly-received')).toBe('amber');
});

test('shows the state of the document at the service that a draft edits', () => {
	const edit = { standing: 'draft', stateWord: '', edits: 'service:wastage:1' } as const;
	expect(stateWord({ ...edit, phase: 'rejected' }, t, wastage).text).toBe('Rejected, being edited');
	expect(stateWord({ ...edit, phase: 'draft' }, t, wastage).text).toBe('Draft, being edited');
	expect(stateWord({ ...edit, phase: 'approved' }, t, purchaseOrder).text).toBe(
		'Approved, being edited',
	);
});

test('a cost above the one before is a rise, and no change is claimed of unknown costs', () => {
	const app = { format: new Format(new Language('en')) };
	expect(changeWords(app, '12.5', '10', 'EUR')).toBe('+€2.50');
	expect(changeWords(app, '10', '12.5', 'EUR')).toBe('−€2.50');
	expect([changeWords(app, null, '1', 'EUR'), changeWords(app, '1', null, 'EUR')]).toEqual([
		'–',
		'–',
	]);
});

test('the number of a document in the head leads to that document', () => {
	const order = { purchaseRequestId: 'r 1', purchaseRequestName: 'PR-0007', supplierId: 's' };
	expect(linksOf(t, purchaseOrder, order as unknown as ShownDocument)).toEqual([
		{
			label: 'Purchase request',
			number: 'PR-0007',
			href: '#/requests/service%3ApurchaseRequest%3Ar%201',
		},
	]);
});
