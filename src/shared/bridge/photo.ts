// Photos beside a document. They stay on this PC: the service shows no field for them.
import { z } from 'zod';
import { call } from './call.ts';
import { instant, nothing } from './values.ts';

/** Characters of base64 in one call: the picture was made smaller by the screen. */
export const mostPhotoText = 900_000;
export const mostPhotos = 12;

export const photo = z.object({
	photoId: z.string(),
	caption: z.string(),
	addedAt: instant,
	addedBy: z.string(),
});
export type PhotoView = z.infer<typeof photo>;

export const photoCalls = {
	'photo.list': call(z.object({ documentId: z.string() }), z.object({ photos: z.array(photo) })),
	/** The picture as a `data:` address. `not-found` when it is gone. */
	'photo.get': call(z.object({ photoId: z.string() }), z.object({ address: z.string() })),
	/**
	 * Kept on the disk when it answers. `not-possible-now` when the document has as many as it takes, `invalid-input` for what is
	 * no JPEG.
	 */
	'photo.add': call(
		z.object({
			documentId: z.string(),
			caption: z.string().max(200),
			/** Base64 of a JPEG. */
			picture: z.base64().max(mostPhotoText),
		}),
		photo,
	),
	'photo.remove': call(z.object({ photoId: z.string() }), nothing),
};
