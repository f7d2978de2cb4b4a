import { expect, test } from 'vitest';
import { eachKitchen } from '../../../../test/support/each-kitchen.ts';
import { openKitchen } from '../../../../test/support/kitchen.ts';

const kitchen = eachKitchen(openKitchen);

const keep = (documentId: string, code: string) =>
	kitchen.call('scan.keep', { documentId, code }).codes;
const kept = (documentId: string) =>
	kitchen
		.call('scan.list', { documentId })
		.codes.map(({ code, times }) => `${code} × ${String(times)}`);

test('unknown barcodes stay with their document, with their scan counts, after a restart', async () => {
	keep('service:transferIn:T-1', '4006381333931');
	keep('service:transferIn:T-1', '96385074');
	keep('service:transferIn:T-1', '4006381333931');
	keep('draft-1', '12345670');
	await kitchen.restart();
	expect(kept('service:transferIn:T-1')).toEqual(['4006381333931 × 2', '96385074 × 1']);
});

test('forgetting an unknown barcode removes all its scans from that document only', () => {
	keep('draft-1', '96385074');
	keep('draft-1', '96385074');
	keep('draft-2', '96385074');
	kitchen.call('scan.forget', { documentId: 'draft-1', code: '96385074' });
	expect([kept('draft-1'), kept('draft-2')]).toEqual([[], ['96385074 × 1']]);
});
