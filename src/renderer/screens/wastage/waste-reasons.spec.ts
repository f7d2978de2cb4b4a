import { expect, it } from 'vitest';
import { succeed } from '../../../shared/bridge/reply.ts';
import { WasteReasons } from './waste-reasons.svelte.ts';

async function reasons() {
	const call = async (name: string) =>
		name === 'wastage.labels'
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

it("puts the staff's words first, and gives nine keys", async () => {
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

it('fills reason and words together, and keeps words that are on the list no more', async () => {
	const made = await reasons();
	const line = { reasonId: null as string | null, label: '' };
	expect(made.valueOf(line)).toBe('');
	made.choose(line, 'words:Fell');
	expect(line).toEqual({ reasonId: 'R-2', label: 'Fell' });
	made.labels = [];
	expect(made.optionsFor(line).at(-1)).toEqual({ value: 'words:Fell', label: 'Fell' });
	made.choose(line, 'reason:R-3');
	expect(line).toEqual({ reasonId: 'R-3', label: '' });
});
