import { expect, it } from 'vitest';
import { succeed } from '../../../shared/bridge/reply.ts';
import { WasteReasons } from './waste-reasons.svelte.ts';

async function reasons() {
	const call = async (name: string) =>
		name === 'waste.labels'
			? succeed({ labels: [{ words: 'Fell', reasonId: 'R-2' }] })
			: succeed({
					reasons: Array.from({ length: 12 }, (_, at) => ({
						reasonId: `R-${at}`,
						name: `Reason ${at}`,
					})),
				});
	const made = new WasteReasons({ call: call as never }, 'L-1');
	await made.load();
	return made;
}

it("lists the staff's labels first, with nine shortcut keys", async () => {
	const { keyed, byKey } = await reasons().then((made) => ({
		keyed: made.keyed,
		byKey: (code: string) => made.byKey(code)?.label,
	}));
	expect(keyed).toHaveLength(9);
	expect(byKey('Digit1')).toBe('Fell');
	expect(byKey('Numpad2')).toBe('Reason 0');
	expect(byKey('Digit0')).toBeUndefined();
	expect(byKey('KeyA')).toBeUndefined();
});

it('fills reason and label together, and keeps labels that were removed from the list', async () => {
	const made = await reasons();
	expect(made.valueOf({ reasonId: null, label: '' })).toBe('');
	const fell = { reasonId: 'R-2', label: 'Fell' };
	expect(made.reasonOf('words:Fell')).toEqual(fell);
	made.labels = [];
	expect(made.optionsFor(fell).at(-1)).toEqual({ value: 'words:Fell', label: 'Fell' });
	expect(made.reasonOf('reason:R-3')).toEqual({ reasonId: 'R-3', label: '' });
	expect(made.reasonOf('words:Fell')).toBeNull();
});
