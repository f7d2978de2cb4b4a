import { expect, it, onTestFinished, vi } from 'vitest';
import { openStockedKitchen } from '../../../test/support/kitchen.ts';
import { wasteRecord, wasteToSave } from '../../../test/support/documents.ts';
import { openScreen, type Answers } from '../../../test/support/screen.ts';
import { mostPhotoText } from '../../shared/bridge/photo.ts';
import { fail } from '../../shared/bridge/reply.ts';
import { shrunkPhoto } from './photo-shrinking.ts';

/** Fakes a picture of this size, and a canvas that turns each side length into a JPEG of `bytes`. */
function giveCanvas({ width = 4000, height = 3000, bytes = (_side: number): number => 8 } = {}) {
	const drawn: string[] = [];
	vi.stubGlobal('createImageBitmap', async (file: File) => {
		if (file.name.endsWith('.txt')) throw new Error('no picture');
		return { width, height, close: () => drawn.push('closed') };
	});
	vi.stubGlobal(
		'OffscreenCanvas',
		class {
			readonly width: number;
			readonly height: number;
			constructor(wide: number, high: number) {
				this.width = wide;
				this.height = high;
				drawn.push(`${String(wide)} × ${String(high)}`);
			}
			getContext = () => ({ fillRect: () => undefined, drawImage: () => undefined });
			convertToBlob = async ({ type }: { type: string }) =>
				new Blob(
					[
						Uint8Array.from(
							{ length: bytes(Math.max(this.width, this.height)) },
							(_, at) => [0xff, 0xd8, 0xff][at] ?? 0,
						),
					],
					{ type },
				);
		},
	);
	onTestFinished(() => void vi.unstubAllGlobals());
	return drawn;
}
const file = (name: string) => new File(['x'], name, { type: 'image/png' });

it('shrinks a photo to the largest side that fits', async () => {
	const small = giveCanvas();
	expect(await shrunkPhoto(file('a.png'))).toBe(btoa('\xff\xd8\xff\0\0\0\0\0'));
	expect(small).toEqual(['1600 × 1200', 'closed']);
	const large = giveCanvas({ bytes: (side) => (side > 800 ? mostPhotoText : 9_000) });
	expect(atob((await shrunkPhoto(file('a.png'))) ?? '')).toHaveLength(9_000);
	expect(large).toEqual(['1600 × 1200', '1200 × 900', '800 × 600', 'closed']);
	const tiny = giveCanvas({ width: 30, height: 1 });
	await shrunkPhoto(file('a.png'));
	expect(tiny).toEqual(['30 × 1', 'closed']);
	giveCanvas({ bytes: () => mostPhotoText });
	expect(await shrunkPhoto(file('a.png'))).toBeNull();
	expect(await shrunkPhoto(file('a.txt'))).toBeNull();
});

/** @param edited a document of the service to edit; default: a new draft */
async function open(answers: Answers = {}, edited: { id: string } | null = null) {
	giveCanvas();
	const lists = edited === null ? {} : { 'wastage.list': [edited] };
	const kitchen = await openStockedKitchen({ lists });
	const { documentId } =
		edited === null
			? kitchen.call('wastage.save', wasteToSave())
			: kitchen.call('wastage.edit', { documentId: `service:wastage:${edited.id}` });
	const screen = await openScreen(`/waste/${documentId}`, { kitchen, answers });
	return {
		...screen,
		kitchen,
		documentId,
		add: (...names: string[]) => screen.giveFiles('Add photos', names.map(file)),
		row: () => screen.shown(document.querySelector('.photos')),
	};
}

it('adds photos to a draft, shows one large, and removes it', async () => {
	const screen = await open();
	await screen.add('a.png', 'notes.txt', 'b.png');
	expect(screen.notices()).toEqual(['notes.txt is not a picture that Stillroom can read.']);
	expect(screen.row()).toMatchInlineSnapshot(
		`
		"[Photo 1, Fri 20 Nov, 9:00] [Remove Photo 1, Fri 20 Nov, 9:00]
		[Photo 2, Fri 20 Nov, 9:00] [Remove Photo 2, Fri 20 Nov, 9:00]
		[Add photos]"
	`,
	);
	await screen.user.click(screen.page.getAllByRole('button', { name: /^Photo 1/ })[0]!);
	await screen.settle();
	expect(screen.dialog()).toMatchInlineSnapshot(`
		"Photo 1, Fri 20 Nov, 9:00
		[Close]
		Noor"
	`);
	expect(document.querySelector('[role=dialog] img')?.getAttribute('src')).toMatch(
		/^data:image\/jpeg/,
	);
	await screen.keys('{Escape}');
	await screen.click(/^Remove Photo 2/);
	expect(document.activeElement).toBe(screen.page.getByRole('button', { name: /^Remove Photo 1/ }));
	expect(screen.row()).toMatchInlineSnapshot(
		`
		"[Photo 1, Fri 20 Nov, 9:00] [Remove Photo 1, Fri 20 Nov, 9:00]
		[Add photos]"
	`,
	);
});

it('keeps the photos of a document that is edited with the document', async () => {
	const edited = wasteRecord({ status: 'Draft' });
	const screen = await open({}, edited);
	// Its own day, not today's.
	expect(screen.shown().split('\n').slice(0, 2)).toEqual([
		'# Edit WST-9',
		'Business day Thu 19 Nov · Saved at 9:00',
	]);
	await screen.add('a.png');
	await screen.click('Discard changes');
	await screen.confirm('Discard changes');
	await screen.go(`/waste/service:wastage:${edited.id}`);
	expect(screen.row()).toMatchInlineSnapshot(`"[Photo 1, Fri 20 Nov, 9:00]"`);
	await screen.click('Edit');
	await screen.add('b.png');
	await screen.click(/^Remove Photo 1/);
	await screen.add('c.png');
	await screen.click('Save and keep as a draft');
	await screen.go(`/waste/service:wastage:${edited.id}`);
	expect(screen.row()).toBe('[Photo 1, Fri 20 Nov, 9:00]\n[Photo 2, Fri 20 Nov, 9:00]');
});

it('asks for no picture once the document was left', async () => {
	const held = Promise.withResolvers<undefined>();
	let isHeld = false;
	const screen = await open({
		'photo.list': async () => {
			if (isHeld) await held.promise;
			return null;
		},
	});
	await screen.add('a.png');
	await screen.go('/waste');
	isHeld = true;
	await screen.go(`/waste/${screen.documentId}`);
	const asked = screen.asked('photo.get').length;
	await screen.go('/waste');
	held.resolve(undefined);
	await screen.settle();
	expect(screen.asked('photo.get')).toHaveLength(asked);
});

it('says why a photo was not added or removed, and that one is gone', async () => {
	let full = false;
	const screen = await open({
		'photo.add': () => (full ? fail('disk-full', 'no') : null),
		'photo.remove': () => fail('disk-full', 'no'),
		'photo.get': () => fail('not-found', 'gone'),
	});
	await screen.add('a.png');
	expect(screen.row()).toMatchInlineSnapshot(
		`
		"[Photo 1, Fri 20 Nov, 9:00] [Remove Photo 1, Fri 20 Nov, 9:00]
		[Add photos]"
	`,
	);
	expect(screen.page.getByRole('button', { name: /^Photo 1/ }).textContent.trim()).toBe('missing');
	full = true;
	await screen.add('b.png');
	await screen.click(/^Remove Photo 1/);
	expect(screen.notices()).toHaveLength(2);
	await screen.user.click(screen.page.getAllByRole('button', { name: /^Photo 1/ })[0]!);
	await screen.settle();
	expect(document.querySelector('[role=dialog] img')).toBeNull();
});
