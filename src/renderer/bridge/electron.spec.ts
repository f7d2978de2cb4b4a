import { expect, it } from 'vitest';
import { electronBridge, type PreloadBridge } from './electron.ts';

it('passes everything on to the program as it was given', () => {
	const parts = {
		call: ['outbox.undo', { laneId: 'L-1' }, 'Noor'],
		on: ['app.changed', () => undefined],
		saveFile: [{ name: 'a.csv', bytes: new Uint8Array() }],
		print: [{ size: 'A4' }],
		takeOpenedFile: [],
		setMenu: ['Go', [{ id: 'counts' }]],
		savePdf: [{ size: 'A4' }, 'a.pdf'],
	};
	const given = Object.keys(parts).map((name) => [
		name,
		(...values: unknown[]) => [name, ...values],
	]);
	const preload = { host: { kind: 'electron' }, ...Object.fromEntries(given) } as PreloadBridge;
	const bridge = electronBridge(preload) as unknown as Record<
		string,
		(...values: unknown[]) => unknown
	>;
	expect(bridge['host']).toBe(preload.host);
	for (const [name, values] of Object.entries(parts))
		expect(bridge[name]!(...values)).toEqual([name, ...values]);
});
