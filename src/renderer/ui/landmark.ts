/**
 * Where what pops up is put: within the landmark of what opened it, so that a screen reader that goes from landmark to
 * landmark comes upon it there. In a dialog it goes beside the dialog, which would cut it off.
 * @returns what bits-ui takes as `to` of a portal
 */
export const landmarkOf = (opener: Element | null): Element | 'body' =>
	opener?.closest('main') ?? opener?.closest('header') ?? 'body';
