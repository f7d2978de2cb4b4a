// Shrinks a photo to screen size: a JPEG of some hundred kilobytes.
import { mostPhotoText } from '../../shared/bridge/photo.ts';

/** Longer side in px, tried in turn until the picture fits. */
const sides = [1600, 1200, 800] as const;
const quality = 0.8;

/** @returns base64 of a JPEG; null if the file is no picture or cannot be made small enough. */
export async function shrunkPhoto(file: Blob): Promise<string | null> {
	let picture: ImageBitmap;
	try {
		// Respects the camera's orientation tag.
		picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
	} catch {
		return null;
	}
	try {
		for (const side of sides) {
			const text = await drawn(picture, side);
			if (text !== null && text.length <= mostPhotoText) return text;
		}
		return null;
	} finally {
		picture.close();
	}
}

async function drawn(picture: ImageBitmap, side: number): Promise<string | null> {
	const scale = Math.min(side / Math.max(picture.width, picture.height), 1);
	const canvas = new OffscreenCanvas(
		Math.max(Math.round(picture.width * scale), 1),
		Math.max(Math.round(picture.height * scale), 1),
	);
	const context = canvas.getContext('2d');
	if (context === null) return null;
	// Where a drawing lets the page through, paper is white.
	context.fillStyle = '#ffffff';
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.drawImage(picture, 0, 0, canvas.width, canvas.height);
	const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
	const bytes = new Uint8Array(await blob.arrayBuffer());
	let binary = '';
	for (let from = 0; from < bytes.length; from += 8192)
		binary += String.fromCharCode(...bytes.subarray(from, from + 8192));
	return btoa(binary);
}
