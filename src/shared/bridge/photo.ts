// Photos attached to a document. They stay on this PC: the service has no field for them.
import { z } from 'zod';
import { call } from './call.ts';
import { instant, nothing } from './values.ts';

/** Base64 characters in one call; the screen has already scaled the picture down. */
export const mostPhotoText = 900_000;
export const mostPhotos = 12;

export const photo = z.object({
	photoId: z.string(),
	addedAt: instant,
	addedBy: z.string(),
});
export type PhotoView = z.infer<typeof photo>;

export const photoCalls = {
	'photo.list': call({ documentId: z.string() }, { photos: z.array(photo) }),
	/** A `data:` URL. Fails with `not-found` if the photo is gone. */
	'photo.get': call({ photoId: z.string() }, { address: z.string() }),
	/**
	 * Fails with `not-possible-now` at the limit, with `invalid-input` for anything but a JPEG, and with `not-found` for a
	 * draft that was discarded or moved to another PC.
	 */
	'photo.add': call(
		{
			documentId: z.string(),
			picture: z.base64().max(mostPhotoText),
		},
		photo,
	),
	/** Fails with `not-found` if the photo, or the draft as above, is gone. */
	'photo.remove': call({ photoId: z.string() }, nothing),
};
