import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKitchen, type Kitchen } from '../../../../test/support/kitchen.ts';

let kitchen: Kitchen;
beforeEach(() => {
	kitchen = openKitchen();
});
afterEach(() => kitchen.end());

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
	await kitchen.close();
	kitchen = openKitchen({ folder: kitchen.folder });
	expect(kept('service:transferIn:T-1')).toEqual(['4006381333931 × 2', '96385074 × 1']);
});

test('forgetting an unknown barcode removes all its scans from that document only', () => {
	keep('draft-1', '96385074');
	keep('draft-1', '96385074');
	keep('draft-2', '96385074');
	kitchen.call('scan.forget', { documentId: 'draft-1', code: '96385074' });
	expect([kept('draft-1'), kept('draft-2')]).toEqual([[], ['96385074 × 1']]);
});
