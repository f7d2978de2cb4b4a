/**
 * The element for popups: inside the opener's landmark, so that screen reader users find them there; in a dialog beside
 * it, because the dialog would clip them.
 * @returns `to` for a bits-ui portal
 */
export const landmarkOf = (opener: Element | null): Element | 'body' =>
	opener?.closest('main') ?? opener?.closest('header') ?? 'body';
